import { byOffset, changedAt, isClaimReversed, type Affect, type Claim } from './claims.js';
import type { Reversal } from './reversal.js';
import type { Jackpot } from './state.js';

/** Most awards named that were made since, and most that were reversed since. */
const awardsNamed = 100;

/**
 * Says why the accounts after a reversal differ from those without the award, by offset (contract
 * 4.8).
 */
export function affectsOf(jackpot: Jackpot, claim: Claim, reversal: Reversal): Affect[] {
  if (claim.dependsOnPool === 'nothing') return [];
  const { offset } = claim;
  const { left: moreMicros } = reversal;
  const affects: readonly Affect[] = [
    ...(moreMicros ? [{ what: 'seed', offset, moreMicros } as const] : []),
    ...ofCeiling(jackpot, claim, reversal),
    ...ofRefunds(jackpot, claim, reversal),
    ...ofAwards(jackpot, claim, reversal),
    ...(['adjustment', 'configuration', 'refund'] as const).flatMap((what) => {
      const newest = jackpot.disturbed[what];
      return newest !== null && newest >= offset ? [unsaidOf(what, newest)] : [];
    }),
  ];
  return affects.toSorted((one, other) => one.offset - other.offset);
}

/** Without the award, pool or reserve may have been too low for the refunds that they bore here. */
function ofRefunds(
  { flows }: Jackpot,
  { offset, flows: before, restart }: Claim,
  { left }: Reversal,
): Affect[] {
  if (flows.refundedMicros === before.refundedMicros) return [];
  const mayHaveLacked = restart
    ? restart.remainderMicros > restart.fromReserveMicros
    : left !== null;
  return mayHaveLacked ? [unsaidOf('refund', offset)] : [];
}

/**
 * The ceiling cuts the parts that bets give to the pool, so a higher pool keeps less of them. If
 * the seed has lifted the pool, the cut is known, unless bets were given back: their parts would
 * have been different. Else the reversal cuts what the ceiling would have cut, with the same
 * exception.
 */
function ofCeiling(
  { flows, inForce }: Jackpot,
  { offset, flows: before }: Claim,
  { left, poolUncut }: Reversal,
): Affect[] {
  if (inForce.ceilingMicros === undefined) return [];
  const overflow = flows.overflowMicros - before.overflowMicros;
  const refunded = flows.refundedMicros - before.refundedMicros;
  if (left === null) {
    const mayHaveReached = refunded > 0n && poolUncut + refunded > inForce.ceilingMicros;
    return mayHaveReached ? [unsaidOf('ceiling', offset)] : [];
  }
  if (overflow === 0n) return [];
  if (refunded > 0n) return [unsaidOf('ceiling', offset)];
  const cut = overflow < left.pool ? overflow : left.pool;
  return [{ what: 'ceiling', offset, moreMicros: { pool: -cut, reserve: cut, house: 0n } }];
}

/**
 * Awards made since, older ones reversed since, and one for forgotten ones. An award that does not
 * depend on the pool is the same without the reversed award; an award that was undone exactly would
 * have been undone without it too, unless that pool might have restarted, or given back other parts
 * of bets.
 */
function ofAwards(jackpot: Jackpot, claim: Claim, { left }: Reversal): Affect[] {
  const { claims, flows, inForce } = jackpot;
  const others = byOffset(claims).filter(({ dependsOnPool }) => dependsOnPool !== 'nothing');
  const hasRefunds = flows.refundedMicros > claim.flows.refundedMicros;
  const isCalm = left === null && (inForce.ceilingMicros === undefined || !hasRefunds);
  const isUndone = (each: Claim): boolean =>
    isClaimReversed(each) && each.affects.length === 0 && each.dependsOnPool === 'amounts';
  const made = others
    .filter((each) => each.offset > claim.offset && !(isCalm && isUndone(each)))
    .map(({ offset }) => offset);
  const reversed = others
    .filter((each) => each.offset < claim.offset && isClaimReversed(each))
    .map((each) => changedAt(each).offset)
    .filter((offset) => offset > claim.offset)
    .toSorted((one, other) => one - other);
  const forgotten = jackpot.lastForgotten > claim.offset ? [jackpot.forgotten] : [];
  return [made, reversed, forgotten].flatMap((offsets) =>
    offsets.slice(-awardsNamed).map((offset) => unsaidOf('award', offset)),
  );
}

function unsaidOf(what: Affect['what'], offset: number): Affect {
  return { what, offset, moreMicros: null };
}

import { byOffset, isReversed, type Affect, type Claim } from './claims.js';
import type { Reversal } from './reversal.js';
import type { Jackpot } from './state.js';

/** Only so many awards are named that were made since, and so many that were reversed since. */
const awardsNamed = 100;

/** Why the accounts after a reversal are not those without the award, by offset (contract 4.8). */
export function affectsOf(jackpot: Jackpot, claim: Claim, reversal: Reversal): Affect[] {
  const { offset } = claim;
  const { left: moreMicros } = reversal;
  const affects: readonly Affect[] = [
    ...(moreMicros ? [{ what: 'seed', offset, moreMicros } as const] : []),
    ...ofCeiling(jackpot, claim, reversal),
    ...ofAwards(jackpot, claim, moreMicros !== null),
    ...(['adjustment', 'configuration', 'refund'] as const).flatMap((what) => {
      const newest = jackpot.disturbed[what];
      return newest !== null && newest >= offset ? [unsaid(what, newest)] : [];
    }),
  ];
  return affects.toSorted((one, other) => one.offset - other.offset);
}

/**
 * The ceiling cuts what bets give to the pool, so a higher pool keeps less of them. Where the seed
 * has lifted the pool, the cut is known, unless bets were given back: their parts would have been
 * others. Else the reversal cuts what the ceiling would have, with the same exception.
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
    return mayHaveReached ? [unsaid('ceiling', offset)] : [];
  }
  if (overflow === 0n) return [];
  if (refunded > 0n) return [unsaid('ceiling', offset)];
  const cut = overflow < left.pool ? overflow : left.pool;
  return [{ what: 'ceiling', offset, moreMicros: { pool: -cut, reserve: cut, house: 0n } }];
}

/** Awards made since, but for those whose reversal was exact, and older ones reversed since. */
function ofAwards({ claims }: Jackpot, claim: Claim, hasSeed: boolean): Affect[] {
  const others = byOffset(claims).filter(({ id }) => id !== claim.id);
  const made = others
    .filter((each) => each.offset > claim.offset)
    .filter((each) => hasSeed || !isReversed(each) || each.affects.length > 0)
    .map(({ offset }) => offset);
  const reversed = others
    .filter((each) => each.offset < claim.offset && isReversed(each))
    .flatMap(({ by }) => by.findLast(({ act }) => act === 'award.reversed')?.offset ?? [])
    .filter((offset) => offset > claim.offset)
    .toSorted((one, other) => one - other);
  return [made, reversed].flatMap((offsets) =>
    offsets.slice(-awardsNamed).map((offset) => unsaid('award', offset)),
  );
}

function unsaid(what: Affect['what'], offset: number): Affect {
  return { what, offset, moreMicros: null };
}

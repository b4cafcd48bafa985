import { isReversed } from './claims.js';
import type { Affected, Claim } from './award-words.js';
import type { Jackpot } from './events.js';

const MOST_AWARDS = 100;

/** The result of a reversal, in micro-units, with the names of contract 4.8. */
export interface Reversed {
  /** S - back: the part of the seed that does not come back. */
  missing: bigint;
  /** Q - q: the part of the missing amount that belonged to the reserve. */
  missingOfReserve: bigint;
  /** The content of the pool after step 2. */
  poolAfterStep2: bigint;
  /** Micro-units; null without a ceiling. */
  ceiling: bigint | null;
}

/**
 * contract 4.8: the reasons why the accounts differ from those of the same log without the award.
 */
export function affectsOf(jackpot: Jackpot, claim: Claim, reversed: Reversed): Affected[] {
  if (claim.moved.isOfHouseAlone) return [];
  const { offset } = claim.award;
  const affects = [
    ...ofSeed(claim, reversed),
    ...ofCeiling(jackpot, claim, reversed),
    ...ofRefunds(jackpot, claim, reversed),
    ...ofAwards(jackpot, claim, reversed),
  ];
  for (const what of ['adjustment', 'configuration', 'refund'] as const) {
    const newest = jackpot.newest[what];
    if (newest >= offset) affects.push({ what, offset: newest, more: null });
  }
  return affects.sort((one, other) => one.offset - other.offset);
}

function ofRefunds(
  { refunds }: Jackpot,
  { award: { offset }, moved }: Claim,
  { missing }: Reversed,
): Affected[] {
  if (refunds === moved.refunds) return [];
  const isToppedUp = moved.pooledBefore === null && missing > 0n;
  if (!isToppedUp && moved.remainder <= moved.reserveOfSeed) return [];
  return [{ what: 'refund', offset, more: null }];
}

function ofSeed({ award: { offset } }: Claim, { missing, missingOfReserve }: Reversed): Affected[] {
  if (missing <= 0n) return [];
  const house = missingOfReserve - missing;
  return [{ what: 'seed', offset, more: said(missing, -missingOfReserve, house) }];
}

function ofCeiling(
  { overflow, refunds }: Jackpot,
  { award: { offset }, moved }: Claim,
  { missing, poolAfterStep2, ceiling }: Reversed,
): Affected[] {
  if (ceiling === null) return [];
  const over = overflow - moved.overflow;
  const refunded = refunds - moved.refunds;
  if (missing > 0n) {
    if (over === 0n) return [];
    const part = over < missing ? over : missing;
    return [{ what: 'ceiling', offset, more: refunded === 0n ? said(-part, part, 0n) : null }];
  }
  const mayHaveReached = refunded > 0n && poolAfterStep2 + refunded > ceiling;
  return mayHaveReached ? [{ what: 'ceiling', offset, more: null }] : [];
}

function ofAwards(
  { claims, forgotten, lastForgotten, refunds }: Jackpot,
  { award: own, moved: ownMoved }: Claim,
  { missing, ceiling }: Reversed,
): Affected[] {
  const isCalm = missing <= 0n && (ceiling === null || refunds === ownMoved.refunds);
  const concerned = claims.filter(({ award, moved }) => {
    return award.id !== own.id && !moved.isOfHouseAlone;
  });
  const others = concerned.map(({ award }) => award);
  const made = concerned
    .filter(({ award, moved }) => {
      const isUndone = isReversed(award) && award.affects.length === 0 && moved.restartsByHands;
      return award.offset > own.offset && !(isUndone && isCalm);
    })
    .map(({ award }) => award.offset);
  const undone = others.flatMap((award) => {
    const at = award.by.findLast(({ act }) => act === 'award.reversed')?.offset ?? -1;
    return award.offset < own.offset && isReversed(award) && at > own.offset ? [at] : [];
  });
  const lost = lastForgotten > own.offset ? [forgotten] : [];
  return [made, undone, lost].flatMap((offsets) => {
    const newest = offsets.sort((one, other) => one - other).slice(-MOST_AWARDS);
    return newest.map((offset): Affected => ({ what: 'award', offset, more: null }));
  });
}

function said(pool: bigint, reserve: bigint, house: bigint): Affected['more'] {
  return { pool: String(pool), reserve: String(reserve), house: String(house) };
}

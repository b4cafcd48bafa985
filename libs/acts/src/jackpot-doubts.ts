import type { AwardMessage } from '#contract';
import { handedOver, isClaimReversed, type Jackpot } from '#pools';
import type { RoundSeen } from '#proof';
import type { GrantDoubt } from './grant-doubts.js';

type AwardGiven = Pick<AwardMessage, 'table' | 'round' | 'replaces'> & {
  readonly payouts: readonly Pick<
    AwardMessage['payouts'][number],
    'seat' | 'hand' | 'amount' | 'fromPool'
  >[];
};
type DoubtedJackpot = Pick<Jackpot, 'claims'> & {
  readonly inForce: Pick<Jackpot['inForce'], 'tables' | 'minorUnitMicros'>;
};

/** Lists the doubts about a new award that come from its jackpot, and not from its round. */
export function jackpotDoubts(
  award: AwardGiven,
  seen: RoundSeen,
  from: DoubtedJackpot,
): GrantDoubt[] {
  return [
    ...reversedThere(award, from),
    ...expiredThere(award, from),
    ...restartedSince(award, seen, from),
    ...unlisted(award, seen, from),
  ];
}

/**
 * Finds expired wins of the same seats: an account has their money, and a grant takes it from pool
 * and house once more.
 */
function expiredThere(
  { table, round, payouts: granted }: AwardGiven,
  { claims, inForce }: DoubtedJackpot,
): GrantDoubt[] {
  const there = [...claims.values()].filter((each) => each.table === table && each.round === round);
  return there.flatMap(({ id, payouts, seats }) =>
    payouts
      .filter(({ seat }) => granted.some((each) => each.seat === seat))
      .filter(({ seat }) => seats.some((each) => each.seat === seat && each.state === 'expired'))
      .map((payout) => {
        const amount = Number(handedOver(payout) / inForce.minorUnitMicros);
        return { is: 'expired-there', award: id, seat: payout.seat, amount } as const;
      }),
  );
}

/** Doubts a grant whose pool has been paid out since its round: it would take the new seed. */
function restartedSince(
  { payouts }: AwardGiven,
  seen: RoundSeen,
  { claims }: DoubtedJackpot,
): GrantDoubt[] {
  if (seen.is === 'unknown' || payouts.every(({ fromPool }) => fromPool === 0)) return [];
  const awards = [...claims.values()].filter(
    (each) => each.restart && each.offset >= (seen.offset ?? Infinity) && !isClaimReversed(each),
  );
  if (awards.length === 0) return [];
  const hands = payouts.map(({ seat, hand, amount }) => ({ seat, hand, amount }));
  return [{ is: 'restarted-since', awards: awards.map(({ id }) => id), hands }];
}

/** Doubts a grant in an open round of a table that is no longer listed: it cannot settle. */
function unlisted(
  { table }: AwardGiven,
  seen: RoundSeen,
  { inForce }: DoubtedJackpot,
): GrantDoubt[] {
  const isRefused = inForce.tables?.has(table) === false;
  return seen.is === 'open' && isRefused ? [{ is: 'unlisted-table' }] : [];
}

/**
 * Finds reversed awards of the round: a grant names the one that it replaces, so that it cannot be
 * replaced twice.
 */
function reversedThere(
  { table, round, replaces }: AwardGiven,
  { claims }: DoubtedJackpot,
): GrantDoubt[] {
  if (replaces !== null) return [];
  return [...claims.values()]
    .filter((each) => each.table === table && each.round === round && isClaimReversed(each))
    .filter(({ id }) => ![...claims.values()].some((other) => other.replaces === id))
    .map(({ id }) => ({ is: 'reversed-there', award: id }));
}

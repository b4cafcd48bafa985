import type { AwardMessage } from '#contract';
import { isClaimReversed, type Jackpot } from '#pools';
import type { RoundSeen } from '#proof';
import type { GrantDoubt } from './grant-doubts.js';

type AwardGiven = Pick<AwardMessage, 'table' | 'round' | 'replaces'> & {
  readonly payouts: readonly Pick<AwardMessage['payouts'][number], 'fromPool'>[];
};
type DoubtedJackpot = Pick<Jackpot, 'claims'> & {
  readonly configuration: Pick<Jackpot['configuration'], 'tables'>;
};

/** Lists the doubts about a new award that come from its jackpot, and not from its round. */
export function jackpotDoubts(
  award: AwardGiven,
  seen: RoundSeen,
  from: DoubtedJackpot,
): GrantDoubt[] {
  return [
    ...reversedThere(award, from),
    ...restartedSince(award, seen, from),
    ...unlisted(award, seen, from),
  ];
}

/** The pool of that round was paid out since: what is taken now is the seed of another. */
function restartedSince(
  { payouts }: AwardGiven,
  seen: RoundSeen,
  { claims }: DoubtedJackpot,
): GrantDoubt[] {
  if (seen.is === 'unknown' || payouts.every(({ fromPool }) => fromPool === 0)) return [];
  const awards = [...claims.values()].filter(
    (each) => each.restart && each.offset >= (seen.offset ?? Infinity) && !isClaimReversed(each),
  );
  return awards.length === 0 ? [] : [{ is: 'restarted-since', awards: awards.map(({ id }) => id) }];
}

/** An open round of a table that was taken off the list cannot be settled. */
function unlisted(
  { table }: AwardGiven,
  seen: RoundSeen,
  { configuration }: DoubtedJackpot,
): GrantDoubt[] {
  const { tables } = configuration;
  const isListed = tables === null || tables.some(({ id }) => id === table);
  return seen.is === 'open' && !isListed ? [{ is: 'unlisted-table' }] : [];
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

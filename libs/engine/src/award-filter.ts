import type { AwardMessage } from '#contract';
import type { JackpotHand } from '#rules';

/** Which awards are asked for; what is not given leaves none out. */
export interface AwardFilter {
  /** Epoch milliseconds, included. */
  readonly fromMs?: number | undefined;
  /** Epoch milliseconds, not included. */
  readonly toMs?: number | undefined;
  readonly table?: string | undefined;
  /** Awards with a payout for it. */
  readonly hand?: JackpotHand | undefined;
}

export function matchesAward(award: AwardMessage, filter: AwardFilter): boolean {
  const { fromMs = -Infinity, toMs = Infinity, table = award.table, hand } = filter;
  const timeMs = Date.parse(award.recordedAt);
  const isOfHand = hand === undefined || award.payouts.some((payout) => payout.hand === hand);
  return fromMs <= timeMs && timeMs < toMs && table === award.table && isOfHand;
}

const clocksDifferByMs = 24 * 60 * 60 * 1_000;

/**
 * Whether no older award can be asked for. The times of a jackpot's awards never run back, but of
 * those that share a partition of the topic one may lag: a day of that is allowed for.
 */
export function isBeforeAll(
  { recordedAt }: AwardMessage,
  { fromMs = -Infinity }: AwardFilter,
): boolean {
  return Date.parse(recordedAt) < fromMs - clocksDifferByMs;
}

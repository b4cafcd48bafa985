import type { AwardMessage } from '#contract';
import type { JackpotHand } from '#rules';

/** Conditions for awards; a missing member excludes nothing. */
export interface AwardFilter {
  /** Epoch milliseconds, included. */
  readonly fromMs?: number | undefined;
  /** Epoch milliseconds, not included. */
  readonly toMs?: number | undefined;
  readonly table?: string | undefined;
  /** Only awards with a payout for this hand. */
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
 * Tells whether no older award can match. The times of one jackpot's awards never go back; between
 * jackpots that share a partition of the topic they may differ, so a day is allowed.
 */
export function isBeforeAll(
  { recordedAt }: AwardMessage,
  { fromMs = -Infinity }: AwardFilter,
): boolean {
  return Date.parse(recordedAt) < fromMs - clocksDifferByMs;
}

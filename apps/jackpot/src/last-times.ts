import type { Counts, RefusedBet } from '#engine';
import { latestRefusals, type PartitionState } from '#pools';
import type { JackpotHand } from '#rules';

/** What people do that moves money without a table's word. */
type MoneyAct = 'granted' | 'reversed' | 'adjusted';

const moneyActs: Readonly<Record<string, MoneyAct>> = {
  'award.granted': 'granted',
  'award.reversed': 'reversed',
};

/** At most so many tables with a refused bet are remembered. */
const tablesRemembered = 100;

/**
 * When the last award, act and exception of each kind came, ms. A counter hides what it began
 * with, such as records that waited while no service ran.
 */
export class LastTimes {
  /** By jackpot, and by hand. */
  readonly awards = new Map<string, Map<JackpotHand, number>>();
  /** By jackpot, and by act. */
  readonly acts = new Map<string, Map<MoneyAct, number>>();
  readonly exceptions = new Map<string, number>();
  /** Of tables, the one refused last at the end; at most so many. */
  readonly refusedBets = new Map<string, RefusedBet & { readonly atMs: number }>();

  /** A commit did this now. */
  add(
    { exceptions, refusedBets, jackpots }: Pick<Counts, 'exceptions' | 'refusedBets' | 'jackpots'>,
    nowMs = Date.now(),
  ): void {
    for (const [reason] of exceptions) this.exception(reason, nowMs);
    for (const bet of refusedBets) this.refusedBet(bet, nowMs);
    for (const [id, { hands, acts, adjustments }] of jackpots) {
      for (const [hand] of hands) raise(this.awards, id, hand, nowMs);
      if (acts['award.granted'] > 0) raise(this.acts, id, 'granted', nowMs);
      if (acts['award.reversed'] > 0) raise(this.acts, id, 'reversed', nowMs);
      if (adjustments > 0) raise(this.acts, id, 'adjusted', nowMs);
    }
  }

  /**
   * Takes over what another process committed, in case it died before its metrics were read: by
   * Kafka time, the awards in the ledger, what was done with them, and the latest refusals.
   */
  learn(
    { jackpots, refusals }: Pick<PartitionState, 'jackpots' | 'refusals'>,
    nowMs = Date.now(),
  ): void {
    for (const [reason, atMs] of latestRefusals(refusals)) {
      this.exception(reason, Math.min(atMs, nowMs));
    }
    for (const [id, { claims }] of jackpots) {
      // The brokers' clock may be ahead.
      for (const { payouts, recordedAtMs, by } of claims.values()) {
        for (const { hand } of payouts) {
          raise(this.awards, id, hand, Math.min(recordedAtMs, nowMs));
        }
        for (const { act, atMs } of by) {
          const what = moneyActs[act];
          if (what) raise(this.acts, id, what, Math.min(atMs, nowMs));
        }
      }
    }
  }

  /** Anybody may name a table where none is listed, so only so many are remembered. */
  private refusedBet(bet: RefusedBet, atMs: number): void {
    const key = `${bet.jackpot}/${bet.table}`;
    this.refusedBets.delete(key);
    this.refusedBets.set(key, { ...bet, atMs });
    const [oldest = key] = this.refusedBets.keys();
    if (this.refusedBets.size > tablesRemembered) this.refusedBets.delete(oldest);
  }

  private exception(reason: string, atMs: number): void {
    this.exceptions.set(reason, Math.max(atMs, this.exceptions.get(reason) ?? 0));
  }
}

function raise<Kind>(
  all: Map<string, Map<Kind, number>>,
  id: string,
  kind: Kind,
  atMs: number,
): void {
  const own = all.get(id) ?? new Map<Kind, number>();
  all.set(id, own);
  own.set(kind, Math.max(atMs, own.get(kind) ?? 0));
}

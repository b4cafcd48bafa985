import type { Counts, RefusedBet } from '#engine';
import { latestRefusals, type PartitionState } from '#pools';
import type { JackpotHand } from '#rules';

/** Acts of people that move money without a table's event. */
type MoneyAct = 'granted' | 'reversed' | 'adjusted';

const moneyActs: Readonly<Record<string, MoneyAct>> = {
  'award.granted': 'granted',
  'award.reversed': 'reversed',
};

/** Limit of the remembered tables with a refused bet. */
const tablesRemembered = 100;

/**
 * Times of the last award, act and exception of each kind, ms. A counter hides the events before
 * its start, such as records that waited while no service ran.
 */
export class LastTimes {
  /** By jackpot, and by hand. */
  readonly awards = new Map<string, Map<JackpotHand, number>>();
  /** By jackpot, and by act. */
  readonly acts = new Map<string, Map<MoneyAct, number>>();
  readonly exceptions = new Map<string, number>();
  /** By table, the one refused last at the end; at most `tablesRemembered`. */
  readonly refusedBets = new Map<string, RefusedBet & { readonly atMs: number }>();

  /** Notes the effects of a commit, with the present time. */
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
   * Takes over the commits of another process, in case it died before its metrics were read: by
   * Kafka time, the awards in the ledger, the acts on them, and the latest refusals.
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

  /** Limited, because anybody may name a table if none is listed. */
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

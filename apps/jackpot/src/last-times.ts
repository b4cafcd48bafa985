import type { Counts } from '#engine';
import { latestRefusals, type PartitionState } from '#pools';
import type { JackpotHand } from '#rules';

/**
 * When the last award and the last exception of each kind came, ms. A counter does not show what
 * came before it was first read, and so neither what waited while no service ran.
 */
export class LastTimes {
  /** By jackpot, and by hand. */
  readonly awards = new Map<string, Map<JackpotHand, number>>();
  readonly exceptions = new Map<string, number>();

  /** A commit did this now. */
  add({ exceptions, jackpots }: Pick<Counts, 'exceptions' | 'jackpots'>, nowMs = Date.now()): void {
    for (const [reason] of exceptions) this.exception(reason, nowMs);
    for (const [id, { hands }] of jackpots) {
      for (const [hand] of hands) this.award(id, hand, nowMs);
    }
  }

  /**
   * Learns from a ledger that another process has kept what that one may not have shown any more:
   * the awards that are remembered, and the refusals of the running window, by their Kafka time.
   */
  learn(
    { jackpots, refusals }: Pick<PartitionState, 'jackpots' | 'refusals'>,
    nowMs = Date.now(),
  ): void {
    for (const [reason, atMs] of latestRefusals(refusals)) {
      this.exception(reason, Math.min(atMs, nowMs));
    }
    for (const [id, { claims }] of jackpots) {
      for (const { payouts, recordedAtMs } of claims.values()) {
        // The brokers' clock may be ahead.
        for (const { hand } of payouts) this.award(id, hand, Math.min(recordedAtMs, nowMs));
      }
    }
  }

  private award(id: string, hand: JackpotHand, atMs: number): void {
    const own = this.awards.get(id) ?? new Map<JackpotHand, number>();
    this.awards.set(id, own);
    own.set(hand, Math.max(atMs, own.get(hand) ?? 0));
  }

  private exception(reason: string, atMs: number): void {
    this.exceptions.set(reason, Math.max(atMs, this.exceptions.get(reason) ?? 0));
  }
}

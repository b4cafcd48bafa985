import type { AwardMessage, ExceptionMessage, ValueMessage } from '#contract';
import type { AlertGroup } from './alerts.js';
import type { Jackpot } from './api.js';
import type { Metrics } from './metrics.js';

/** Amounts are minor units, times are milliseconds of the caller's clock. */
export interface Pool {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  value: number;
  /** Samples for the trend, oldest first. */
  history: { readonly atMs: number; readonly value: number }[];
  /** When the last award was paid. */
  hitAtMs: number;
}

const historyLength = 40;
const newestKept = 50;

/** What the screen shows. It has no clock of its own: the caller says what time it is. */
export class DemoView {
  readonly pools: ReadonlyMap<string, Pool>;
  /** Newest first. */
  awards: AwardMessage[] = [];
  /** Newest first. */
  exceptions: { readonly atMs: number; readonly message: ExceptionMessage }[] = [];
  reasons: [reason: string, count: number][] = [];
  awardCount = 0;
  eventsPerSecond = 0;
  lag = 0;
  signs = 0;
  /** What fires; undefined while Prometheus does not answer. */
  alerts: readonly AlertGroup[] | undefined;
  health = { ledger: false, signs: false };
  pitState = 'tables are playing';
  private eventCounts: { readonly atMs: number; readonly events: number }[] = [];

  constructor(jackpots: readonly Pick<Jackpot, 'id' | 'currency' | 'value' | 'configuration'>[]) {
    this.pools = new Map(
      jackpots.map(({ id, currency, value, configuration }) => {
        const name = configuration.name['en'] ?? id;
        return [id, { id, name, currency, value, history: [], hitAtMs: -Infinity }];
      }),
    );
  }

  takeValue({ jackpot, value, hit }: ValueMessage, nowMs: number): void {
    const pool = this.pools.get(jackpot);
    if (!pool) return;
    pool.value = value;
    if (hit) pool.hitAtMs = nowMs;
  }

  /** Keeps the present values for the trend. */
  sample(nowMs: number): void {
    for (const pool of this.pools.values()) {
      pool.history = [...pool.history, { atMs: nowMs, value: pool.value }].slice(-historyLength);
    }
  }

  /**
   * @param awards in any order, known ones among them
   * @returns those that are new
   */
  takeAwards(awards: readonly AwardMessage[]): AwardMessage[] {
    const known = new Set(this.awards.map(({ id }) => id));
    const fresh = awards.filter(({ id }) => !known.has(id));
    this.awards = [...fresh, ...this.awards]
      .sort((one, other) => (one.time < other.time ? 1 : -1))
      .slice(0, newestKept);
    return fresh;
  }

  takeException(message: ExceptionMessage, nowMs: number): void {
    this.exceptions = [{ atMs: nowMs, message }, ...this.exceptions].slice(0, newestKept);
  }

  takeMetrics(metrics: Metrics, nowMs: number): void {
    this.lag = metrics.sum('jackpot_partition_lag_records');
    this.reasons = metrics.by('jackpot_exceptions_total', 'reason');
    this.awardCount = metrics.sum('jackpot_awards_total');
    const events = metrics.sum('jackpot_events_total');
    this.eventCounts = [...this.eventCounts, { atMs: nowMs, events }].slice(-5);
    const [oldest] = this.eventCounts;
    const seconds = oldest ? (nowMs - oldest.atMs) / 1000 : 0;
    this.eventsPerSecond = oldest && seconds > 0 ? (events - oldest.events) / seconds : 0;
  }
}

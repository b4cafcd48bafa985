import type { AwardMessage, ExceptionMessage, ValueMessage } from '#contract';
import type { AlertGroup } from './alerts.js';
import type { ApiJackpot } from './api.js';
import { countBy, type MetricSamples } from './metrics.js';

/** Amounts are minor units, times are milliseconds of the caller's clock. */
export interface Pool {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  value: number;
  /** Won and not yet paid, major units. */
  held: number;
  /** Samples for the trend, oldest first. */
  history: { readonly atMs: number; readonly value: number }[];
  /** Time of the last celebration of a win. */
  hitAtMs: number;
}

const historyLength = 40;
const newestKept = 50;

/** The content of the screen. It has no clock of its own: the caller gives the time. */
export class DemoView {
  readonly pools: ReadonlyMap<string, Pool>;
  /** Newest first. */
  awards: AwardMessage[] = [];
  /** Newest first. */
  exceptions: { readonly atMs: number; readonly message: ExceptionMessage }[] = [];
  reasons: [reason: string, count: number][] = [];
  awardCount = 0;
  /** Number of waiting awards, by state. */
  claims: [state: string, count: number][] = [];
  eventsPerSecond = 0;
  lag = 0;
  signs = 0;
  /** Firing alerts; undefined while Prometheus does not answer. */
  alerts: readonly AlertGroup[] | undefined;
  health = { ledger: false, signs: false };
  /** The last event of a server, with its time; empty if there was none. */
  notice = '';
  pitState = 'tables are playing';
  /** The offset of each jackpot's newest known award. */
  private readonly taken = new Map<string, number>();
  /** For each award on the screen, the offset of the record that it follows from. */
  private readonly said = new Map<string, number>();
  /** Start of the ledger service; its counters began at 0 then. */
  private startedAt: number | undefined;
  /** Counts from before that start. */
  private counted: Pick<DemoView, 'awardCount' | 'reasons'> = { awardCount: 0, reasons: [] };
  private eventCounts: { readonly atMs: number; readonly events: number }[] = [];

  constructor(
    jackpots: readonly Pick<ApiJackpot, 'id' | 'currency' | 'value' | 'configuration'>[],
  ) {
    this.pools = new Map(
      jackpots.map(({ id, currency, value, configuration }) => {
        const name = configuration.name['en'] ?? id;
        return [id, { id, name, currency, value, held: 0, history: [], hitAtMs: -Infinity }];
      }),
    );
  }

  takeValue({ jackpot, value, hit }: ValueMessage, nowMs: number): void {
    const pool = this.pools.get(jackpot);
    if (!pool) return;
    pool.value = value;
    if (hit?.state === 'awarded' || hit?.state === 'verified') pool.hitAtMs = nowMs;
  }

  /** Keeps the present values for the trend. */
  sample(nowMs: number): void {
    for (const pool of this.pools.values()) {
      pool.history = [...pool.history, { atMs: nowMs, value: pool.value }].slice(-historyLength);
    }
  }

  /**
   * @param awards in any order, known ones among them
   * @returns those that are new, or have changed
   */
  takeAwards(awards: readonly AwardMessage[]): AwardMessage[] {
    const fresh = awards.filter(
      (award) => saidAt(award) > (this.said.get(award.id) ?? this.forgotten(award)),
    );
    for (const award of fresh) {
      this.said.set(award.id, saidAt(award));
      const newest = Math.max(award.offset, this.taken.get(award.jackpot) ?? -1);
      this.taken.set(award.jackpot, newest);
    }
    const changed = new Set(fresh.map(({ id }) => id));
    this.awards = [...fresh, ...this.awards.filter(({ id }) => !changed.has(id))]
      .sort((one, other) => (one.recordedAt < other.recordedAt ? 1 : -1))
      .slice(0, newestKept);
    const kept = new Set(this.awards.map(({ id }) => id));
    for (const id of this.said.keys()) if (!kept.has(id)) this.said.delete(id);
    return fresh;
  }

  /** An award that the screen has no more room for is not new, whatever its later state. */
  private forgotten({ jackpot, offset }: AwardMessage): number {
    return offset > (this.taken.get(jackpot) ?? -1) ? -1 : Infinity;
  }

  takeException(message: ExceptionMessage, nowMs: number): void {
    this.exceptions = [{ atMs: nowMs, message }, ...this.exceptions].slice(0, newestKept);
  }

  takeMetrics(metrics: MetricSamples, nowMs: number): void {
    const startedAt = metrics.sum('process_start_time_seconds');
    if (startedAt !== this.startedAt) {
      this.startedAt = startedAt;
      this.counted = { awardCount: this.awardCount, reasons: this.reasons };
      this.eventCounts = [];
    }
    this.lag = metrics.sum('jackpot_partition_lag_records');
    const { awardCount, reasons } = this.counted;
    this.reasons = countBy([...reasons, ...metrics.by('jackpot_exceptions_total', 'reason')]);
    this.awardCount = awardCount + metrics.sum('jackpot_awards_total');
    this.claims = metrics.by('jackpot_claims', 'state');
    for (const pool of this.pools.values()) {
      const held = { jackpot: pool.id, account: 'held' };
      pool.held = metrics.sum('jackpot_balance_major_units', held);
    }
    const events = metrics.sum('jackpot_events_total');
    this.eventCounts = [...this.eventCounts, { atMs: nowMs, events }].slice(-5);
    const [oldest] = this.eventCounts;
    const seconds = oldest ? (nowMs - oldest.atMs) / 1000 : 0;
    this.eventsPerSecond = oldest && seconds > 0 ? (events - oldest.events) / seconds : 0;
  }
}

/** Returns the offset of the record that gave the award its present state. */
function saidAt({ offset, by }: AwardMessage): number {
  return Math.max(offset, ...by.map((act) => act.offset));
}

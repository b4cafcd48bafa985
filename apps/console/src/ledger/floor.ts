import { commonZone } from '#acts';
import { UserError, type AwardMessage } from '#contract';
import { readState, type JackpotReading, type LedgerReader } from '#engine';
import type { PartitionState } from '#pools';
import type { AlertWatch, WatchView } from '../monitor/alert-watch.js';
import { attentionOf, tablesInNeed, type Attention } from './attention.js';
import type { ConsoleLedger } from './console-ledger.js';
import { SharedReading } from './shared-reading.js';

/** A waiting award, with the time zone of its jackpot. */
export interface QueuedAward {
  readonly award: AwardMessage;
  readonly zone: string;
}

/** The state of the floor, not yet in any language. */
export interface FloorView {
  readonly readings: readonly JackpotReading[];
  /** Jackpots that somebody has made unreadable in Redis. */
  readonly unreadable: readonly string[];
  readonly attention: readonly Attention[];
  /** Waiting awards, the oldest first. */
  readonly queue: readonly QueuedAward[];
  /** Time zone of all jackpots; UTC if they have several. */
  readonly zone: string;
  /** Undefined if no Prometheus is configured. */
  readonly alerts: WatchView['alerts'] | undefined;
}

const listLimit = 200;

/** Reads the floor. A change reloads all open pages at the same moment: they share a reading. */
export class Floor {
  private readonly shared: SharedReading<FloorView>;

  constructor(
    private readonly live: ConsoleLedger,
    private readonly reader: LedgerReader,
    private readonly watch: Pick<AlertWatch, 'view'>,
  ) {
    // Never a reading that is older than the change.
    this.shared = new SharedReading(() => this.read(), 0);
  }

  /** @throws LedgerUnavailable. */
  now(): Promise<FloorView> {
    return this.shared.get();
  }

  private async read(): Promise<FloorView> {
    const { readings, unreadable } = await this.reader.readJackpots();
    const queue: QueuedAward[] = [];
    for (const { jackpot } of readings) {
      const found = await this.reader.readClaims(jackpot.id, { afterOffset: -1, limit: listLimit });
      const { zone } = jackpot.configuration;
      queue.push(...(found?.claims ?? []).map((award) => ({ award, zone })));
    }
    queue.sort((one, other) => (one.award.recordedAt < other.award.recordedAt ? -1 : 1));
    const attention = await attentionOf(this.live.ledger, readings);
    attention.push(...(await this.tablesInNeed(readings)));
    const zone = commonZone(readings.map(({ jackpot }) => jackpot)) ?? 'UTC';
    const alerts = this.watch.view?.alerts;
    return { readings, unreadable, attention, queue: queue.slice(0, listLimit), zone, alerts };
  }

  /**
   * Reads Redis, like the amounts of the floor: a signed act is proven first. Returns nothing for a
   * partition that cannot be read, which is named as halted or unreadable anyhow.
   */
  private async tablesInNeed(readings: readonly JackpotReading[]): Promise<Attention[]> {
    const found: Attention[] = [];
    for (const partition of new Set(readings.map((each) => each.partition))) {
      const now = await this.stateOf(partition);
      if (!now) continue;
      for (const jackpot of now.jackpots.values()) found.push(...tablesInNeed({ jackpot, now }));
    }
    return found;
  }

  private async stateOf(partition: number): Promise<PartitionState | undefined> {
    try {
      const state = readState(await this.live.snapshot(partition));
      return 'reason' in state ? undefined : state;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }
}

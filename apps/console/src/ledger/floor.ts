import { Home } from '#acts';
import { UserError, type AwardMessage } from '#contract';
import type { JackpotReading, LedgerReader } from '#engine';
import { attentionOf, tablesInNeed, type Attention } from './attention.js';
import type { ConsoleLedger } from './console-ledger.js';
import { SharedReading } from './shared-reading.js';

/** An award that waits, with the time zone of its jackpot. */
export interface QueuedAward {
  readonly award: AwardMessage;
  readonly zone: string;
}

/** What stands on the floor, in no language yet. */
export interface FloorView {
  readonly readings: readonly JackpotReading[];
  /** Jackpots that somebody has made unreadable in Redis. */
  readonly unreadable: readonly string[];
  readonly attention: readonly Attention[];
  /** Awards that wait, the oldest first. */
  readonly queue: readonly QueuedAward[];
}

const listLimit = 200;

/** Reads the floor. A change reloads all open pages at the same moment: they share a reading. */
export class Floor {
  private readonly shared: SharedReading<FloorView>;

  constructor(
    private readonly live: ConsoleLedger,
    private readonly reader: LedgerReader,
  ) {
    // None that is older than the change.
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
    attention.push(...(await this.tablesInNeed()));
    return { readings, unreadable, attention, queue: queue.slice(0, listLimit) };
  }

  /** None where the journal does not prove what Redis has: what is halted is said anyhow. */
  private async tablesInNeed(): Promise<Attention[]> {
    try {
      return (await Home.all(this.live)).flatMap(tablesInNeed);
    } catch (error) {
      if (error instanceof UserError) return [];
      throw error;
    }
  }
}

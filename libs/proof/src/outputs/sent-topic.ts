import { homePartition } from '#contract';
import type { LogRecord } from '#log';
import type { LiveLedger } from '../source/live-ledger.js';
import { foundRecord, type FoundOutput, type Identified } from './found-message.js';
import { originOfId, type SentKind } from './message-id.js';

/** A partition of a topic whose first records are gone. */
export interface Cut {
  readonly partition: number;
  /** The first record that is left, and its Kafka timestamp, ms; null where none is left. */
  readonly offset: number;
  writtenAtMs: number | null;
  /** The first event, by partition of the events, of which a message is left. */
  readonly firstEvents: Map<number, number>;
}

/** How far a partition of the topic was read. */
interface Reader {
  readonly partition: number;
  next: number;
  readonly high: number;
  /** How many of its messages wait for the fold. */
  waiting: number;
}

const bytesPerRead = 256 * 1024;
/** So many messages of a topic are read before the fold gives them, shared by its partitions. */
const readAheadAtMost = 20_000;
/** What the clocks of brokers may differ by. */
const clocksDifferMs = 60_000;

/**
 * One output topic, read a little before the fold: the messages of events that it has not reached
 * wait by the id of their content.
 */
export class SentTopic {
  /** How many records were read. */
  count = 0;
  readonly cuts = new Map<number, Cut>();
  private readonly readers: Reader[];
  /** By partition of the events and by id. */
  private readonly waiting = new Map<number, Map<string, FoundOutput[]>>();

  /**
   * @param marks of the topic's partitions
   * @param starts where the reading begins, of each; by default where it begins itself
   * @param partitions of the events topic
   */
  constructor(
    readonly kind: SentKind,
    private readonly marks: readonly { readonly low: number; readonly high: number }[],
    starts: readonly number[] | undefined,
    private readonly partitions: number,
  ) {
    this.readers = marks.map(({ low, high }, partition) => {
      const start = starts?.[partition] ?? 0;
      const cut = { partition, offset: low, writtenAtMs: null, firstEvents: new Map() };
      if (low > start) this.cuts.set(partition, cut);
      return { partition, next: Math.max(low, start), high, waiting: 0 };
    });
  }

  /**
   * Reads on until enough messages wait, or to the end.
   * @param onFound of each in the order of its partition.
   */
  async read(
    live: LiveLedger,
    isToEnd: boolean,
    onFound: (identified: Identified) => Promise<void> | undefined,
  ): Promise<void> {
    const most = readAheadAtMost / this.readers.length;
    for (const reader of this.readers) {
      while (reader.next < reader.high && (isToEnd || reader.waiting < most)) {
        for (const record of await this.next(live, reader)) {
          await onFound(this.identify(record));
        }
      }
    }
  }

  /** A message waits until the fold gives it. */
  wait(id: string, found: FoundOutput): void {
    const { partition } = originOfId(id);
    const own = this.waiting.get(partition) ?? new Map<string, FoundOutput[]>();
    this.waiting.set(partition, own);
    const known = own.get(id);
    // Messages may come twice, which is right; one that waits in the outbox may be on the topic.
    const twin = known?.findIndex(({ digest }) => digest === found.digest) ?? -1;
    if (known && twin >= 0) {
      if (!('text' in found.at) && 'text' in (known[twin] as FoundOutput).at) {
        known[twin] = found;
        this.countWaiting(found, 1);
      }
      return;
    }
    this.countWaiting(found, 1);
    if (known) known.push(found);
    else own.set(id, [found]);
  }

  /** What waits with this id; the next time it is nothing. */
  take(id: string): readonly FoundOutput[] {
    const own = this.waiting.get(originOfId(id).partition);
    const found = own?.get(id) ?? [];
    own?.delete(id);
    for (const each of found) this.countWaiting(each, -1);
    return found;
  }

  /**
   * What waits of events of a partition before an offset, and was not taken: as far as they came
   * in order. What came before its turn is taken by a later call.
   */
  takeBefore(
    partition: number,
    offset: number,
  ): readonly [id: string, found: readonly FoundOutput[]][] {
    const passed: string[] = [];
    for (const id of this.waiting.get(partition)?.keys() ?? []) {
      if (originOfId(id).offset >= offset) break;
      passed.push(id);
    }
    return passed.map((id) => [id, this.take(id)]);
  }

  /**
   * Whether a message of an event may have been there and be deleted by now.
   * @param atMs no later than the Kafka time of the event
   */
  mayBeGone(key: string, event: { partition: number; offset: number; atMs: number }): boolean {
    if (this.cuts.size === 0) return false;
    const home = homePartition(key, this.marks.length);
    const cuts = key === '' ? [...this.cuts.values()] : [this.cuts.get(home)];
    return cuts.some((cut) => {
      if (!cut) return false;
      const first = cut.firstEvents.get(event.partition);
      if (first !== undefined) return event.offset < first;
      return cut.writtenAtMs === null || event.atMs <= cut.writtenAtMs + clocksDifferMs;
    });
  }

  private async next(live: LiveLedger, reader: Reader): Promise<readonly LogRecord[]> {
    const { partition, next, high } = reader;
    const records = await live.read(this.kind, partition, next, bytesPerRead);
    reader.next = (records?.at(-1)?.offset ?? high - 1) + 1;
    if (!records) {
      // Its beginning has been deleted since.
      const { low = high } = (await live.watermarks(this.kind))[partition] ?? {};
      reader.next = Math.max(next + 1, low);
    }
    return (records ?? []).filter(({ offset, steppedOver }) => offset < high && !steppedOver);
  }

  private identify(record: LogRecord): Identified {
    this.count += 1;
    const identified = foundRecord(this.kind, record, this.partitions);
    const cut = this.cuts.get(record.partition);
    if (!cut) return identified;
    cut.writtenAtMs ??= record.recordedAtMs;
    if (identified.id === undefined) return identified;
    const event = originOfId(identified.id);
    const first = cut.firstEvents.get(event.partition) ?? Infinity;
    cut.firstEvents.set(event.partition, Math.min(first, event.offset));
    return identified;
  }

  private countWaiting({ at }: FoundOutput, change: number): void {
    const reader = 'text' in at ? undefined : this.readers[at.partition];
    if (reader) reader.waiting += change;
  }
}

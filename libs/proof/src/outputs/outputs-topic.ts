import { homePartition } from '#contract';
import { UserError } from '#contract/exit-codes';
import type { LogRecord } from '#log';
import type { LiveLedger } from '../source/live-ledger.js';
import { digestOfRecord, foundOutput, type FoundOutput } from './found-output.js';
import type { ComparedKind, LogPlace } from './message-id.js';

/** Facts about a partition of a topic whose first records are gone. */
interface OutputsCut {
  /** The first remaining record. */
  readonly offset: number;
  /** Its Kafka timestamp, ms; undefined if no record remains. */
  writtenAtMs: number | undefined;
  /** The first event with a remaining message, by partition of the events. */
  readonly firstEvents: Map<number, number>;
}

/** The progress of reading a partition of the topic. */
interface OutputsReader {
  readonly partition: number;
  readonly cut: OutputsCut | undefined;
  readonly high: number;
  next: number;
  /** Messages that were read and wait for the fold. */
  waiting: FoundOutput[];
}

const bytesPerRead = 256 * 1024;
/** Messages of a topic that are read ahead of the fold, at most, shared by its partitions. */
const readAheadAtMost = 20_000;
/** Largest difference expected between the clocks of brokers. */
const clocksDifferMs = 60_000;
/** Retention lasts for years, so a missing message younger than this was deleted by hand. */
const keptAtLeastMs = 24 * 3_600_000;

/** One output topic, read a little ahead of the fold. */
export class OutputsTopic {
  /** Number of records read. */
  count = 0;
  private readonly readers: readonly OutputsReader[];
  /** Messages that wait in an outbox, until the fold has passed them. */
  waiting: FoundOutput[] = [];

  /**
   * @param marks of the topic's partitions
   * @param starts offset of a checkpoint in each; by default the topic is read as a whole
   * @param partitions of the events topic
   * @param nowMs of the proof's own clock, epoch ms
   * @throws UserError if the topic ends before a start
   */
  constructor(
    readonly kind: ComparedKind,
    marks: readonly { readonly low: number; readonly high: number }[],
    starts: readonly number[],
    private readonly partitions: number,
    private readonly nowMs = Date.now(),
  ) {
    const short = starts.findIndex((start, partition) => start > (marks[partition]?.high ?? 0));
    if (short >= 0) throw anotherTopic(kind, short, starts[short], marks[short]?.high);
    this.readers = marks.map(({ low, high }, partition) => {
      const next = Math.max(low, starts[partition] ?? 0);
      const cut = { offset: low, writtenAtMs: undefined, firstEvents: new Map() };
      const isCut = low > (starts[partition] ?? 0);
      return { partition, cut: isCut ? cut : undefined, high, next, waiting: [] };
    });
  }

  /** The end of each of its partitions when the proof began. */
  get ends(): readonly number[] {
    return this.readers.map(({ high }) => high);
  }

  /** The first compared places of the partitions whose first records are gone. */
  get cuts() {
    return this.readers.flatMap(({ partition, cut }) => {
      if (!cut) return [];
      const { offset, writtenAtMs: ms } = cut;
      const at = ms === undefined ? null : new Date(ms).toISOString();
      return { topic: this.kind, partition, offset, at };
    });
  }

  /**
   * Has the waiting messages judged, and continues to read until enough wait, or to the end.
   * @param judge returns undefined for a message that must wait for the fold
   */
  async follow(
    live: LiveLedger,
    isToEnd: boolean,
    judge: (found: FoundOutput) => Promise<void> | undefined,
  ): Promise<void> {
    const unjudged = async (all: readonly FoundOutput[]): Promise<FoundOutput[]> => {
      const waiting: FoundOutput[] = [];
      for (const found of all) {
        const judged = judge(found);
        if (judged) await judged;
        else waiting.push(found);
      }
      return waiting;
    };
    this.waiting = await unjudged(this.waiting);
    const most = readAheadAtMost / this.readers.length;
    for (const reader of this.readers) {
      reader.waiting = await unjudged(reader.waiting);
      while (reader.next < reader.high && (isToEnd || reader.waiting.length < most)) {
        const records = await this.next(live, reader);
        const found = records.map((record) => this.found(record, reader));
        reader.waiting.push(...(await unjudged(found)));
      }
    }
  }

  /**
   * Returns true if a message of an event may have existed and been deleted by retention.
   * @param atMs at most the Kafka time of the event
   */
  mayBeGone(key: string, event: LogPlace, atMs: number): boolean {
    if (atMs > this.nowMs - keptAtLeastMs) return false;
    const home = key === '' ? undefined : homePartition(key, this.readers.length);
    return this.readers.some(({ partition, cut }) => {
      if (!cut || (home ?? partition) !== partition) return false;
      const first = cut.firstEvents.get(event.partition);
      if (first !== undefined) return event.offset < first;
      return atMs <= (cut.writtenAtMs ?? Infinity) + clocksDifferMs;
    });
  }

  private async next(live: LiveLedger, reader: OutputsReader): Promise<readonly LogRecord[]> {
    const { partition, next, high } = reader;
    const records = await live.read(this.kind, partition, next, bytesPerRead);
    reader.next = (records?.at(-1)?.offset ?? high - 1) + 1;
    if (!records) {
      // The partition's beginning has been deleted since.
      const { low = high } = (await live.watermarks(this.kind))[partition] ?? {};
      reader.next = Math.max(next + 1, low);
    }
    return (records ?? []).filter(({ offset, steppedOver }) => offset < high && !steppedOver);
  }

  private found(record: LogRecord, { cut }: OutputsReader): FoundOutput {
    this.count += 1;
    const { partition, offset, recordedAtMs: writtenAtMs, value } = record;
    const place = { digest: digestOfRecord(record), at: { partition, offset }, writtenAtMs };
    const found = foundOutput(this.kind, this.partitions, String(value ?? ''), place);
    if (!cut) return found;
    cut.writtenAtMs ??= writtenAtMs;
    const { origin } = found;
    const first = cut.firstEvents.get(origin.partition) ?? Infinity;
    if (origin.offset < first) cut.firstEvents.set(origin.partition, origin.offset);
    return found;
  }
}

function anotherTopic(kind: ComparedKind, partition: number, start = 0, high = 0): UserError {
  return new UserError(
    `Partition ${partition} of the topic of ${kind} had ${start} records when the checkpoint was written and has ${high} now, so it is another topic. Verify without --from, and write another checkpoint.`,
  );
}

import { type TopicKind, topicName, UserError } from '#contract';
import { JournalTopic } from '#engine';
import type { Ledger, LedgerSnapshot } from '#ledger';
import {
  readClusterId,
  readLog,
  readOffsetsAt,
  readTopicFindings,
  readWatermarks,
  TopicReader,
  type LogRecord,
  type openKafka,
  type TopicFindings,
} from '#log';
import type { ProgressLine, ShowProgress } from './progress.js';

/** Where a partition of a topic begins, and the offset that its next record will get. */
interface OffsetMarks {
  readonly low: number;
  readonly high: number;
}

/** Offsets of a partition; `to` is the first one after them. */
export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

/** How people see what is read, and what has failed. */
export interface Audience {
  readonly progress: ShowProgress;
  /** Waits for an answer of Kafka. @param topic what was asked about, for an error. */
  asked<T>(answer: Promise<T>, topic?: string): Promise<T>;
}

/** So that a partition of a million messages takes some hundred reads. */
const bytesPerRead = 4 * 1024 * 1024;

/** A ledger in service, in Redis, and its topics in Kafka: all of it that a proof reads. */
export class LiveLedger {
  private numbers: Promise<readonly number[]> | undefined;
  private cluster: Promise<string> | undefined;
  /** Those that `read` has opened; they stay until `close`. */
  private readonly readers = new Map<TopicKind, TopicReader>();

  constructor(
    readonly ledger: Ledger,
    protected readonly kafka: ReturnType<typeof openKafka>,
    private readonly topicPrefix: string,
    protected readonly audience: Audience,
  ) {}

  /** Shows how far a work has come. @param total how many `unit`s, by default records. */
  progress(...args: Parameters<ShowProgress>): ProgressLine {
    return this.audience.progress(...args);
  }

  topic(kind: TopicKind): string {
    return topicName(this.topicPrefix, kind);
  }

  /**
   * Where each partition of a topic begins (`low`) and ends (`high`).
   * @throws the audience's error when Kafka or the topic cannot be reached; so do all methods that
   * use Kafka.
   */
  watermarks(kind: TopicKind): Promise<readonly OffsetMarks[]> {
    const topic = this.topic(kind);
    return this.audience.asked(readWatermarks(this.kafka, topic), topic);
  }

  /** The first offset of each partition of a topic at or after a Kafka time, or its end. */
  offsetsAt(kind: TopicKind, timeMs: number): Promise<readonly number[]> {
    const topic = this.topic(kind);
    return this.audience.asked(readOffsetsAt(this.kafka, topic, timeMs), topic);
  }

  /** The numbers of all partitions of the events topic, which never change. */
  partitions(): Promise<readonly number[]> {
    this.numbers ??= this.watermarks('events').then((marks) => [...marks.keys()]);
    // A service asks again once the brokers are back.
    this.numbers.catch(() => (this.numbers = undefined));
    return this.numbers;
  }

  /** The id of the cluster, asked for once. */
  clusterId(): Promise<string> {
    this.cluster ??= this.audience.asked(readClusterId(this.kafka));
    this.cluster.catch(() => (this.cluster = undefined));
    return this.cluster;
  }

  /**
   * Reads ranges of the events, with progress on a terminal; also what is stepped over, since each
   * offset counts.
   */
  async readEvents(
    ranges: ReadonlyMap<number, OffsetRange>,
    onRecords: (partition: number, records: readonly LogRecord[]) => void,
  ): Promise<void> {
    const topic = this.topic('events');
    const progress = this.progress(`reading ${topic}`, spanLength(ranges));
    const reading = readLog(this.kafka, topic, ranges, (partition, records) => {
      onRecords(partition, records);
      progress.add(records.length);
    });
    await this.audience.asked(reading, topic).finally(() => progress.end());
  }

  /** The first record at or after an offset; undefined where there is none. */
  nextRecord(kind: TopicKind, partition: number, offset: number): Promise<LogRecord | undefined> {
    return this.withTopic(kind, async (reader) => (await reader.read(partition, offset))?.[0]);
  }

  /** The records at some offsets, where the topic has them. */
  recordsAt(kind: TopicKind, partition: number, offsets: readonly number[]): Promise<LogRecord[]> {
    return this.withTopic(kind, async (reader) => {
      const found: LogRecord[] = [];
      for (const offset of offsets) {
        const [record] = (await reader.read(partition, offset)) ?? [];
        if (record?.offset === offset) found.push(record);
      }
      return found;
    });
  }

  /**
   * Reads ranges of another topic, with progress on a terminal; their offsets may have holes, as
   * compaction leaves them. Left out is what retention deletes meanwhile, and what is stepped over.
   */
  async readTopic(
    kind: Exclude<TopicKind, 'events'>,
    ranges: ReadonlyMap<number, OffsetRange>,
    onRecord: (record: LogRecord) => void,
  ): Promise<void> {
    const progress = this.progress(`reading ${this.topic(kind)}`, spanLength(ranges));
    const read = async (reader: TopicReader): Promise<void> => {
      for (const [partition, { from, to }] of ranges) {
        for (let next = from; next < to;) {
          const begun = next;
          const records = await reader.read(partition, begun, bytesPerRead);
          next = (records?.at(-1)?.offset ?? to - 1) + 1;
          // Its beginning has been deleted since.
          if (!records) next = Math.max(begun + 1, (await reader.marks())[partition]?.low ?? to);
          for (const record of records ?? []) {
            if (record.offset < to && !record.steppedOver) onRecord(record);
          }
          progress.add(Math.min(next, to) - begun);
        }
      }
    };
    await this.withTopic(kind, read).finally(() => progress.end());
  }

  /**
   * The records from an offset on that one fetch gives, also those that are stepped over; none at
   * the end of the partition, and undefined where it does not have the offset.
   */
  read(
    kind: TopicKind,
    partition: number,
    from: number,
    maxBytes: number,
  ): Promise<readonly LogRecord[] | undefined> {
    const topic = this.topic(kind);
    const reader = this.readers.get(kind) ?? new TopicReader(this.kafka, topic);
    this.readers.set(kind, reader);
    return this.audience.asked(reader.read(partition, from, maxBytes), topic);
  }

  /** Closes what `read` has opened. */
  async close(): Promise<void> {
    await Promise.all([...this.readers.values()].map((reader) => reader.close()));
  }

  /** What is wrong with the settings of the topics. */
  topicFindings(): Promise<TopicFindings> {
    const [events, journal] = [this.topic('events'), this.topic('journal')];
    return this.audience.asked(readTopicFindings(this.kafka, { events, journal }), events);
  }

  snapshots(partitions: readonly number[]): Promise<LedgerSnapshot[]> {
    return Promise.all(partitions.map((partition) => this.snapshot(partition)));
  }

  /** @throws UserError when a key is no part of a ledger. */
  async snapshot(partition: number): Promise<LedgerSnapshot> {
    try {
      return await this.ledger.load(partition);
    } catch (error) {
      const { message } = error as Error;
      if (!message.includes('WRONGTYPE')) throw error;
      throw new UserError(
        `A Redis key of partition ${partition} has the wrong type (${message}): see deploy/operations/ledger-diverged.md.`,
      );
    }
  }

  /** Looks for single blocks on the journal's topic. */
  withJournal<T>(look: (journal: JournalTopic) => Promise<T>): Promise<T> {
    return this.withTopic('journal', (reader) => look(new JournalTopic(reader)));
  }

  private async withTopic<T>(
    kind: TopicKind,
    use: (reader: TopicReader) => Promise<T>,
  ): Promise<T> {
    const topic = this.topic(kind);
    const reader = new TopicReader(this.kafka, topic);
    try {
      return await this.audience.asked(use(reader), topic);
    } finally {
      await reader.close();
    }
  }
}

function spanLength(ranges: ReadonlyMap<number, OffsetRange>): number {
  return [...ranges.values()].reduce((sum, { from, to }) => sum + to - from, 0);
}

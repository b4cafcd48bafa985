import { type TopicKind, topicName, UserError } from '#contract';
import { JournalTopic } from '#engine';
import type { Ledger, LedgerSnapshot } from '#ledger';
import {
  readClusterId,
  readOffsetsAt,
  readRanges,
  readTopicFindings,
  TopicReader,
  type LogRecord,
  type openKafka,
  type TopicFindings,
} from '#log';
import type { ProgressLine, ShowProgress } from './progress.js';

/** The beginning of a topic's partition, and the offset of its next record. */
interface OffsetMarks {
  readonly low: number;
  readonly high: number;
}

/** Offsets of a partition; `to` is exclusive. */
export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

/** Shows people the progress of reads, and errors. */
export interface Audience {
  readonly progress: ShowProgress;
  /** Waits for an answer from Kafka. @param topic of the question, for an error. */
  asked<T>(answer: Promise<T>, topic?: string): Promise<T>;
}

/** Bytes per read: a partition of a million messages takes some hundred reads. */
const bytesPerRead = 4 * 1024 * 1024;

/** A ledger in service: its data in Redis, and its topics in Kafka, as a proof reads them. */
export class LiveLedger {
  private numbers: Promise<readonly number[]> | undefined;
  private cluster: Promise<string> | undefined;
  /** One connection to each topic, however many people read at the same moment. */
  private readonly readers = new Map<TopicKind, TopicReader>();

  constructor(
    readonly ledger: Ledger,
    protected readonly kafka: ReturnType<typeof openKafka>,
    private readonly topicPrefix: string,
    protected readonly audience: Audience,
  ) {}

  /** Shows the progress of a task. @param total number of `unit`s, by default records. */
  progress(...args: Parameters<ShowProgress>): ProgressLine {
    return this.audience.progress(...args);
  }

  topic(kind: TopicKind): string {
    return topicName(this.topicPrefix, kind);
  }

  /**
   * The beginning (`low`) and the end (`high`) of each partition of a topic.
   * @throws the audience's error if Kafka or the topic cannot be reached, as all methods do that
   *   use Kafka.
   */
  watermarks(kind: TopicKind): Promise<readonly OffsetMarks[]> {
    return this.withTopic(kind, (reader) => reader.marks());
  }

  /**
   * The first offset of each partition of a topic at or after a Kafka time, or the partition's end.
   */
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

  /** The id of the cluster, requested once. */
  clusterId(): Promise<string> {
    this.cluster ??= this.audience.asked(readClusterId(this.kafka));
    this.cluster.catch(() => (this.cluster = undefined));
    return this.cluster;
  }

  /**
   * Reads ranges of the events, with progress on a terminal; also gives stepped-over records, since
   * each offset counts.
   */
  async readEvents(
    ranges: ReadonlyMap<number, OffsetRange>,
    onRecords: (partition: number, records: readonly LogRecord[]) => void,
  ): Promise<void> {
    const progress = this.progress(`reading ${this.topic('events')}`, spanLength(ranges));
    const read = (reader: TopicReader): Promise<void> =>
      readRanges(reader, ranges, (partition, records) => {
        onRecords(partition, records);
        progress.add(records.length);
      });
    await this.withTopic('events', read).finally(() => progress.end());
  }

  /** The first record at or after an offset; undefined if there is none. */
  nextRecord(kind: TopicKind, partition: number, offset: number): Promise<LogRecord | undefined> {
    return this.withTopic(kind, async (reader) => (await reader.read(partition, offset))?.[0]);
  }

  /** The records at some offsets, as far as the topic has them. */
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
   * after compaction. Omits stepped-over records, and records that retention deletes during the
   * read.
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
          // The partition's beginning has been deleted since.
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
   * The records that one fetch gives from an offset on, also stepped-over ones; none at the end of
   * the partition, and undefined if it does not have the offset.
   */
  read(
    kind: TopicKind,
    partition: number,
    from: number,
    maxBytes: number,
  ): Promise<readonly LogRecord[] | undefined> {
    return this.withTopic(kind, (reader) => reader.read(partition, from, maxBytes));
  }

  /** Closes the connections of the reads. */
  async close(): Promise<void> {
    await Promise.all([...this.readers.values()].map((reader) => reader.close()));
  }

  /** Faults in the settings of the topics. */
  topicFindings(): Promise<TopicFindings> {
    const [events, journal] = [this.topic('events'), this.topic('journal')];
    return this.audience.asked(readTopicFindings(this.kafka, { events, journal }), events);
  }

  snapshots(partitions: readonly number[]): Promise<LedgerSnapshot[]> {
    return Promise.all(partitions.map((partition) => this.snapshot(partition)));
  }

  /** @throws UserError if a key does not belong to a ledger. */
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

  private withTopic<T>(kind: TopicKind, use: (reader: TopicReader) => Promise<T>): Promise<T> {
    const topic = this.topic(kind);
    const reader = this.readers.get(kind) ?? new TopicReader(this.kafka, topic);
    this.readers.set(kind, reader);
    return this.audience.asked(use(reader), topic);
  }
}

function spanLength(ranges: ReadonlyMap<number, OffsetRange>): number {
  return [...ranges.values()].reduce((sum, { from, to }) => sum + to - from, 0);
}

import type { Kafka } from 'kafkajs';
import type { Watermarks } from './gate.js';
import { JoinedRead } from './joined-read.js';
import { clusterOf, toRecords, type Cluster } from './kafka.js';
import { LogFault, namedFor } from './log-fault.js';
import type { LogRecord } from './record.js';

const attempts = 4;
const againAfterMs = 250;

/** A connection, and the number of reads that now use it. */
interface SharedCluster {
  readonly cluster: Promise<Cluster>;
  reads: number;
}

/**
 * Reads single places of a topic, over a permanent connection and without a consumer group: a group
 * would take seconds to join, and need its own permission.
 */
export class TopicReader {
  private opened: SharedCluster | undefined;
  private isClosed = false;
  private readonly joinedMarks = new JoinedRead(() => this.readMarks());

  constructor(
    private readonly kafka: Kafka,
    readonly topic: string,
  ) {}

  /**
   * The records of one fetch from an offset on, including those that are stepped over; empty at the
   * end of the partition, and undefined if it does not have the offset.
   * @throws LogFault if the first of them is damaged or cannot be read.
   * @throws kafkajs' error of the last attempt.
   */
  read(partition: number, from: number, maxBytes = 1024 * 1024): Promise<LogRecord[] | undefined> {
    return this.asked(async (cluster) => {
      const { topic } = this;
      const [nodeId] = Object.keys(cluster.findLeaderForPartitions(topic, [partition]));
      if (nodeId === undefined) return undefined;
      const broker = await cluster.findBroker({ nodeId });
      const place = { partition, fetchOffset: String(from), maxBytes };
      try {
        const { responses } = await broker.fetch({
          maxWaitTime: 0,
          minBytes: 0,
          maxBytes,
          isolationLevel: 1,
          topics: [{ topic, partitions: [place] }],
        });
        const messages = responses.flatMap(({ partitions }) =>
          partitions.flatMap(({ messages: own }) => own),
        );
        const { records, fault } = toRecords(partition, messages);
        // A batch arrives whole, even if the offset is in its middle.
        const wanted = records.filter(({ offset }) => offset >= from);
        if (fault && wanted.length === 0) throw namedFor(topic, partition, fault);
        return wanted;
      } catch (error) {
        if ((error as { type?: string }).type === 'OFFSET_OUT_OF_RANGE') return undefined;
        throw error;
      }
    });
  }

  /** The first and the next offset of each partition. */
  marks(): Promise<readonly Watermarks[]> {
    return this.joinedMarks.ask();
  }

  private readMarks(): Promise<readonly Watermarks[]> {
    return this.asked(async (cluster) => {
      // The topic may have been made again, or led by another broker, since the connection began.
      await cluster.refreshMetadata();
      const partitions = cluster
        .findTopicPartitionMetadata(this.topic)
        .map(({ partitionId }) => ({ partition: partitionId }));
      const offsetsOf = async (fromBeginning: boolean): Promise<number[]> => {
        const asked = [{ topic: this.topic, partitions, fromBeginning }];
        const [found] = await cluster.fetchTopicsOffset(asked);
        const offsets: number[] = [];
        for (const { partition, offset } of found?.partitions ?? []) {
          offsets[partition] = Number(offset);
        }
        return offsets;
      };
      const [lows, highs] = [await offsetsOf(true), await offsetsOf(false)];
      return highs.map((high, partition) => ({ low: lows[partition] ?? 0, high }));
    });
  }

  /** Lets running reads end, but does not repeat them. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.drop(this.opened);
  }

  /** Retries: a partition sometimes moves to another broker, and connections end. */
  private async asked<T>(ask: (cluster: Cluster) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.isClosed) throw new Error(`the reader of ${this.topic} is closed`);
      const used = (this.opened ??= { cluster: this.open(), reads: 0 });
      used.reads += 1;
      let isBroken = false;
      try {
        return await ask(await used.cluster);
      } catch (error) {
        isBroken = !(error instanceof LogFault);
        if (!isBroken || attempt === attempts) throw error;
      } finally {
        used.reads -= 1;
        if (isBroken || this.opened !== used) await this.drop(used);
      }
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
  }

  /** kafkajs reopens a connection for a read under way, so the last read closes it. */
  private async drop(used: SharedCluster | undefined): Promise<void> {
    if (this.opened === used) this.opened = undefined;
    if (used?.reads === 0) await used.cluster.then((it) => it.disconnect()).catch(() => undefined);
  }

  private async open(): Promise<Cluster> {
    const cluster = clusterOf(this.kafka);
    await cluster.connect();
    try {
      await cluster.addTargetTopic(this.topic);
    } catch (error) {
      await cluster.disconnect();
      throw error;
    }
    return cluster;
  }
}

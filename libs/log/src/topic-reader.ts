import type { Kafka } from 'kafkajs';
import type { Watermarks } from './gate.js';
import { clusterOf, toRecords, type Cluster } from './kafka.js';
import { LogFault, namedFor } from './log-fault.js';
import type { LogRecord } from './record.js';

const attempts = 4;
const againAfterMs = 250;

/**
 * Reads single places of a topic, over a connection that stays and without a consumer group: a
 * group would take seconds to join, and a permission of its own.
 */
export class TopicReader {
  private opened: Promise<Cluster> | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly topic: string,
  ) {}

  /**
   * The records from an offset on that one fetch gives, also those that are stepped over; none at
   * the end of the partition, and undefined where it does not have the offset.
   * @throws LogFault where the first of them is damaged or cannot be read.
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
        // A batch comes whole, also where the offset is in its middle.
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
  marks(): Promise<Watermarks[]> {
    return this.asked(async (cluster) => {
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

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    await opened?.then((cluster) => cluster.disconnect()).catch(() => undefined);
  }

  /** A partition moves to another broker at times, and a connection ends. */
  private async asked<T>(ask: (cluster: Cluster) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.opened ??= this.open();
        return await ask(await this.opened);
      } catch (error) {
        if (error instanceof LogFault) throw error;
        await this.close();
        if (attempt === attempts) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
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

import { setTimeout as sleep } from 'node:timers/promises';
import { CompressionTypes, Partitioners, type Kafka, type Producer } from 'kafkajs';

/**
 * kafkajs 2.2.4 must not retry: if a partition moves from a failed broker to one that has answered,
 * its messages are silently dropped. So everything is sent again here.
 */
const attempts = 6;

export interface OutgoingMessage {
  readonly topic: string;
  /** Null, as in Kafka, for a message that belongs to no jackpot: it may go to any partition. */
  readonly key: string | null;
  readonly value: string | Buffer;
  readonly headers?: Record<string, string | Buffer>;
  /** Given, it is used instead of the key's partition. */
  readonly partition?: number;
}

/** Where the first message to a topic and partition is. */
interface Written {
  readonly topic: string;
  readonly partition: number;
  readonly baseOffset: number;
}

/**
 * A producer with `acks=all` that partitions by murmur2 of the key. It is not idempotent: consumers
 * recognise a repeated message by its id (outputs) or its sequence (events).
 */
export class LogProducer {
  private readonly producer: Producer;
  private connecting: Promise<void> | undefined;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      retry: { retries: 0 },
    });
  }

  /**
   * Sends messages, those of one topic in order. Resolves once all in-sync replicas have them.
   * @throws kafkajs' error after the last attempt; none, some or all may have been written.
   */
  async send(messages: readonly OutgoingMessage[]): Promise<Written[]> {
    await this.connect();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.sendOnce(messages);
      } catch (error) {
        const isTemporary = (error as Error).name === 'KafkaJSNumberOfRetriesExceeded';
        if (!isTemporary || attempt === attempts) throw error;
      }
      await sleep(Math.min(50 * 2 ** attempt, 2_000));
    }
  }

  private async sendOnce(messages: readonly OutgoingMessage[]): Promise<Written[]> {
    const byTopic = Map.groupBy(messages, ({ topic }) => topic);
    const results = await this.producer.sendBatch({
      acks: -1,
      compression: CompressionTypes.None,
      topicMessages: [...byTopic].map(([topic, group]) => ({
        topic,
        messages: group.map(({ key, value, headers, partition }) => ({
          key,
          value,
          ...(headers && { headers }),
          ...(partition !== undefined && { partition }),
        })),
      })),
    });
    return results.map(({ topicName, partition, baseOffset }) => ({
      topic: topicName,
      partition,
      baseOffset: Number(baseOffset),
    }));
  }

  async close(): Promise<void> {
    await this.connecting?.catch(() => undefined);
    await this.producer.disconnect();
  }

  private connect(): Promise<void> {
    this.connecting ??= this.producer.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }
}

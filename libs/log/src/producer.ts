import { setTimeout as sleep } from 'node:timers/promises';
import { CompressionTypes, Partitioners, type Kafka, type Producer } from 'kafkajs';

/**
 * kafkajs 2.2.4 must not try again by itself: it asks only those brokers that have not answered yet,
 * so what was for a broker that fell is left out, in silence, when its partitions have moved to
 * one that has answered. Here all is sent again, which its receivers can tell.
 */
const attempts = 6;

export interface OutgoingMessage {
  readonly topic: string;
  /** Null is for a message that belongs to no jackpot: any partition will do. */
  readonly key: string | null;
  readonly value: string | Buffer;
  readonly headers?: Record<string, string | Buffer>;
  /** Given, it is used instead of the key's partition. */
  readonly partition?: number;
}

/**
 * A producer with `acks=all`, partitioning by murmur2 of the key. It is not idempotent: what is
 * sent twice is told apart by its id (outputs) or its sequence (events).
 */
export class LogProducer {
  private readonly producer: Producer;
  private connecting: Promise<void> | null = null;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      retry: { retries: 0 },
    });
  }

  /**
   * Sends messages, those of one topic in their order. Resolves with the offset of the first record
   * in each topic and partition once all in-sync replicas have them.
   * @throws whatever kafkajs gives up with after its retries; nothing, a part or all may be written.
   */
  async send(
    messages: readonly OutgoingMessage[],
  ): Promise<{ topic: string; partition: number; baseOffset: number }[]> {
    await this.connect();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.sendOnce(messages);
      } catch (error) {
        const mayPass = (error as Error).name === 'KafkaJSNumberOfRetriesExceeded';
        if (!mayPass || attempt === attempts) throw error;
      }
      await sleep(Math.min(50 * 2 ** attempt, 2_000));
    }
  }

  private async sendOnce(
    messages: readonly OutgoingMessage[],
  ): Promise<{ topic: string; partition: number; baseOffset: number }[]> {
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
      this.connecting = null;
      throw error;
    });
    return this.connecting;
  }
}

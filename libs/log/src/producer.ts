import { CompressionTypes, Partitioners, type Kafka, type Producer } from 'kafkajs';

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

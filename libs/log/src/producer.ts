import { setTimeout as sleep } from 'node:timers/promises';
import { CompressionTypes, Partitioners, type Kafka, type Message, type Producer } from 'kafkajs';

/**
 * kafkajs 2.2.4 must not retry: if a partition moves from a failed broker to one that has answered,
 * its messages are silently dropped. So all messages are sent again here.
 */
const attempts = 6;
/** Below the five seconds of `kafkajs-connections.ts`. */
const replicasLimitMs = 4_000;

export interface OutgoingMessage {
  readonly topic: string;
  /**
   * Null, as in Kafka, for a message that does not belong to a jackpot: it may go to any partition.
   */
  readonly key: string | null;
  readonly value: string | Buffer;
  readonly headers?: Record<string, string | Buffer>;
  /** If given, it is used instead of the key's partition. */
  readonly partition?: number;
}

/** The place of the first message to a topic and partition. */
interface WrittenMessages {
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
  /** The partition of each message: kafkajs returns only the first offset of each partition. */
  private readonly partitions = new WeakMap<Message, number>();

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      createPartitioner: () => {
        const choose = Partitioners.DefaultPartitioner();
        return (asked) => {
          const partition = choose(asked);
          this.partitions.set(asked.message, partition);
          return partition;
        };
      },
      allowAutoTopicCreation: false,
      retry: { retries: 0 },
    });
  }

  /**
   * Sends messages, those of one topic in order. Resolves once all in-sync replicas have them.
   * @throws kafkajs' error after the last attempt; none, some or all may have been written.
   */
  async send(messages: readonly OutgoingMessage[]): Promise<WrittenMessages[]> {
    await this.connect();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const [written = []] = await this.sendOnce([messages]);
        return written;
      } catch (error) {
        const isTemporary = (error as Error).name === 'KafkaJSNumberOfRetriesExceeded';
        if (!isTemporary || attempt === attempts) throw error;
      }
      await sleep(Math.min(50 * 2 ** attempt, 2_000));
    }
  }

  /**
   * Sends several groups in one request to each broker, with one attempt; each keeps its order.
   * @returns for each group the result that `send` would give.
   * @throws kafkajs' error; none, some or all of each group may have been written.
   */
  async sendTogether(
    groups: readonly (readonly OutgoingMessage[])[],
  ): Promise<WrittenMessages[][]> {
    await this.connect();
    return this.sendOnce(groups);
  }

  private async sendOnce(
    groups: readonly (readonly OutgoingMessage[])[],
  ): Promise<WrittenMessages[][]> {
    const byTopic = new Map<string, Message[]>();
    const sent = groups.map((group) =>
      group.map(({ topic, key, value, headers, partition }) => {
        const message: Message = {
          key,
          value,
          ...(headers && { headers }),
          ...(partition !== undefined && { partition }),
        };
        const all = byTopic.get(topic);
        if (all) all.push(message);
        else byTopic.set(topic, [message]);
        return { topic, message };
      }),
    );
    const results = await this.producer.sendBatch({
      acks: -1,
      // If a replica does not accept them, the leader says so before its connection is given up.
      timeout: replicasLimitMs,
      compression: CompressionTypes.None,
      topicMessages: [...byTopic].map(([topic, messages]) => ({ topic, messages })),
    });
    const next = new Map(
      results.map(({ topicName, partition, baseOffset }) => {
        return [`${topicName}/${partition}`, Number(baseOffset)] as const;
      }),
    );
    return sent.map((group) => this.placesOf(group, next));
  }

  /** @param next the next offset of each topic and partition; it is advanced. */
  private placesOf(
    group: readonly { readonly topic: string; readonly message: Message }[],
    next: Map<string, number>,
  ): WrittenMessages[] {
    const first = new Map<string, WrittenMessages>();
    for (const { topic, message } of group) {
      const partition = this.partitions.get(message) ?? -1;
      const place = `${topic}/${partition}`;
      const baseOffset = next.get(place) ?? -1;
      if (!first.has(place)) first.set(place, { topic, partition, baseOffset });
      next.set(place, baseOffset + 1);
    }
    return [...first.values()];
  }

  async close(): Promise<void> {
    await this.connecting?.catch(() => undefined);
    await this.producer.disconnect();
  }

  /**
   * Connects before the first message, so that wrong brokers or a wrong password show.
   * @throws kafkajs' error; the next call tries again.
   */
  connect(): Promise<void> {
    this.connecting ??= this.producer.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }
}

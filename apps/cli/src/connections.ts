import { kafkaOptions, redisAddress, topicName, type TopicKind } from '#contract';
import { openLedger, type Ledger, type LedgerSnapshot } from '#ledger';
import {
  LogProducer,
  openKafka,
  readLog,
  readNext,
  readWatermarks,
  type LogRecord,
  type OutgoingMessage,
} from '#log';
import { readEnv, type Env } from './env.js';
import { UserError } from './user-error.js';

/** Offsets of a partition; `to` is the first one after them. */
export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

/** What the commands talk to. All that they read of Kafka and Redis, they read here. */
export class Connections {
  readonly kafka: ReturnType<typeof openKafka>;

  constructor(
    readonly env: Env,
    readonly ledger: Ledger,
  ) {
    this.kafka = openKafka(kafkaOptions(env, 'jackpot-cli'));
  }

  topic(kind: TopicKind): string {
    return topicName(this.env.TOPIC_PREFIX, kind);
  }

  /**
   * Where each partition of a topic begins (`low`) and ends (`high`).
   * @throws UserError when Kafka or the topic cannot be reached.
   */
  async watermarks(kind: TopicKind): Promise<readonly { low: number; high: number }[]> {
    const topic = this.topic(kind);
    try {
      return await readWatermarks(this.kafka, topic);
    } catch (error) {
      const brokers = this.env.KAFKA_BROKERS.join(',');
      throw new UserError(
        `The topic ${topic} cannot be read from ${brokers} (${(error as Error).message}); ` +
          'check KAFKA_BROKERS, or start the jackpot service once to make its topics.',
      );
    }
  }

  /** The numbers of all partitions of the events topic. */
  async partitions(): Promise<number[]> {
    return [...(await this.watermarks('events')).keys()];
  }

  readLog(
    kind: TopicKind,
    ranges: ReadonlyMap<number, OffsetRange>,
    onRecords: (partition: number, records: readonly LogRecord[]) => void,
  ): Promise<void> {
    return readLog(this.kafka, this.topic(kind), ranges, onRecords);
  }

  /** The first event at or after an offset; undefined where there is none. */
  nextEvent(partition: number, offset: number): Promise<LogRecord | undefined> {
    return readNext(this.kafka, this.topic('events'), partition, offset);
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

  /** The values of a partition's outbox for one topic, oldest first. */
  async unsent(partition: number, kind: TopicKind): Promise<string[]> {
    const entries = await this.ledger.readOutbox(partition, Number.MAX_SAFE_INTEGER);
    return entries.filter(({ topic }) => topic === kind).map(({ value }) => value);
  }

  /** The awards that Redis keeps for a jackpot, with their offsets, oldest first. */
  async awards(partition: number, jackpot: string): Promise<{ offset: number; text: string }[]> {
    const newestFirst = await this.ledger.readAwards(partition, jackpot);
    return newestFirst.map(({ offset, json }) => ({ offset, text: json })).reverse();
  }

  async send(messages: readonly OutgoingMessage[]): ReturnType<LogProducer['send']> {
    const producer = new LogProducer(this.kafka);
    try {
      return await producer.send(messages);
    } finally {
      await producer.close();
    }
  }
}

/**
 * Runs a command with connections by the environment, and closes them after it.
 * @throws UserError when the environment is wrong or Redis does not answer.
 */
export async function withConnections<Arguments extends unknown[]>(
  command: (connections: Connections, ...args: Arguments) => Promise<void>,
  ...args: Arguments
): Promise<void> {
  const env = readEnv();
  const ledger = openLedger(redisAddress(env), env.TOPIC_PREFIX);
  try {
    await untilConnected(ledger, env.REDIS_URL);
    await command(new Connections(env, ledger), ...args);
  } finally {
    ledger.close();
  }
}

async function untilConnected(ledger: Ledger, url: string): Promise<void> {
  try {
    await ledger.untilConnected();
  } catch (error) {
    const { host } = new URL(url);
    const { message } = error as Error;
    throw new UserError(`Redis does not answer at ${host} (REDIS_URL): ${message}.`);
  }
}

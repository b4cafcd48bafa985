import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { LogFault } from '#log';
import { FetchWatch, RefusedBatch } from '../../libs/log/src/kafka/testing/inside.js';
import { adminModel, kafkaError, type KafkaParts } from './admin-model.js';
import type { Life } from './life.js';

export const eventsTopic = 'jackpot.events';

/** The client of kafkajs, as far as `LogServer` uses it. */
export function kafkaModel(parts: KafkaParts): Kafka {
  const client = { admin: () => adminModel(parts), consumer: () => new ConsumerModel(parts) };
  return client as unknown as Kafka;
}

interface Message {
  readonly offset: string;
}

interface Fetched {
  readonly messages: readonly Message[];
  /** The broker has an error for the partition, instead of records. */
  readonly isError: boolean;
}

const maxWaitMs = 100;

/** The decoder's replacement for a batch that a disk has changed. */
function damaged(offset: number | undefined): RefusedBatch {
  const detail = `The batch at offset ${offset} has another checksum.`;
  return new RefusedBatch(new LogFault('log-damaged', detail));
}

type Handler = (payload: EachBatchPayload) => Promise<void>;

/**
 * A kafkajs consumer in its group: fetches each partition from its offset, forgets its seeks when
 * it joins, jumps when its offset is out of range, and delivers what it has fetched before.
 */
export class ConsumerModel {
  private readonly listeners = new Map<string, (event: { payload: unknown }) => void>();
  private eachBatch: Handler = () => Promise.resolve();
  private isRunning = false;
  private generation = -1;
  private mustJoin = false;
  private deafUntil = 0;
  private joins = 0;
  private readonly positions = new Map<number, number>();
  private readonly seeks = new Map<number, number>();
  private readonly paused = new Set<number>();
  private watch = new FetchWatch();

  constructor(private readonly parts: KafkaParts) {}

  get name(): string {
    return this.parts.life.name;
  }

  asConsumer(): Consumer {
    return this as unknown as Consumer;
  }

  on(event: string, listener: (event: { payload: unknown }) => void): void {
    this.listeners.set(event, listener);
  }

  async connect(): Promise<void> {
    await this.parts.life.sleep(this.parts.random.between(1, 20));
    if (this.parts.broker.isDown) throw kafkaError('ConnectionError', 'Connection refused');
  }

  subscribe(): Promise<void> {
    return Promise.resolve();
  }

  run({ eachBatch }: { eachBatch: Handler }): Promise<void> {
    this.eachBatch = eachBatch;
    this.isRunning = true;
    openConsumers.set(this.parts.life, this);
    this.parts.broker.join(this);
    return Promise.resolve();
  }

  async disconnect(): Promise<void> {
    await this.parts.life.sleep(5);
    this.stop();
  }

  seek({ partition, offset }: { partition: number; offset: string }): void {
    this.seeks.set(partition, Number(offset));
  }

  pause(topics: { partitions: number[] }[]): void {
    for (const partition of topics.flatMap(({ partitions }) => partitions)) {
      this.paused.add(partition);
    }
  }

  resume(topics: { partitions: number[] }[]): void {
    for (const partition of topics.flatMap(({ partitions }) => partitions)) {
      this.paused.delete(partition);
    }
  }

  /** Lets the group continue without this member, which does not know it. */
  turnDeaf(forMs: number): void {
    const { broker, life } = this.parts;
    this.deafUntil = life.clock.now + forMs;
    broker.rebalance();
    life.clock.after(forMs + 1, () => {
      if (this.isRunning && !life.isDead) broker.rebalance();
    });
  }

  isDeaf(): boolean {
    const { life } = this.parts;
    return life.isDead || Math.max(this.deafUntil, life.frozenUntil) > life.clock.now;
  }

  learn(): void {
    if (!this.isRunning || this.parts.life.isDead || this.isDeaf()) return;
    this.mustJoin = true;
    this.parts.life.after(this.parts.random.between(1, 300), () => this.join());
  }

  private join(): void {
    const { broker, tell } = this.parts;
    if (!this.isRunning || !this.mustJoin || this.generation === broker.generation) return;
    this.mustJoin = false;
    this.generation = broker.generation;
    this.joins += 1;
    this.seeks.clear();
    this.positions.clear();
    const assigned = broker.assigned(this);
    tell(`${this.name} joins with partitions ${assigned.join(', ') || 'none'}`);
    this.emit('consumer.group_join', { memberAssignment: { [eventsTopic]: assigned } });
    for (const partition of assigned) void this.consume(partition, this.joins);
  }

  private emit(event: string, payload: unknown): void {
    this.listeners.get(event)?.({ payload });
  }

  private stop(): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.parts.broker.leave(this);
  }

  private crash(error: Error): void {
    if (!this.isRunning) return;
    this.parts.tell(`the consumer of ${this.name} crashes: ${error.message}`);
    this.parts.count('consumer crashed');
    this.stop();
    this.emit('consumer.crash', { error });
  }

  /** Fetches one partition, from one join to the next. */
  private async consume(partition: number, joined: number): Promise<void> {
    const { life } = this.parts;
    let failures = 0;
    while (this.isRunning && this.joins === joined) {
      if (this.paused.has(partition)) {
        await life.sleep(100);
        continue;
      }
      const fetched = await this.fetch(partition);
      if (!fetched) {
        this.watch = new FetchWatch();
        failures += 1;
        if (failures > 5) return this.crash(kafkaError('NumberOfRetriesExceeded', 'no broker'));
        await life.sleep(100 * 2 ** failures);
        continue;
      }
      failures = 0;
      if (fetched.messages.length === 0) continue;
      const isOld = this.joins !== joined;
      if (isOld && !this.parts.faults.happens('old-fetch')) return;
      if (this.isDeaf()) this.parts.count('batch to a zombie');
      await this.deliver(partition, fetched.messages);
    }
  }

  /** Undefined if the broker does not answer. The broker waits for a while if it has no records. */
  private async fetch(partition: number): Promise<Fetched | undefined> {
    const { broker, life, random } = this.parts;
    const sentAtMs = life.clock.now;
    const read = this.read(partition);
    const waitMs = read.messages.length > 0 ? 0 : random.between(40, maxWaitMs);
    const wayMs = random.between(0.5, 6);
    await life.sleep(waitMs + wayMs);
    if (broker.isDown || (await life.hearsNothing())) return undefined;
    const { changedAtMs } = broker.log(partition);
    const isEnded = changedAtMs > sentAtMs && changedAtMs <= sentAtMs + waitMs;
    const answered = read.isError || isEnded ? [] : [{ partition, messages: read.messages }];
    this.watch.see(
      { topics: [{ topic: eventsTopic, partitions: [{ partition }] }], maxWaitTime: maxWaitMs },
      [{ topicName: eventsTopic, partitions: answered }],
      { sentAtMs: life.clock.steadyMs(sentAtMs), answeredAtMs: life.clock.steadyMs() },
    );
    return read;
  }

  private read(partition: number): Fetched {
    const { broker, life } = this.parts;
    const log = broker.log(partition);
    if (log.silentUntil > life.clock.now) return { messages: [], isError: true };
    const sought = this.seeks.get(partition);
    this.seeks.delete(partition);
    const from = sought ?? this.positions.get(partition) ?? log.low;
    this.positions.set(partition, from);
    const count = 1 + this.parts.random.below(this.parts.recordsPerFetch);
    const found = log.read(from, count);
    if (!found) {
      this.parts.count('jumped out of range');
      this.positions.set(partition, log.low);
      return { messages: [], isError: true };
    }
    const whole = found.records.map(({ offset, recordedAtMs, ...rest }) => ({
      ...rest,
      offset: String(offset),
      timestamp: String(recordedAtMs),
    }));
    const messages = found.isDamaged ? [...whole, damaged(log.damagedAt)] : whole;
    return { messages, isError: false };
  }

  private async deliver(partition: number, messages: readonly Message[]): Promise<void> {
    const { broker, life } = this.parts;
    const log = broker.log(partition);
    const batch = {
      topic: eventsTopic,
      partition,
      highWatermark: String(log.high),
      rawMessages: messages,
      messages,
      lastOffset: () => messages.at(-1)?.offset,
    };
    const payload = {
      batch,
      heartbeat: () => this.heartbeat(),
      isStale: () => this.seeks.has(partition),
      isRunning: () => this.isRunning,
      resolveOffset: (offset: string) => this.positions.set(partition, Number(offset) + 1),
    };
    try {
      await this.eachBatch(payload as unknown as EachBatchPayload);
    } catch (error) {
      const { name, message } = error as Error;
      if (name === 'KafkaJSProtocolError') return;
      if (!name.startsWith('KafkaJS')) return this.crash(error as Error);
      this.parts.tell(`${this.name} gives a batch of ${partition} up: ${message}`);
      if (this.parts.random.chance(0.3)) return this.crash(error as Error);
      await life.sleep(300);
    }
  }

  private async heartbeat(): Promise<void> {
    const { broker, faults, life } = this.parts;
    if (this.isDeaf()) return;
    if (await life.hearsNothing()) throw kafkaError('ConnectionError', 'no answer');
    if (this.mustJoin) throw kafkaError('ProtocolError', 'The group is rebalancing');
    if (broker.isDown || faults.happens('heartbeat-lost')) {
      throw kafkaError('ConnectionError', 'The heartbeat was not answered');
    }
  }
}

/** The consumer of each living process. */
export const openConsumers = new WeakMap<Life, ConsumerModel>();

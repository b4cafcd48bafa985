import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { Admin, Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { lastValueFrom } from 'rxjs';
import { AssignedPartition, type PartitionStatus } from './assigned-partition.js';
import { CrashPolicy } from './crash-policy.js';
import { Gate } from './gate.js';
import { halt, mayPass, type Halt } from './halting.js';
import type { LogSink } from './kafka.js';
import { logPatterns, type Applied, type ApplyRecords, type Opened } from './patterns.js';
import { toRecord, type LogRecord } from './record.js';

export interface LogServerOptions {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly groupId: string;
  readonly sink: LogSink;
  /** Runs at each start of the consumer, when the brokers answer: makes missing topics. */
  readonly prepare: () => Promise<void>;
  /** Why no progress is no fault of this process now, or null: Redis is down, say. */
  readonly excuse: () => string | null;
  /** The process cannot go on: exit non-zero with this sentence. Never returns to the consumer. */
  readonly onFatal: (sentence: string) => void;
  readonly sessionTimeoutMs?: number;
}

export interface LogStatus {
  /** `waiting`: the brokers cannot be reached; `running`: a member of the group. */
  readonly state: 'waiting' | 'running' | 'stopped';
  readonly partitions: readonly PartitionStatus[];
  /** Since when, in milliseconds, a partition has lag and makes no progress; null when none. */
  readonly stuckSinceMs: number | null;
}

const recordsPerApply = 2_000;
const watchEveryMs = 2_000;
const lookAgainEveryMs = 10_000;
const exitWhenStuckMs = 60_000;

/**
 * Nest's way into the log: kafkajs `eachBatch` behind a gate for each partition. The controller's
 * position, not Kafka's group offsets, says what is read; see `patterns.ts` for what it is asked.
 */
export class LogServer extends Server implements CustomTransportStrategy {
  private consumer: Consumer | null = null;
  private readonly partitions = new Map<number, AssignedPartition>();
  private readonly crashes: CrashPolicy;
  private state: LogStatus['state'] = 'waiting';
  private identity = { clusterId: '', partitions: 0 };
  private running: Promise<void> | null = null;
  private wake: () => void = () => undefined;

  constructor(private readonly options: LogServerOptions) {
    super();
    this.crashes = new CrashPolicy(options.sink);
  }

  /** Returns at once; the brokers may come later. */
  listen(callback: () => void): void {
    this.running = this.run();
    callback();
  }

  /** Finishes the commit in hand, leaves the group and stops. */
  async close(): Promise<void> {
    this.state = 'stopped';
    this.wake();
    await this.running;
  }

  on(): never {
    throw new Error('LogServer has no events to listen to');
  }

  unwrap<T>(): T {
    return this.consumer as T;
  }

  report(): LogStatus {
    const partitions = [...this.partitions.values()].map((assigned) => assigned.status());
    const stuck = partitions.flatMap(({ stuckSinceMs }) => stuckSinceMs ?? []);
    const stuckSinceMs = stuck.length > 0 ? Math.min(...stuck) : null;
    return { state: this.state, partitions, stuckSinceMs };
  }

  private async run(): Promise<void> {
    while (!this.stopped()) {
      try {
        await this.consumeUntilEnd();
      } catch (error) {
        if (this.stopped()) return;
        this.state = 'waiting';
        const fatal = this.crashes.record(error as Error);
        if (fatal) return this.options.onFatal(fatal);
        await new Promise((resolve) => {
          this.wake = () => resolve(undefined);
          setTimeout(resolve, 1_000);
        });
      } finally {
        this.partitions.clear();
      }
    }
  }

  private stopped(): boolean {
    return this.state === 'stopped';
  }

  /** One life of a consumer; rejects when it crashes, resolves when the service stops. */
  private async consumeUntilEnd(): Promise<void> {
    const { kafka, topic, groupId, prepare } = this.options;
    const admin = kafka.admin();
    let watch: NodeJS.Timeout | undefined;
    try {
      await admin.connect();
      await prepare();
      const { clusterId } = await admin.describeCluster();
      const offsets = await admin.fetchTopicOffsets(topic);
      this.identity = { clusterId, partitions: offsets.length };
      const sessionTimeout = this.options.sessionTimeoutMs ?? 10_000;
      const consumer = kafka.consumer({
        groupId,
        allowAutoTopicCreation: false,
        sessionTimeout,
        rebalanceTimeout: sessionTimeout,
        heartbeatInterval: Math.floor(sessionTimeout / 4),
        maxWaitTimeInMs: 100,
        minBytes: 1,
        metadataMaxAge: 60_000,
        // Restarting is this server's own affair; see `CrashPolicy`.
        retry: { retries: 5, initialRetryTime: 100, restartOnFailure: async () => false },
      });
      this.consumer = consumer;
      const ended = new Promise<void>((resolve, reject) => {
        this.wake = resolve;
        consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
      });
      consumer.on('consumer.group_join', ({ payload }) => {
        this.onJoin(admin, payload.memberAssignment[topic] ?? []);
      });
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: offsets.length,
        eachBatch: (payload) => this.onBatch(payload),
      });
      watch = setInterval(() => void this.watch(admin), watchEveryMs);
      if (!this.stopped()) await ended;
    } finally {
      clearInterval(watch);
      await this.leave();
      await admin.disconnect().catch(() => undefined);
    }
  }

  private async leave(): Promise<void> {
    const consumer = this.consumer;
    this.consumer = null;
    if (!consumer) return;
    const limit = new Promise((resolve) => setTimeout(resolve, 4_000).unref());
    await Promise.race([consumer.disconnect().catch(() => undefined), limit]);
  }

  /** A listener of kafkajs, so it never throws: what fails is tried again in `openPartition`. */
  private onJoin(admin: Admin, assignment: number[]): void {
    this.state = this.stopped() ? 'stopped' : 'running';
    this.crashes.recovered();
    this.partitions.clear();
    for (const partition of assignment) {
      const assigned = new AssignedPartition(partition);
      this.partitions.set(partition, assigned);
    }
    const opened = this.ask(logPatterns.assigned, assignment)
      .catch((error: unknown) =>
        this.options.sink.error({ error: String(error) }, 'release failed'),
      )
      .then(() => [...this.partitions.values()].map((each) => this.openPartition(admin, each)));
    void opened;
    this.options.sink.info({ partitions: assignment }, 'joined the group');
  }

  private has(assigned: AssignedPartition): boolean {
    return !this.stopped() && this.partitions.get(assigned.partition) === assigned;
  }

  /** Asks the ledger for its position until it answers, then opens the gate there, or halts. */
  private async openPartition(admin: Admin, assigned: AssignedPartition): Promise<void> {
    const { partition } = assigned;
    while (this.has(assigned)) {
      try {
        const answer = await this.askOpen(partition);
        if (!this.has(assigned)) return;
        if (answer.outcome === 'halt') return this.halt(assigned, answer);
        if (answer.outcome === 'opened') {
          const { position, anchor } = answer;
          const log = await this.watermarks(admin, partition);
          const gate = Gate.open(position, anchor, log);
          if (!this.has(assigned)) return;
          if (!(gate instanceof Gate)) return this.halt(assigned, gate);
          assigned.open(gate, position, log.high);
          this.seek(partition, gate.wanted);
          return;
        }
      } catch (error) {
        this.options.sink.debug({ partition, error: String(error) }, 'opening again');
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }

  private async askOpen(partition: number): Promise<Opened> {
    return this.ask<Opened>(logPatterns.open, { partition, ...this.identity });
  }

  private async watermarks(admin: Admin, partition: number) {
    const offsets = await admin.fetchTopicOffsets(this.options.topic);
    const found = offsets.find((each) => each.partition === partition);
    if (!found) throw new Error(`partition ${partition} is not in the topic`);
    return { low: Number(found.low), high: Number(found.high) };
  }

  /** kafkajs keeps no seek across a join, and may deliver older fetches after one: the gate tells. */
  private async onBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, isStale } = payload;
    const assigned = this.partitions.get(batch.partition);
    if (!assigned) return;
    await assigned.untilSettled(heartbeat);
    const { gate } = assigned;
    if (!gate || assigned.halted || isStale() || !this.has(assigned)) return;

    assigned.high = Number(batch.highWatermark);
    const records = batch.messages.map((message) => toRecord(batch.partition, message));
    const decision = gate.pass(records);
    if ('seek' in decision) return this.seek(batch.partition, decision.seek);
    if ('outcome' in decision) return this.halt(assigned, decision);
    await this.applyAll(assigned, decision.apply, payload);
  }

  private async applyAll(
    assigned: AssignedPartition,
    records: readonly LogRecord[],
    { resolveOffset, heartbeat, batch }: EachBatchPayload,
  ): Promise<void> {
    const { partition } = assigned;
    for (let start = 0; start < records.length; start += recordsPerApply) {
      const applied = await this.askApply({
        partition,
        ...this.identity,
        records: records.slice(start, start + recordsPerApply),
        heartbeat,
        abandoned: () => !this.has(assigned),
      });
      if (!this.has(assigned)) return;
      if (applied.outcome === 'halt') return this.halt(assigned, applied);
      if (applied.outcome === 'reload') {
        this.options.sink.warn(
          { partition, detail: applied.detail },
          'opening the partition again',
        );
        return this.reopen(assigned);
      }
      assigned.advance(applied.position);
      resolveOffset(String(applied.position - 1));
      await heartbeat();
    }
    // What the gate held back (a gap) comes again, as the first of its batch.
    const last = Number(batch.lastOffset());
    if (records.length === 0 && assigned.position > last) resolveOffset(String(last));
  }

  private async askApply(work: ApplyRecords): Promise<Applied> {
    try {
      return await this.ask<Applied>(logPatterns.apply, work);
    } catch (error) {
      return halt('fold-failed', `The service failed on the records: ${describe(error)}.`);
    }
  }

  private async ask<T>(pattern: string, data: unknown): Promise<T> {
    const handler = this.getHandlerByPattern(pattern);
    if (!handler) throw new Error(`no controller handles ${pattern}`);
    const answer = this.transformToObservable(await handler(data, {}));
    return (await lastValueFrom(answer)) as T;
  }

  private seek(partition: number, offset: number): void {
    this.consumer?.seek({ topic: this.options.topic, partition, offset: String(offset) });
  }

  private halt(assigned: AssignedPartition, reason: Halt): void {
    const { topic, sink } = this.options;
    const { partition } = assigned;
    const known = (assigned.halted ?? assigned.lastHalt)?.detail === reason.detail;
    assigned.halt(reason);
    this.consumer?.pause([{ topic, partitions: [partition] }]);
    if (!known) sink.error({ partition, reason: reason.reason }, `halted: ${reason.detail}`);
  }

  private reopen(assigned: AssignedPartition): void {
    const again = new AssignedPartition(assigned.partition);
    again.lastHalt = assigned.halted ?? assigned.lastHalt;
    this.partitions.set(assigned.partition, again);
    this.consumer?.resume([{ topic: this.options.topic, partitions: [assigned.partition] }]);
    const admin = this.options.kafka.admin();
    void admin
      .connect()
      .then(() => this.openPartition(admin, again))
      .catch(() => this.has(again) && this.reopen(again))
      .finally(() => admin.disconnect().catch(() => undefined));
  }

  /** Keeps lag and the shape of the log in view, and looks again at what may have passed. */
  private async watch(admin: Admin): Promise<void> {
    try {
      const offsets = await admin.fetchTopicOffsets(this.options.topic);
      for (const assigned of this.partitions.values()) {
        const found = offsets.find(({ partition }) => partition === assigned.partition);
        if (found) assigned.high = Number(found.high);
        const wrong = this.whyWrong(assigned, offsets.length);
        if (wrong && !assigned.halted) this.halt(assigned, wrong);
        const { halted } = assigned;
        if (halted && mayPass(halted.reason) && assigned.haltedForMs() > lookAgainEveryMs) {
          this.reopen(assigned);
        }
      }
      this.exitWhenStuck();
    } catch (error) {
      this.options.sink.debug({ error: String(error) }, 'the brokers did not tell the offsets');
    }
  }

  private whyWrong(assigned: AssignedPartition, partitions: number): Halt | null {
    if (partitions !== this.identity.partitions) {
      return halt(
        'partition-count-changed',
        `The topic had ${this.identity.partitions} partitions and has ${partitions} now.`,
      );
    }
    if (assigned.gate && assigned.high < assigned.position) {
      return halt(
        'log-behind-ledger',
        `The ledger is at offset ${assigned.position} but the log ends at ${assigned.high}.`,
      );
    }
    return null;
  }

  private exitWhenStuck(): void {
    const since = this.report().stuckSinceMs;
    if (since === null || since < exitWhenStuckMs || this.options.excuse() !== null) return;
    this.options.onFatal(`No progress for ${Math.round(since / 1000)} s although there is lag.`);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : JSON.stringify(error);
}

import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { Admin, Consumer, Kafka } from 'kafkajs';
import { lastValueFrom } from 'rxjs';
import type { PartitionStatus } from './assigned-partition.js';
import { Consumption } from './consumption.js';
import { CrashPolicy } from './crash-policy.js';
import type { Halt } from './halting.js';
import type { LogSink } from './kafka.js';
import { logPatterns, type LogHandler } from './log-handler.js';

export interface LogServerOptions {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly groupId: string;
  readonly sink: LogSink;
  /** Runs at each start of the consumer, when the brokers answer: makes missing topics. */
  readonly prepare: () => Promise<void>;
  /**
   * Why this log must not be read here at all, or null. Asked before the first record, at the start
   * of the process alone, and again for as long as it rejects: whoever knows is waited for.
   */
  readonly whyRefused?: (partitions: number) => Promise<string | null>;
  /** Why no progress is no fault of this process now, or null: Redis is down, say. */
  readonly excuse: () => string | null;
  /** The process cannot go on: exit non-zero with this sentence. Called once. */
  readonly onFatal: (sentence: string, cause: FatalCause) => void;
  readonly sessionTimeoutMs?: number;
}

/** `refused`: by `whyRefused`, so another start would end in the same way. */
export type FatalCause = 'refused' | 'failed';

export interface LogStatus {
  /** `waiting`: the brokers, or whoever admits the log, cannot be reached; `running`: a member of the group. */
  readonly state: 'waiting' | 'running' | 'stopped';
  readonly partitions: readonly PartitionStatus[];
  /** The longest of its partitions' `stuckSinceMs`, in milliseconds; null when none is stuck. */
  readonly stuckForMs: number | null;
}

const watchEveryMs = 2_000;
const startAgainAfterMs = 1_000;
const exitWhenStuckMs = 60_000;
const leaveLimitMs = 4_000;
/** What a fetch brings is all in memory at once: its bytes, twice while they come, and its records. */
const bytesPerFetch = 8 * 1024 * 1024;
/**
 * The partitions of an instance that was killed stand still for as long, so it is the least that
 * Kafka's brokers allow by default.
 */
const defaultSessionTimeoutMs = 6_000;

/**
 * Nest's way into the log: kafkajs `eachBatch` behind a gate for each partition. The controller's
 * position, not Kafka's group offsets, says what is read; `LogHandler` is what it implements.
 */
export class LogServer extends Server implements CustomTransportStrategy {
  private consumer: Consumer | null = null;
  private consumption: Consumption | null = null;
  private readonly crashes: CrashPolicy;
  private readonly lasting = new Map<number, Halt>();
  private state: LogStatus['state'] = 'waiting';
  /** The controller, through Nest. */
  private readonly ledger: LogHandler = {
    open: (asked) => this.ask('open', asked),
    apply: (work) => this.ask('apply', work),
    look: (asked) => this.ask('look', asked),
    assigned: (partitions) => this.ask('assigned', partitions),
  };
  private running: Promise<void> | null = null;
  private readonly stop = Promise.withResolvers<void>();
  private excusedAt = 0;
  private isAdmitted = false;
  private hasFailed = false;

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
    this.consumption?.end();
    this.stop.resolve();
    await this.running;
  }

  on(): never {
    throw new Error('LogServer has no events to listen to');
  }

  unwrap<T>(): T {
    return this.consumer as T;
  }

  report(): LogStatus {
    const partitions = this.consumption?.statuses() ?? [];
    const stuck = partitions.flatMap(({ stuckForMs: stuckSinceMs }) => stuckSinceMs ?? []);
    const stuckSinceMs = stuck.length > 0 ? Math.max(...stuck) : null;
    return { state: this.state, partitions, stuckForMs: stuckSinceMs };
  }

  private async run(): Promise<void> {
    while (!this.stopped()) {
      try {
        await this.consumeUntilEnd();
      } catch (error) {
        if (this.stopped()) return;
        this.state = 'waiting';
        const fatal = this.crashes.record(error);
        if (fatal) return this.fail(fatal);
        await this.pause(startAgainAfterMs);
      }
    }
  }

  private stopped(): boolean {
    return this.state === 'stopped';
  }

  /** Waits, but not longer than the service runs. */
  private async pause(forMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const passed = new Promise((resolve) => (timer = setTimeout(resolve, forMs)));
    await Promise.race([passed, this.stop.promise]);
    clearTimeout(timer);
  }

  private fail(sentence: string, cause: FatalCause = 'failed'): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.options.onFatal(sentence, cause);
  }

  /** One life of a consumer; rejects when it crashes, resolves when the service stops. */
  private async consumeUntilEnd(): Promise<void> {
    const admin = this.options.kafka.admin();
    const consuming = this.consume(admin);
    try {
      await Promise.race([consuming, this.stop.promise]);
    } finally {
      // Whatever it still waits for ends with its connections, and is nobody's affair any more.
      consuming.catch(() => undefined);
      await this.leave(admin);
    }
  }

  /** Rejects when the consumer crashes; otherwise ends only where the service stops. */
  private async consume(admin: Admin): Promise<void> {
    const { kafka, topic, prepare, sink } = this.options;
    await admin.connect();
    if (this.stopped()) return admin.disconnect();
    await prepare();
    const identity = await this.admittedLog(admin);
    if (!identity || this.stopped()) return;

    const consumer = kafka.consumer(this.consumerOptions());
    const { lasting, ledger } = this;
    const parts = { topic, sink, consumer, admin, identity, lasting, ledger };
    const consumption = new Consumption(parts);
    this.consumer = consumer;
    this.consumption = consumption;
    const crashed = Promise.withResolvers<never>();
    crashed.promise.catch(() => undefined);
    consumer.on('consumer.crash', ({ payload }) => crashed.reject(payload.error));
    consumer.on('consumer.group_join', ({ payload }) => {
      if (this.stopped()) return;
      const assignment = payload.memberAssignment[topic] ?? [];
      this.state = 'running';
      this.crashes.recovered();
      sink.info({ partitions: assignment }, 'joined the group');
      consumption.join(assignment);
    });
    await consumer.connect();
    if (this.stopped()) return consumer.disconnect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: identity.partitions,
      eachBatch: (payload) => consumption.onBatch(payload),
    });
    await Promise.race([crashed.promise, this.watchForEver(consumption)]);
  }

  /** What the log is, as soon as it may be read; null when it may not, or the service stops. */
  private async admittedLog(admin: Admin) {
    const { topic, whyRefused, sink } = this.options;
    while (!this.stopped()) {
      const { clusterId } = await admin.describeCluster();
      const { length: partitions } = await admin.fetchTopicOffsets(topic);
      if (this.isAdmitted || !whyRefused) return { clusterId, partitions };
      try {
        const sentence = await whyRefused(partitions);
        if (sentence !== null) {
          this.fail(sentence, 'refused');
          await this.stop.promise;
          return null;
        }
        this.isAdmitted = true;
      } catch (error) {
        sink.debug({ error: String(error) }, 'nobody can tell whether the log may be read');
        await this.pause(startAgainAfterMs);
      }
    }
    return null;
  }

  private consumerOptions() {
    const sessionTimeout = this.options.sessionTimeoutMs ?? defaultSessionTimeoutMs;
    return {
      groupId: this.options.groupId,
      allowAutoTopicCreation: false,
      sessionTimeout,
      rebalanceTimeout: sessionTimeout,
      heartbeatInterval: Math.floor(sessionTimeout / 4),
      maxWaitTimeInMs: 100,
      minBytes: 1,
      maxBytes: bytesPerFetch,
      metadataMaxAge: 60_000,
      // Restarting is this server's own affair; see `CrashPolicy`.
      retry: { retries: 5, initialRetryTime: 100, restartOnFailure: async () => false },
    };
  }

  private async leave(admin: Admin): Promise<void> {
    const { consumer } = this;
    this.consumption?.end();
    this.consumption = null;
    this.consumer = null;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, leaveLimitMs)));
    const left = Promise.allSettled([consumer?.disconnect(), admin.disconnect()]);
    await Promise.race([left, limit]);
    clearTimeout(timer);
  }

  /** @throws Error when no controller handles the pattern, or what its handler throws. */
  private async ask<M extends keyof LogHandler>(
    method: M,
    data: Parameters<LogHandler[M]>[0],
  ): Promise<Awaited<ReturnType<LogHandler[M]>>> {
    const pattern = logPatterns[method];
    const handler = this.getHandlerByPattern(pattern);
    if (!handler) throw new Error(`no controller handles ${pattern}`);
    const answer = this.transformToObservable(await handler(data, {}));
    return (await lastValueFrom(answer)) as Awaited<ReturnType<LogHandler[M]>>;
  }

  private async watchForEver(consumption: Consumption): Promise<void> {
    for (;;) {
      await this.pause(watchEveryMs);
      if (this.consumption !== consumption || this.stopped()) return;
      if (this.options.excuse() !== null) this.excusedAt = Date.now();
      try {
        await consumption.watch();
        this.exitWhenStuck();
      } catch (error) {
        this.excusedAt = Date.now();
        this.options.sink.debug({ error: String(error) }, 'the brokers did not tell the offsets');
      }
    }
  }

  /** What had an excuse a moment ago gets as long again: it has only now begun to be at fault. */
  private exitWhenStuck(): void {
    const stuckForMs = Math.min(this.report().stuckForMs ?? 0, Date.now() - this.excusedAt);
    if (stuckForMs < exitWhenStuckMs) return;
    this.fail(`No progress for ${Math.round(stuckForMs / 1000)} s although there is lag.`);
  }
}

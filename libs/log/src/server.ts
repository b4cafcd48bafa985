import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import kafkajs, { type Admin, type Consumer } from 'kafkajs';
import { lastValueFrom } from 'rxjs';
import { Admission, type LogIdentity } from './admission.js';
import { BrokerSilence } from './broker-silence.js';
import { consumerOptions } from './consumer-options.js';
import { Consumption } from './consumption.js';
import { CrashPolicy } from './crash-policy.js';
import { isGroupRefusal } from './group-protocol.js';
import type { Halt } from './halting.js';
import { LedgerGroup } from './ledger-group.js';
import { logPatterns, type LogHandler } from './log-handler.js';
import { kafkaFailureOf } from './kafka-failure.js';
import type { FatalCause, LogServerOptions, LogStatus } from './server-options.js';
import { Turns } from './turns.js';

const { KafkaJSConnectionError } = kafkajs;
const watchEveryMs = 1_000;
const startAgainAfterMs = 1_000;
const exitWhenStuckMs = 60_000;
const leaveLimitMs = 4_000;
const defaultRestMs = 3;

/**
 * Nest's transport for the log: kafkajs' `eachBatch`, with a gate for each partition. The ledger's
 * position, not Kafka's group offsets, decides what is read. The controller implements
 * `LogHandler`.
 */
export class LogServer extends Server implements CustomTransportStrategy {
  private consumer: Consumer | undefined;
  private consumption: Consumption | undefined;
  private readonly crashes: CrashPolicy;
  private readonly silence: BrokerSilence;
  private readonly permanentHalts = new Map<number, Halt>();
  private state: LogStatus['state'] = 'waiting';
  /** The controller, called through Nest. */
  private readonly ledger: LogHandler = {
    open: (asked) => this.ask('open', asked),
    apply: (work) => this.ask('apply', work),
    look: (asked) => this.ask('look', asked),
    assigned: (partitions) => this.ask('assigned', partitions),
  };
  private readonly known = new Map<keyof LogHandler, MessageHandler>();
  private running: Promise<void> | undefined;
  private readonly stop = Promise.withResolvers<void>();
  private onWatched: () => void = () => undefined;
  private lastOutageAtMs = -Infinity;
  private readonly admission: Admission;
  private readonly group: LedgerGroup;
  private hasFailed = false;
  private rebalances = 0;
  private starts = 0;

  constructor(private readonly options: LogServerOptions) {
    super();
    this.crashes = new CrashPolicy(options.sink);
    this.silence = new BrokerSilence(this.crashes);
    this.admission = new Admission(options);
    this.group = new LedgerGroup(options.kafka, options.groupId, options.sink);
  }

  /** Returns at once: the brokers may be reached later. */
  listen(callback: () => void): void {
    this.running = this.run();
    callback();
  }

  /** Leaves the group and stops. A commit that waits beside its batch ends by itself. */
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

  /** Calls `listener` each second, as soon as the brokers have given the end of the log. */
  listenToWatch(listener: () => void): void {
    this.onWatched = listener;
  }

  report(): LogStatus {
    const partitions = this.consumption?.statuses() ?? [];
    const stuck = partitions.flatMap(({ stuckForMs }) => stuckForMs ?? []);
    const stuckForMs = stuck.length > 0 ? Math.max(...stuck) : undefined;
    const { rebalances } = this;
    const isSilent = this.state === 'running' && this.silence.isSilent();
    const state = isSilent ? 'waiting' : this.state;
    const restarts = Math.max(0, this.starts - 1);
    const { isForeign: isGroupForeign } = this.group;
    const ends = isSilent ? undefined : this.consumption?.ends.known();
    return { state, isGroupForeign, partitions, ends, stuckForMs, rebalances, restarts };
  }

  private async run(): Promise<void> {
    while (!this.stopped()) {
      try {
        await this.consumeUntilEnd();
        if (!this.stopped()) this.state = 'waiting';
      } catch (error) {
        if (this.stopped()) return;
        this.state = 'waiting';
        const end = await this.afterCrash(error);
        if (end) return this.fail(...end);
        await this.pause(startAgainAfterMs);
      }
    }
  }

  /** Says why the process ends after this error; undefined to restart the consumer. */
  private async afterCrash(error: unknown): Promise<[string, FatalCause] | undefined> {
    const { storeId } = this.admission;
    const isRefusal = storeId !== undefined && isGroupRefusal(error);
    const sentence = isRefusal ? await this.group.refused(storeId) : this.crashes.record(error);
    return sentence === undefined ? undefined : [sentence, isRefusal ? 'refused' : 'failed'];
  }

  private stopped(): boolean {
    return this.state === 'stopped';
  }

  /** Waits, but ends early when the service stops. */
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
      // Pending requests fail with its connections, and nobody needs that error.
      consuming.catch(() => undefined);
      await this.leave(admin);
    }
  }

  /** Rejects when the consumer crashes; otherwise ends only when the service stops. */
  private async consume(admin: Admin): Promise<void> {
    const { kafka, topic, prepare, sink, whyUnsafe } = this.options;
    await admin.connect();
    if (this.stopped()) return admin.disconnect();
    await prepare();
    const identity = await this.admittedLog(admin);
    if (!identity || this.stopped()) return;
    this.silence.answered();

    const { storeId } = this.admission;
    const consumer = kafka.consumer(consumerOptions({ ...this.options, storeId }));
    const { permanentHalts, ledger } = this;
    const parts = { topic, sink, consumer, admin, identity, permanentHalts, ledger, whyUnsafe };
    const consumption = new Consumption(parts);
    this.consumer = consumer;
    this.consumption = consumption;
    const crashed = Promise.withResolvers<never>();
    crashed.promise.catch(() => undefined);
    consumer.on('consumer.crash', ({ payload }) => crashed.reject(payload.error));
    consumer.on('consumer.group_join', ({ payload }) => {
      if (this.stopped()) return;
      this.rebalances += 1;
      const assignment = payload.memberAssignment[topic] ?? [];
      this.state = 'running';
      this.silence.answered();
      this.group.joined();
      const partitions = assignment.toSorted((one, other) => one - other);
      sink.info({ event: 'group-joined', partitions }, 'joined the group');
      consumption.join(assignment);
    });
    await consumer.connect();
    if (this.stopped()) return consumer.disconnect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const turns = new Turns(this.options.restMs ?? defaultRestMs);
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: identity.partitions,
      eachBatch: async (payload) => {
        await consumption.onBatch(payload);
        // kafkajs fetches again when all batches of a fetch are done.
        if (consumption.isCaughtUp()) await turns.next();
      },
    });
    this.starts += 1;
    const isOver = () => this.consumption !== consumption || this.stopped();
    void this.silence.listen(
      isOver,
      (forMs) => this.pause(forMs),
      () => crashed.reject(new KafkaJSConnectionError('the brokers say nothing')),
    );
    void this.commitIdle(consumption, isOver);
    await Promise.race([crashed.promise, this.watch(consumption)]);
  }

  /** Identifies the log once it may be read; undefined if it may not, or the service stops. */
  private async admittedLog(admin: Admin): Promise<LogIdentity | undefined> {
    while (!this.stopped()) {
      const answer = await this.admission.ask(admin);
      if (answer.outcome === 'admitted') return answer.identity;
      if (answer.outcome === 'refused') {
        this.fail(answer.sentence, 'refused');
        await this.stop.promise;
        return undefined;
      }
      await this.pause(startAgainAfterMs);
    }
    return undefined;
  }

  private async leave(admin: Admin): Promise<void> {
    const { consumer } = this;
    this.consumption?.end();
    this.consumption = undefined;
    this.consumer = undefined;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, leaveLimitMs)));
    const left = Promise.allSettled([consumer?.disconnect(), admin.disconnect()]);
    await Promise.race([left, limit]);
    clearTimeout(timer);
  }

  /** @throws Error if no controller handles the pattern, or the handler's error. */
  private async ask<M extends keyof LogHandler>(
    method: M,
    data: Parameters<LogHandler[M]>[0],
  ): Promise<Awaited<ReturnType<LogHandler[M]>>> {
    const handler = this.known.get(method) ?? this.handlerOf(method);
    const answer = this.transformToObservable(await handler(data, {}));
    return (await lastValueFrom(answer)) as Awaited<ReturnType<LogHandler[M]>>;
  }

  /** Looked up once: Nest tries to parse each pattern as JSON, and throws and catches an error. */
  private handlerOf(method: keyof LogHandler): MessageHandler {
    const pattern = logPatterns[method];
    const handler = this.getHandlerByPattern(pattern);
    if (!handler) throw new Error(`no controller handles ${pattern}`);
    this.known.set(method, handler);
    return handler;
  }

  /** Notes that a cause outside this process delays the records. */
  markHeldBack(): void {
    this.lastOutageAtMs = performance.now();
  }

  /** Runs outside `watch`: brokers that do not answer send no batch either. */
  private async commitIdle(consumption: Consumption, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.pause(watchEveryMs);
      consumption.commitIdle();
    }
  }

  private async watch(consumption: Consumption): Promise<void> {
    for (;;) {
      await this.pause(watchEveryMs);
      if (this.consumption !== consumption || this.stopped()) return;
      if (await this.admission.hasOtherLedger()) return;
      if (this.options.isWaitingForRedis()) this.markHeldBack();
      try {
        await consumption.watch(() => this.answered());
        this.onWatched();
        this.exitWhenStuck();
      } catch (error) {
        this.markHeldBack();
        // Brokers that answer with a refusal are not silent: the line names the refusal.
        const failure = kafkaFailureOf(error);
        if (failure?.cause === 'not-permitted') this.crashes.wait(failure.message);
        this.options.sink.debug(
          { event: 'offsets-unknown', error: String(error) },
          'the brokers did not report the offsets',
        );
      }
    }
  }

  /** Not called after a join: a member of the group may lack the right to read. */
  private answered(): void {
    this.silence.answered();
    this.crashes.recovered();
  }

  /** After an outage the clock starts from zero. */
  private exitWhenStuck(): void {
    const sinceOutageMs = performance.now() - this.lastOutageAtMs;
    const stuckForMs = Math.min(this.report().stuckForMs ?? 0, sinceOutageMs);
    if (stuckForMs < exitWhenStuckMs) return;
    this.fail(`No progress for ${Math.round(stuckForMs / 1000)} s although there is lag.`);
  }
}

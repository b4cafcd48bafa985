import type { Applied, ApplyRecords, HaltReason, Opened } from '#log';
import { ledgerKeys, type JournalBlock } from '#ledger';
import { Random } from '#pit/random';
import { Broker, type SteppedOver } from './broker.js';
import { Checks } from './checks.js';
import { startedAt, VirtualClock } from './clock.js';
import { InjectedFaults, type InjectedFault, type Limits } from './faults.js';
import { Instance } from './instance.js';
import type { Life } from './life.js';
import { Load } from './load.js';
import { Oracle } from './oracle.js';
import { OutputTopics } from './outputs.js';
import { RedisModel, type RedisServer } from './redis-model.js';
import { strike } from './strikes.js';

export interface StoryLine {
  readonly atMs: number;
  readonly text: string;
}

export interface Failure {
  readonly property: string;
  readonly detail: string;
}

/**
 * Everything of one seed: tables, brokers, Redis, instances of the service, and injected faults.
 */
export class SimulatedCluster {
  readonly clock = new VirtualClock();
  readonly story: StoryLine[] = [];
  readonly counts = new Map<string, number>();
  readonly outputs = new OutputTopics(this.clock);
  readonly faults: InjectedFaults;
  readonly broker: Broker;
  readonly load: Load;
  readonly oracles: readonly Oracle[];
  readonly checks: Checks;
  readonly redis: RedisModel;
  readonly instances: readonly Instance[];
  readonly recordsPerFetch: number;
  readonly records: number;
  readonly spanMs: number;
  readonly random: Random;
  /** The damage to the log or the ledger of a partition, if any. */
  readonly damaged = new Map<number, InjectedFault>();
  failure: Failure | null = null;
  produced = 0;

  constructor(
    readonly seed: number,
    limits: Limits = {},
  ) {
    const { clock } = this;
    clock.install();
    this.random = new Random(`${seed}/world`);
    const partitions = 2 + this.random.below(2);
    this.spanMs = 8_000 + this.random.below(20_000);
    const records = 60 + this.random.below(240);
    this.records = Math.min(records, limits.records ?? records);
    this.recordsPerFetch = this.random.pick([3, 8, 25]);
    const tell = (text: string): void => this.tell(text);
    this.faults = new InjectedFaults(seed, limits, (name) => this.count(name), this.spanMs);
    this.broker = new Broker(seed, partitions, clock, tell);
    this.load = new Load(seed, partitions);
    this.oracles = this.broker.logs.map((_, partition) => new Oracle(partition, partitions));
    this.checks = new Checks(this.oracles, (property, detail) => this.fail(property, detail));
    this.redis = new RedisModel(seed, clock, this.faults, this);
    const instances = 1 + this.random.below(3);
    this.instances = Array.from({ length: instances }, (_, n) => new Instance(this, `i${n + 1}`));
  }

  /** Schedules everything that happens without another cause. */
  begin(): void {
    this.tell(
      `${this.oracles.length} partitions, ${this.instances.length} instances, ` +
        `${this.records} records; faults: ${this.faults.kinds().join(', ') || 'none'}`,
    );
    for (const instance of this.instances) {
      this.clock.after(this.random.below(1_500), () => instance.start());
    }
    for (const each of this.faults.strikes) {
      this.clock.after(each.atMs, () => {
        if (!this.faults.healed) strike(this, each.kind);
      });
    }
    this.produceSoon();
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  tell(text: string): void {
    this.story.push({ atMs: this.clock.now - startedAt, text });
  }

  fail(property: string, detail: string): void {
    this.failure ??= { property, detail };
    this.tell(`BROKEN ${property}: ${detail}`);
  }

  /** Appends the next record of the load and compares fold, model and auditor on it. */
  produce(): void {
    const { partition, value, headers, jackpot, onPlaced } = this.load.next();
    this.produced += 1;
    const oracle = this.oracles[partition] as Oracle;
    const log = this.broker.log(partition);
    const errorMs = this.load.clockError();
    // The keys come first; if their time is wrong they are refused, and so is everything they sign.
    const recordedAtMs = Math.floor(this.clock.now) + this.produced + (log.high > 0 ? errorMs : 0);
    const key = Buffer.from(jackpot);
    const record = log.append({ recordedAtMs, key, value, headers });
    onPlaced?.(record.offset);
    oracle.extend({ partition, ...record });
    if (oracle.difference !== null) this.fail('model', oracle.difference);
    const audited = this.load.audited.get(jackpot);
    if (audited === null || audited === undefined) return;
    this.count('audited record');
    // There is none before its configuration, which follows the keys.
    const pool = oracle.pool(jackpot) ?? 0n;
    if (pool === audited) return;
    this.fail('M2', `the tables count ${audited} in the pool of ${jackpot}, the fold ${pool}`);
  }

  /** Appends the records that a transaction leaves in the log apart from its events. */
  stepOver(partition: number, steppedOver: SteppedOver): void {
    this.produced += 1;
    const recordedAtMs = this.clock.now + this.produced;
    const record = { recordedAtMs, key: Buffer.alloc(4), value: Buffer.from('{}'), headers: {} };
    const stored = this.broker.log(partition).append(record, steppedOver);
    this.oracles[partition]?.extend({ partition, ...stored, steppedOver });
  }

  committed(server: RedisServer, keys: readonly string[], args: readonly string[]): void {
    const name = (keys[0] as string).replace('jackpot:', '').replace(':position', '');
    this.tell(`${server.name} commits ${name} from ${args[0]} to ${args[2]}`);
    this.checks.committed(server, keys, args);
  }

  /**
   * Handles the service's answer to an opening. A chain may restart only if no second block of an
   * earlier chain was visible: a first block exists before its commit, and a block that reaches the
   * topic later may be a stray one (contract 8.4).
   */
  opened(partition: number, beganAtMs: number, answer: Opened): void {
    if (answer.outcome !== 'opened' || answer.position > 0) return;
    const isKnown = this.outputs
      .topic('journal')
      .some(
        ({ partition: own, atMs, value }) =>
          own === partition && atMs < beganAtMs && (JSON.parse(value) as JournalBlock).block > 1,
      );
    if (isKnown) this.fail('journal', `partition ${partition} begins anew unnoticed`);
  }

  /** Handles the service's answer to a batch of records. */
  answered({ partition, records }: ApplyRecords, answer: Applied): void {
    if (answer.outcome === 'folded') this.count('run without a commit of its own');
    if (records.length === 0) this.count('commit of what was left');
    if (answer.outcome !== 'applied' || records.length === 0) return;
    const { position } = answer;
    const last = records.find(({ offset }) => offset === position - 1);
    this.checks.applied(partition, position, last);
  }

  refused(reply: readonly string[], args: readonly string[], isUnchanged: boolean): void {
    this.tell(`a commit is answered: ${reply.join(' ')}`);
    this.checks.refused(reply, args, isUnchanged);
  }

  published(server: RedisServer, channel: string, frame: string): void {
    this.checks.published(server, channel, frame);
    if (frame.startsWith('{"echo"')) return;
    // A gateway may be slow, and misses what is published while it has no connection.
    if (this.random.chance(0.05)) return;
    this.clock.after(this.random.between(0.2, 400), () => this.checks.showOnSign(frame));
  }

  warned(life: Life, fields: object, message: string): void {
    this.count(message);
    const { partition, detail } = fields as { partition?: number; detail?: string };
    if (detail?.startsWith('fenced')) this.count('reload after fenced');
    this.tell(`${life.name} on partition ${partition}: ${message} (${detail ?? 'no detail'})`);
  }

  /** Handles an error: a halt must have a cause in the story; any other error is a bug. */
  erred(life: Life, fields: object, message: string): void {
    const { partition, reason } = fields as { partition?: number; reason?: HaltReason };
    this.tell(`${life.name} on partition ${partition}: ${message}`);
    if (reason === undefined || partition === undefined || reason === 'fold-failed') {
      if (this.damaged.get(partition ?? -1) !== 'ledger-spoiled') this.fail('no bug', message);
      return;
    }
    this.count(`halt ${reason}`);
    if (!this.isCause(partition, reason)) {
      this.fail('M7', `partition ${partition} halted without a cause: ${message}`);
    }
    const { damagedAt } = this.broker.log(partition);
    if (reason !== 'log-damaged' || damagedAt === undefined || this.hasGoneBack()) return;
    const position = this.position(partition);
    if (position < damagedAt) {
      const detail = `partition ${partition} halted at ${damagedAt}, and its ledger is at ${position}`;
      this.fail('M7', detail);
    }
  }

  private hasGoneBack(): boolean {
    return ['redis-rollback', 'redis-fail-over', 'redis-split'].some((name) =>
      this.counts.has(name),
    );
  }

  private isCause(partition: number, reason: HaltReason): boolean {
    if (reason === 'redis-unsafe') return (this.counts.get('redis-unsafe') ?? 0) > 0;
    // Redis has gone back to before the first commit, whose block the journal has.
    if (reason === 'ledger-lost') return this.hasGoneBack();
    const damage = this.damaged.get(partition);
    return damage !== undefined && causes[damage]?.includes(reason) === true;
  }

  private produceSoon(): void {
    const every = this.spanMs / this.records;
    this.clock.after(this.random.between(0, 2 * every), () => {
      if (!this.broker.isDown) this.produce();
      if (this.produced < this.records) this.produceSoon();
    });
  }

  /** The position of a partition's ledger in the current master. */
  position(partition: number): number {
    const { position } = ledgerKeys('jackpot.', partition);
    return Number(this.redis.master.state.hash(position).get('offset') ?? '0');
  }
}

/** The halts that each kind of damage may cause. */
const causes: Partial<Record<InjectedFault, readonly HaltReason[]>> = {
  'log-truncated': ['log-behind-ledger', 'log-replaced'],
  'log-overwritten': ['log-behind-ledger', 'log-replaced'],
  'log-recreated': ['log-behind-ledger', 'log-replaced'],
  'log-trimmed': ['log-trimmed'],
  'log-gap': ['log-gap'],
  'log-damaged': ['log-damaged'],
  'ledger-spoiled': ['ledger-diverged', 'ledger-unbalanced', 'fold-failed'],
};

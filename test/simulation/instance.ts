import type { ServiceLog } from '#contract';
import type { Folded } from '#engine';
import { Ledger } from '#ledger';
import { logPatterns, type ApplyRecords, type OpenPartition } from '#log';
import { LogServer } from '#log/server';
import { Random } from '#pit/random';
import type { JackpotEnv } from '../../apps/jackpot/src/env.js';
import type { CommitBounds } from '../../apps/jackpot/src/partitions/commit-bounds.js';
import { LedgerCheck } from '../../apps/jackpot/src/partitions/ledger-check.js';
import { LogController } from '../../apps/jackpot/src/ledger/log.controller.js';
import { OwnedPartitions } from '../../apps/jackpot/src/partitions/owned-partitions.js';
import { Relay } from '../../apps/jackpot/src/partitions/relay.js';
import { Traces } from '../../apps/jackpot/src/partitions/traces.js';
import { CountedRecords } from '../../apps/jackpot/src/counted-records.js';
import type { LedgerMetrics } from '../../apps/jackpot/src/metrics.js';
import { eventsTopic, kafkaModel, openConsumers } from './kafka-model.js';
import { Life } from './life.js';
import { root } from './operator.js';
import { producerModel, topicModel } from './outputs.js';
import { RedisClient } from './redis-client.js';
import type { SimulatedCluster } from './simulated-cluster.js';

const env = { TOPIC_PREFIX: 'jackpot.', root } as unknown as JackpotEnv;

/**
 * Counts records only: metrics cost more than everything else here and influence nothing. But no
 * record may be counted twice in one life of a process (contract 9.4).
 */
function countingOnce(fail: (detail: string) => void): LedgerMetrics {
  const counted = new CountedRecords();
  /** The first counted position and the number of counted records, by partition. */
  const all = new Map<number, { from: number; records: number }>();
  const begin = counted.begin.bind(counted);
  counted.begin = (partition, snapshot) => {
    begin(partition, snapshot);
    // An emptied ledger may belong to another log.
    if (snapshot.position === 0) all.delete(partition);
  };
  return {
    counted,
    opened() {},
    knowKeys() {},
    committed(partition: number, { from, to, counts }: Folded) {
      counted.add(partition, { to });
      const own = all.get(partition) ?? { from, records: 0 };
      own.records += counts.applied + counts.duplicate + counts.refused;
      own.from = Math.min(own.from, from);
      all.set(partition, own);
      const most = counted.of(partition) - own.from;
      if (own.records > most) fail(`${own.records} of ${most} records of partition ${partition}`);
    },
    commitDuration: { startTimer: () => () => undefined },
    outputs: { inc() {} },
    outboxFailures: { inc() {} },
  } as unknown as LedgerMetrics;
}

/** A world has only some hundred records, so the bounds are small. */
class QuickPartitions extends OwnedPartitions {
  protected override readonly bounds: CommitBounds = {
    waiting: 2,
    records: 30,
    recordsPerRun: 0,
    entries: 6,
    jackpots: 9,
    outputs: 4,
    outputSize: 4_000,
    ageMs: 500,
    lateAgeMs: 900,
  };
}

/** Outboxes of a world are short, so a page of them is short too. */
class QuickRelay extends Relay {
  override readonly entriesPerRead = 7;
}

const noTraces = new Traces(undefined, env.TOPIC_PREFIX);

const startAgainAfterMs = 1_500;
/** After this time without a heartbeat the group continues without a member. */
const sessionMs = 6_000;

/** A process of the ledger service, with a supervisor that restarts it. */
export class Instance {
  life: Life;
  server: LogServer | null = null;
  private lives = 0;

  constructor(
    private readonly cluster: SimulatedCluster,
    private readonly name: string,
  ) {
    this.life = new Life(name, cluster.clock);
  }

  start(): void {
    const { cluster } = this;
    this.lives += 1;
    const life = new Life(`${this.name}.${this.lives}`, cluster.clock);
    this.life = life;
    const { faults, broker, seed } = cluster;
    const sink = this.sink(life);
    const random = new Random(`${seed}/${life.name}`);
    const redis = new RedisClient(cluster.redis, life, String(seed)).asConnection();
    const ledger = new Ledger(redis, env.TOPIC_PREFIX);
    const producer = producerModel(cluster.outputs, broker, faults, life, random);
    const metrics = countingOnce((detail) => cluster.fail('counted once', detail));
    const relay = new QuickRelay(env, sink, ledger, producer, metrics, noTraces, {
      report: () => server.report(),
      markHeldBack: () => server.markHeldBack(),
    });
    const check = new LedgerCheck(env, ledger, topicModel(cluster, life, random));
    const partitions = new QuickPartitions(env, ledger, relay, metrics, noTraces, check);
    const controller = new LogController(partitions);
    const { recordsPerFetch } = cluster;
    const count = (name: string): void => cluster.count(name);
    const tell = (text: string): void => cluster.tell(text);
    const server = new LogServer({
      kafka: kafkaModel({ broker, faults, life, random, recordsPerFetch, count, tell }),
      topic: eventsTopic,
      groupId: 'ledger',
      sink,
      prepare: () => Promise.resolve(),
      isWaitingForRedis: () => ledger.waitingSinceMs !== undefined,
      onFatal: (sentence) => this.exit(life, sentence),
    });
    server.addHandler(logPatterns.assigned, (data) => Promise.resolve(controller.assigned(data)));
    server.addHandler(logPatterns.open, async (data: OpenPartition) => {
      const beganAtMs = cluster.clock.now;
      const answer = await controller.open(data);
      cluster.opened(data.partition, beganAtMs, answer);
      return answer;
    });
    server.addHandler(logPatterns.look, (data) => controller.look(data));
    server.addHandler(logPatterns.apply, async (data: ApplyRecords) => {
      const answer = await controller.apply(data);
      cluster.answered(data, answer);
      return answer;
    });
    server.listen(() => undefined);
    this.server = server;
    cluster.tell(`${life.name} starts`);
  }

  kill(): void {
    // Before its first start there is nothing to kill.
    if (this.lives === 0 || this.life.isDead) return;
    this.life.isDead = true;
    this.server = null;
    this.cluster.tell(`${this.life.name} is killed`);
    const consumer = openConsumers.get(this.life);
    // The group notices only after the session time-out.
    if (consumer) this.cluster.clock.after(3_000, () => this.cluster.broker.leave(consumer));
    this.cluster.clock.after(startAgainAfterMs, () => this.start());
  }

  freeze(forMs: number): void {
    this.life.frozenUntil = this.cluster.clock.now + forMs;
    this.cluster.tell(`${this.life.name} is frozen for ${Math.round(forMs)} ms`);
    this.cluster.broker.rebalance();
    this.cluster.clock.after(forMs + 1, () => this.cluster.broker.rebalance());
  }

  /** Drops all traffic between this process and the brokers, as a firewall does. */
  hush(forMs: number): void {
    this.cluster.tell(`${this.life.name} and the brokers hear nothing for ${Math.round(forMs)} ms`);
    this.life.silentUntil = this.cluster.clock.now + forMs;
    if (forMs > sessionMs) openConsumers.get(this.life)?.turnDeaf(forMs);
  }

  turnDeaf(forMs: number): void {
    this.cluster.tell(`${this.life.name} hears nothing of its group for ${Math.round(forMs)} ms`);
    openConsumers.get(this.life)?.turnDeaf(forMs);
  }

  private exit(life: Life, sentence: string): void {
    if (life.isDead) return;
    this.cluster.count('process gave up');
    this.cluster.tell(`${life.name} exits: ${sentence}`);
    this.kill();
  }

  private sink(life: Life): ServiceLog {
    const { cluster } = this;
    return {
      debug() {},
      info() {},
      warn: (fields, message) => cluster.warned(life, fields, message),
      error: (fields, message) => cluster.erred(life, fields, message),
      fatal() {},
    };
  }
}

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePartition, type WrittenConfiguration } from '#contract';
import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { TestStack, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import type { ProxiedKafka } from '../../support/proxied-kafka.js';
import { readBooks, type BookedRecord } from '../auditor/books.js';
import { GatewayFloor } from './gateway-floor.js';
import type { Kind } from './plan.js';
import { SentinelRedis } from './sentinel-redis.js';
import { SingleRedis } from './single-redis.js';

export const partitions = 12;
const pitLoad = [
  ...['--tables=40', '--speed=90', '--luck=30', '--void=0.03', '--unsettled=0.05'],
  '--misbehave=0.02',
];

/**
 * A service that has not resumed by then needs a manual step. A stuck one ends itself after a
 * minute (contract 9.2), and its supervisor starts it again.
 */
export const resumeLimitMs = 150_000;

/** A stuck service says this before it ends itself. */
const isStuck = /No progress for \d+ s although there is lag/;

export interface Instance {
  readonly child: Child;
  readonly url: string;
}

/** The play during one fault: on new jackpots, so its books are whole. */
export interface Stretch {
  readonly jackpots: readonly WrittenConfiguration[];
  readonly pit: Child;
  /** Undefined if the tables use the gateway: then the log is the books. */
  readonly booksFile?: string;
  /** Ends the play. @returns the exit code of the pit */
  readonly end: () => Promise<number>;
  /**
   * Afterwards: the records that the tables know to be in the log, in its order, each event once.
   */
  readonly books: () => Promise<readonly BookedRecord[]>;
}

/** Kafka, one kind of Redis, two instances of the service, and the pit that plays on them. */
export class FaultScenario {
  readonly instances: Instance[] = [];
  /** How often a stuck instance ended itself and was started again. */
  selfEnded = 0;
  /** Present once a fault of the table gateway is struck. */
  private gatewayFloor: GatewayFloor | undefined;
  /** Every service that was ever started here, for its log. */
  private readonly started: Child[] = [];
  private stretches = 0;

  private constructor(
    readonly kafka: ProxiedKafka,
    readonly redis: SingleRedis | SentinelRedis,
    readonly stack: TestStack,
  ) {}

  static async open(kafka: ProxiedKafka, kind: 'single' | 'sentinel'): Promise<FaultScenario> {
    const redis = await (kind === 'single' ? SingleRedis.start() : SentinelRedis.start());
    const env = { KAFKA_BROKERS: kafka.kafka.running.brokers, ...redis.environmentOf(0) };
    const scenario = new FaultScenario(kafka, redis, new TestStack(env));
    try {
      // The first one makes the topics.
      for (const index of [0, 1]) await scenario.startInstance(index);
      await scenario.untilWhole();
      return scenario;
    } catch (error) {
      await scenario.stack.close();
      await redis.close();
      const said = scenario.started.map(({ output }) => output.slice(-2_000)).join('\n');
      throw new Error(`${String(error)}; the services said:\n${said}`, { cause: error });
    }
  }

  async startInstance(index: number): Promise<void> {
    const child = this.stack.start('apps/jackpot', [], {
      ...this.redis.environmentOf(index),
      // The other instance connects directly.
      ...(index === 1 && { KAFKA_BROKERS: this.kafka.proxied }),
    });
    this.started.push(child);
    this.instances[index] = { child, url: await child.url(60_000) };
  }

  /** Starts a stuck instance that has ended itself, as its supervisor would. */
  async startStuckAgain(): Promise<void> {
    for (const [index, { child }] of this.instances.entries()) {
      if (child.exitCode === null || !isStuck.test(child.output)) continue;
      this.selfEnded += 1;
      await this.startInstance(index);
    }
  }

  /**
   * The health report of each instance about its partitions, for a person who asks why one is
   * stuck.
   */
  async health(): Promise<string> {
    const all = this.instances.map(async ({ url, child }, index) => {
      const signal = AbortSignal.timeout(2_000);
      const said = await fetch(`${url}/health/partitions`, { signal }).then(
        (answer) => answer.text(),
        (error: unknown) => `${String(error)}; exit code ${child.exitCode}`,
      );
      return `instance ${index + 1}: ${said}`;
    });
    return (await Promise.all(all)).join('\n');
  }

  instance(index: number): Instance {
    const instance = this.instances[index];
    if (!instance) throw new Error(`There is no instance ${index}.`);
    return instance;
  }

  /**
   * Waits until every instance is ready, and together they have every partition.
   * @throws Error after `resumeLimitMs`
   */
  untilWhole(): Promise<boolean> {
    const look = async (): Promise<boolean> => {
      await this.startStuckAgain();
      return this.isWhole();
    };
    return until('every instance to be ready', look, resumeLimitMs);
  }

  private async isWhole(): Promise<boolean> {
    const open = await Promise.all(this.instances.map(openOf));
    return open.reduce((sum, each) => sum + each, 0) === partitions;
  }

  /** The tables that use the gateway. */
  get floor(): GatewayFloor {
    if (!this.gatewayFloor) throw new Error('No table goes by the gateway.');
    return this.gatewayFloor;
  }

  /** Configures new jackpots and lets the pit play on them. The earlier ones stay unchanged. */
  async beginStretch(seed: string, kind: Kind): Promise<Stretch> {
    this.stretches += 1;
    const jackpots = spreadIds(`s${this.stretches}`).map((id) => jackpot(id));
    for (const each of jackpots) await this.stack.configure(this.instance(0).url, each);
    const goesByGateway = kind === 'gateway' || kind === 'lost-answers';
    return goesByGateway ? this.playByGateway(jackpots, seed) : this.playByKafka(jackpots, seed);
  }

  private async playByGateway(
    jackpots: readonly WrittenConfiguration[],
    seed: string,
  ): Promise<Stretch> {
    this.gatewayFloor ??= await GatewayFloor.open(this.stack);
    const { gatewayFloor: floor } = this;
    const pit = floor.play(jackpots, seed, this.stretches);
    await floor.goesOn(jackpots, pit);
    if (pit.exitCode !== null) throw new Error(`The pit has ended: ${pit.output}`);
    const end = () => until('each event to be judged', () => pit.exitCode ?? undefined, 120_000);
    return { jackpots, pit, end, books: () => floor.books(jackpots) };
  }

  private async playByKafka(
    jackpots: readonly WrittenConfiguration[],
    seed: string,
  ): Promise<Stretch> {
    const booksFile = join(this.stack.folder, `books-${this.stretches}.jsonl`);
    const pit = this.stack.start('apps/pit', [
      `--jackpots=${jackpots.map(({ id }) => id).join(',')}`,
      '--stake=5000',
      ...pitLoad,
      `--seed=${seed}`,
      `--books=${booksFile}`,
    ]);
    await until(
      'the pit to play',
      () => pit.exitCode !== null || statSync(booksFile).size > 10_000,
    );
    if (pit.exitCode !== null) throw new Error(`The pit has ended: ${pit.output}`);
    const books = () => Promise.resolve(readBooks(booksFile));
    return { jackpots, pit, booksFile, end: () => pit.stop(), books };
  }

  /** Writes the output of the services into a folder for people. */
  keepLogs(folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const [index, { output }] of this.started.entries()) {
      writeFileSync(join(folder, `${this.stack.prefix}service-${index + 1}.log`), output);
    }
  }

  async close(): Promise<void> {
    this.gatewayFloor?.proxy.stop();
    await this.stack.close();
    await this.redis.close();
    // A broker that was killed reads all its logs again at its start.
    const admin = this.stack.kafka.admin();
    await admin.connect();
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(this.stack.prefix));
    await admin.deleteTopics({ topics });
    await admin.disconnect();
  }
}

/**
 * The number of partitions that an instance has open; NaN if it is not ready or does not answer.
 */
async function openOf({ url }: Instance): Promise<number> {
  const ask = (what: string) =>
    fetch(`${url}/health/${what}`, { signal: AbortSignal.timeout(1_000) });
  try {
    const [ready, answer] = await Promise.all([ask('ready'), ask('partitions')]);
    const health = (await answer.json()) as PartitionHealth;
    return ready.ok && answer.ok ? health.partitions.length : NaN;
  } catch {
    return NaN;
  }
}

/** Four ids with four home partitions, two of them even: kafkajs assigns partitions in turns. */
function spreadIds(prefix: string): string[] {
  const ids: string[] = [];
  const homes: number[] = [];
  for (let number = 1; ids.length < 4; number += 1) {
    const home = homePartition(`${prefix}-${number}`, partitions);
    if (homes.includes(home) || homes.filter((each) => each % 2 === home % 2).length === 2)
      continue;
    homes.push(home);
    ids.push(`${prefix}-${number}`);
  }
  return ids;
}

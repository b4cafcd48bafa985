import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { ServerProxy } from '#testing/server-proxy';
import { isOk, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { OwnServer } from '../support/own-stack.js';

export const jackpotIds = ['main', 'mini', 'harbour', 'north'];
const startLimitMs = 180_000;
const collecting = { NODE_OPTIONS: '--expose-gc --import ./test/hostile/collecting.mjs' };

/** A service under a name that stays the same after a restart. */
export interface Service {
  readonly name: string;
  readonly program: string;
  child: Child;
  url: string;
}

/**
 * Kafka, Redis, the sign gateway, and two instances of the ledger, all owned by the run: `ledger`
 * lives from the beginning to the end, `peer` shares its partitions and is struck.
 */
export class SoakRun {
  readonly services: Service[] = [];
  private pit: Child | null = null;

  private constructor(
    readonly kafka: Awaited<ReturnType<typeof OwnServer.kafka>>,
    readonly redis: Awaited<ReturnType<typeof OwnServer.redis>>,
    readonly stack: TestStack,
    private readonly proxy: ServerProxy,
    private readonly proxyUrl: string,
  ) {}

  static async start(): Promise<SoakRun> {
    const [kafka, redis] = await Promise.all([OwnServer.kafka(), OwnServer.redis()]);
    // A test stack reads both from the environment.
    Object.assign(process.env, {
      KAFKA_BROKERS: kafka.running.brokers,
      REDIS_URL: redis.running.url,
    });
    const proxy = new ServerProxy(redis.running.port);
    const run = new SoakRun(kafka, redis, new TestStack(), proxy, `redis://${await proxy.start()}`);
    await run.startService('ledger', 'apps/jackpot');
    for (const id of jackpotIds) await run.stack.configure(run.url('ledger'), jackpot(id));
    await run.startService('peer', 'apps/jackpot');
    await run.startService('signs', 'apps/signs');
    return run;
  }

  /** The services that no fault strikes. */
  get lasting(): Service[] {
    return this.services.filter(({ name }) => name !== 'peer');
  }

  url(name: string): string {
    return this.service(name).url;
  }

  /** Kills a service as a power cut would, and restarts it on the same port. */
  async killAndStart(name: string): Promise<void> {
    const service = this.service(name);
    await service.child.kill();
    await this.startService(name, service.program, new URL(service.url).port);
  }

  /** Stops and starts a service, as for a new version. */
  async stopAndStart(name: string): Promise<void> {
    const service = this.service(name);
    await service.child.stop();
    await this.startService(name, service.program, new URL(service.url).port);
  }

  /** Cuts the ledger's connections to Redis, so that commits succeed but their replies are lost. */
  async cutReplies(count: number): Promise<void> {
    this.proxy.loseReplyOf('evalsha', count);
    await until('the replies to be cut', () => this.proxy.ordered === 0, startLimitMs);
  }

  /** The services that have ended without a fault. */
  ended(): string[] {
    return this.services.filter(({ child }) => child.exitCode !== null).map(({ name }) => name);
  }

  async untilReady(): Promise<void> {
    for (const { name, url } of this.services) {
      await until(`${name} to be ready`, () => isOk(`${url}/health/ready`), startLimitMs);
    }
    const { url } = this.service('ledger');
    await until('every partition', () => isOk(`${url}/health/partitions`), startLimitMs);
  }

  /** Starts the pit again if it ended because the brokers were unreachable for too long. */
  keepPlaying(tables: number, speed: number): void {
    if (this.pit?.exitCode === null) return;
    const args = { tables, rounds: 0, speed, misbehave: 0.01, stake: 5_000, luck: 50 };
    const given = Object.entries(args).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.pit = this.stack.start('apps/pit', [...given, '--jackpots', jackpotIds.join(',')]);
  }

  async stopPlaying(): Promise<void> {
    await this.pit?.stop();
  }

  async close(): Promise<void> {
    await this.stack.close();
    this.proxy.stop();
    await this.redis.remove();
    await this.kafka.remove();
  }

  private service(name: string): Service {
    const found = this.services.find((service) => service.name === name);
    if (!found) throw new Error(`there is no service ${name}`);
    return found;
  }

  private async startService(name: string, program: string, port = '0'): Promise<void> {
    const own = name === 'ledger' ? { REDIS_URL: this.proxyUrl } : {};
    const child = this.stack.start(program, [], { PORT: port, ...collecting, ...own });
    const url = await until(
      `${name} to listen`,
      () => child.url().catch(() => undefined),
      startLimitMs,
    );
    await until(`${name} to be ready`, () => isOk(`${url}/health/ready`), startLimitMs);
    const known = this.services.find((service) => service.name === name);
    if (known) Object.assign(known, { child, url });
    else this.services.push({ name, program, child, url });
  }
}

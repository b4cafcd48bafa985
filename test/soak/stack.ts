import { Proxy } from '../../libs/ledger/src/testing/proxy.js';
import { Bed, isOk } from '../support/bed.js';
import type { Child } from '../support/child.js';
import { jackpot } from '../support/jackpots.js';
import { OwnServer } from '../support/own-stack.js';
import { until } from '../support/until.js';

export const jackpotIds = ['main', 'mini', 'harbour', 'north'];
const startLimitMs = 180_000;
const collecting = { NODE_OPTIONS: '--expose-gc --import ./test/hostile/collecting.mjs' };

/** One of the services, under a name that outlives its processes. */
export interface Service {
  readonly name: string;
  readonly program: string;
  child: Child;
  url: string;
}

/**
 * Kafka, Redis, the sign gateway, and two instances of the ledger, all of the run's own: `ledger`
 * lives from the beginning to the end, `peer` shares its partitions and is struck.
 */
export class SoakStack {
  readonly services: Service[] = [];
  private pit: Child | null = null;

  private constructor(
    readonly kafka: Awaited<ReturnType<typeof OwnServer.kafka>>,
    readonly redis: Awaited<ReturnType<typeof OwnServer.redis>>,
    readonly bed: Bed,
    private readonly proxy: Proxy,
    private readonly proxyUrl: string,
  ) {}

  static async start(): Promise<SoakStack> {
    const [kafka, redis] = await Promise.all([OwnServer.kafka(), OwnServer.redis()]);
    // A bed takes what the environment names.
    Object.assign(process.env, {
      KAFKA_BROKERS: kafka.running.brokers,
      REDIS_URL: redis.running.url,
    });
    const proxy = new Proxy(redis.running.port);
    const stack = new SoakStack(kafka, redis, new Bed(), proxy, await proxy.start());
    await stack.startService('ledger', 'apps/jackpot');
    for (const id of jackpotIds) await stack.bed.configure(stack.url('ledger'), jackpot(id));
    await stack.startService('peer', 'apps/jackpot');
    await stack.startService('signs', 'apps/signs');
    return stack;
  }

  /** The services that nothing strikes. */
  get lasting(): Service[] {
    return this.services.filter(({ name }) => name !== 'peer');
  }

  url(name: string): string {
    return this.service(name).url;
  }

  /** Kills a service as a power cut would, and starts it anew on the port that it had. */
  async killAndStart(name: string): Promise<void> {
    const service = this.service(name);
    await service.child.kill();
    await this.startService(name, service.program, new URL(service.url).port);
  }

  /** As a new version would be brought in. */
  async stopAndStart(name: string): Promise<void> {
    const service = this.service(name);
    await service.child.stop();
    await this.startService(name, service.program, new URL(service.url).port);
  }

  /** The ledger's commits are done and it is not told: its connections to Redis are cut. */
  async cutReplies(count: number): Promise<void> {
    this.proxy.loseReplyOf('evalsha', count);
    await until('the replies to be cut', () => this.proxy.ordered === 0, startLimitMs);
  }

  /** What has ended by itself although nothing struck it. */
  ended(): string[] {
    return this.services.filter(({ child }) => child.exitCode !== null).map(({ name }) => name);
  }

  async untilReady(): Promise<void> {
    for (const { name, url } of this.services) {
      await until(`${name} to be ready`, () => isOk(`${url}/health/ready`), startLimitMs);
    }
  }

  /** The pit plays on; where the brokers were away too long for it, it is started again. */
  keepPlaying(tables: number, speed: number): void {
    if (this.pit?.exitCode === null) return;
    const args = { tables, rounds: 0, speed, misbehave: 0.01, stake: 5_000, luck: 50 };
    const given = Object.entries(args).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.pit = this.bed.start('apps/pit', [...given, '--jackpots', jackpotIds.join(',')]);
  }

  async stopPlaying(): Promise<void> {
    await this.pit?.stop();
  }

  async close(): Promise<void> {
    await this.bed.close();
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
    const child = this.bed.start(program, [], { PORT: port, ...collecting, ...own });
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

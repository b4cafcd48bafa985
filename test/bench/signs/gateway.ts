import { defaultPartitions, formatMinor, homePartition, type ValueMessage } from '#contract';
import { Ledger } from '#ledger';
import type { Child } from '#testing/child';
import { openRedis, redisAddress, type RedisConnection } from '#testing/redis';
import { until } from '#testing/until';
import type { BenchStack } from '../bench-stack.js';

/** The pool that every sign shows, and the one of clients that do not read. */
export type PoolName = 'main' | 'other';

const pulseEveryMs = 1_000;

/**
 * The built sign gateway, and its ledger played by this process: values are written and published
 * as a commit does it, so that what is measured begins there.
 */
export class BenchGateway {
  readonly url: string;
  private readonly sentAtMs = new Map<number, number>();
  private readonly newest = new Map<PoolName, number>();
  private readonly pulseTimer: NodeJS.Timeout;

  private constructor(
    private readonly child: Child,
    private readonly stack: BenchStack,
    private readonly redis: RedisConnection,
    private readonly ledger: Ledger,
    url: string,
  ) {
    this.url = url;
    this.pulseTimer = setInterval(() => this.pulse(), pulseEveryMs);
  }

  static async start(stack: BenchStack): Promise<BenchGateway> {
    const { url } = await stack.redis('everysec');
    const prefix = `${stack.fresh('signs')}.`;
    const redis = openRedis(redisAddress(url));
    await new Promise((resolve) => redis.once('ready', resolve));
    const ledger = new Ledger(redis, prefix);
    await ledger.describeLog('bench', defaultPartitions);
    const env = { ...stack.environment(prefix, url), KAFKA_BROKERS: '' };
    const child = stack.service('apps/signs', env);
    const gateway = new BenchGateway(child, stack, redis, ledger, await stack.addressOf(child));
    await gateway.commit('main');
    await gateway.commit('other');
    for (const pool of ['main', 'other'] as const) {
      const address = `${gateway.url}/v1/pools?jackpot=${pool}`;
      await until(`the pool ${pool}`, async () => (await fetch(address)).ok);
    }
    return gateway;
  }

  streamOf(pool: PoolName): string {
    return `${this.url}/v1/pools/stream?jackpot=${pool}`;
  }

  /** The text that a stream is sent for a version, without its hit: for the peer. */
  async texts(): Promise<{ value: string; pulse: string }> {
    const answer = await fetch(`${this.url}/v1/pools?jackpot=main`);
    const { pools } = (await answer.json()) as { pools: [Record<string, unknown>] };
    const { jackpot, version, state, fault, asOf, ageMs } = pools[0];
    const pulse = { pools: [{ jackpot, version, state, fault, asOf, ageMs }] };
    return { value: JSON.stringify(pools[0]), pulse: JSON.stringify(pulse) };
  }

  /**
   * Commits the next version of a pool. The gateway takes none that is far ahead of what the pulse
   * has said, so each pool counts its own.
   * @param withHit whether an award made it
   * @returns the id of that award, which exists only then
   */
  async commit(pool: PoolName, withHit = false): Promise<string> {
    const { position, values, frames } = this.keysOf(pool);
    const version = this.versionOf(pool) + 1;
    this.newest.set(pool, version);
    const award = `${pool}/T1/1/${version - 1}`;
    const value = 500_000_000 + version;
    const message: ValueMessage = {
      ...{ jackpot: pool, currency: 'MOP', exponent: 2, value, text: formatMinor(value, 'MOP') },
      ...{ version, at: new Date().toISOString(), state: 'running', hit: null, last: null },
      pending: [],
    };
    const winners = [{ seat: 1, hand: 'flush', amount: 250_000 }] as const;
    const made = { award, offset: version - 1, table: 'T1', state: 'awarded' } as const;
    const hit = withHit ? { ...made, winners: [...winners] } : null;
    if (pool === 'main') this.sentAtMs.set(version, Number(process.hrtime.bigint()) / 1e6);
    await this.redis
      .multi()
      .hset(position, 'offset', String(version))
      .hset(values, pool, JSON.stringify(message))
      .spublish(frames, JSON.stringify({ ...message, hit }))
      .exec();
    return award;
  }

  /** The newest of a pool; 0 before the first. */
  versionOf(pool: PoolName): number {
    return this.newest.get(pool) ?? 0;
  }

  sentAt(version: number): number | undefined {
    return this.sentAtMs.get(version);
  }

  async metric(series: string): Promise<number> {
    const page = await (await fetch(`${this.url}/metrics`)).text();
    const line = page.split('\n').find((each) => each.startsWith(`${series} `));
    if (line === undefined) throw new Error(`the gateway has no series ${series}`);
    return Number(line.slice(series.length + 1));
  }

  residentBytes(): Promise<number> {
    return this.metric('process_resident_memory_bytes');
  }

  async processorMs(): Promise<number> {
    return 1_000 * (await this.metric('process_cpu_seconds_total'));
  }

  async hasStreams(count: number): Promise<void> {
    const series = 'jackpot_signs_connections{kind="sse"}';
    await until(`${count} streams`, async () => (await this.metric(series)) === count);
  }

  async stop(): Promise<void> {
    clearInterval(this.pulseTimer);
    this.redis.disconnect();
    await this.stack.kill(this.child);
  }

  private pulse(): void {
    for (const pool of ['main', 'other'] as const) {
      const { frames, partition } = this.keysOf(pool);
      const asOf = new Date().toISOString();
      const position = this.versionOf(pool);
      const text = { pulse: partition, position, asOf, behindMs: 0, halted: null, edition: 1 };
      this.redis.spublish(frames, JSON.stringify(text)).catch(() => undefined);
    }
  }

  private keysOf(pool: PoolName) {
    const partition = homePartition(pool, defaultPartitions);
    return { ...this.ledger.keys(partition), partition };
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { until } from '#testing/until';
import { freePort } from '../../../tools/stack/ports.mjs';
import { findRedisServer } from '../../../tools/stack/prerequisites.mjs';
import { startServer } from '../../../tools/process/process.mjs';
import { startRedis } from '../../../tools/stack/redis.mjs';

type Node = Awaited<ReturnType<typeof startRedis>>;
type Watcher = Awaited<ReturnType<typeof startServer>> & { port: number };

const masterName = 'ledger';
/** Without this setting a replica gets its first copy only after five seconds. */
const settings = { 'repl-diskless-sync-delay': '0' };

/**
 * A master, its replica and one Sentinel. When fail-overs follow each other within seconds, three
 * Sentinels that do not yet agree on the last one begin another, which is not the subject of this
 * test.
 */
export class SentinelRedis {
  private constructor(
    private readonly folder: string,
    private master: Node,
    private replica: Node,
    private sentinel: Watcher,
  ) {}

  static async start(): Promise<SentinelRedis> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-sentinel-'));
    const master = await startRedis({ dataDir: join(folder, 'a'), settings });
    const replica = await startRedis({
      dataDir: join(folder, 'b'),
      settings: { ...settings, replicaof: `127.0.0.1 ${master.port}` },
    });
    const sentinel = await startSentinel(folder, master.port);
    const set = new SentinelRedis(folder, master, replica, sentinel);
    await set.untilWhole();
    return set;
  }

  environmentOf(): Record<string, string> {
    return {
      REDIS_URL: '',
      REDIS_SENTINELS: `127.0.0.1:${this.sentinel.port}`,
      REDIS_SENTINEL_MASTER: masterName,
    };
  }

  /** The port of the master. */
  get port(): number {
    return this.master.port;
  }

  get replicaPort(): number {
    return this.replica.port;
  }

  /** The replica keeps its data and gets nothing more from its master. */
  async cutReplication(): Promise<void> {
    const nowhere = 1;
    await ask(this.replica.port, (redis) => redis.replicaof('127.0.0.1', nowhere));
  }

  async killMaster(): Promise<void> {
    this.master.kill('SIGKILL');
    await this.master.exited;
  }

  /** Waits until the Sentinels have made the replica the master. */
  async promoted(): Promise<void> {
    await until('the replica to be promoted', async () => {
      const [role] = (await ask(this.replica.port, (redis) => redis.role())) as [string];
      return role === 'master';
    });
    [this.master, this.replica] = [this.replica, this.master];
  }

  /** Restarts the dead master as the replica of the promoted one. */
  async rejoin(): Promise<void> {
    const { dataDir, port } = this.replica;
    const replicaof = `127.0.0.1 ${this.master.port}`;
    this.replica = await startRedis({ dataDir, port, settings: { ...settings, replicaof } });
    // It would not begin another fail-over for twice its time-out, and a busy machine needs a long
    // one.
    await this.sentinel.stop();
    this.sentinel = await startSentinel(this.folder, this.master.port, this.sentinel.port);
    await this.untilWhole();
  }

  /** Waits until the Sentinel knows the master, and a replica that is up and has all its data. */
  private async untilWhole(): Promise<void> {
    await until('the Sentinel to see a whole set', async () => {
      const [address, replicas] = await ask(this.sentinel.port, (sentinel) =>
        Promise.all([
          sentinel.call('SENTINEL', 'get-master-addr-by-name', masterName) as Promise<string[]>,
          sentinel.call('SENTINEL', 'replicas', masterName) as Promise<string[][]>,
        ]),
      );
      const [role] = (await ask(this.master.port, (redis) => redis.role())) as [string];
      const isLinked = replicas
        .map(fieldsOf)
        .some((each) => each['flags'] === 'slave' && each['master-link-status'] === 'ok');
      return role === 'master' && address[1] === String(this.master.port) && isLinked;
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.sentinel, this.master, this.replica].map((each) => each.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function startSentinel(folder: string, master: number, samePort?: number): Promise<Watcher> {
  const port = samePort ?? (await freePort());
  const file = join(folder, 'sentinel.conf');
  writeFileSync(
    file,
    `port ${port}
bind 127.0.0.1
dir ${folder}
sentinel monitor ${masterName} 127.0.0.1 ${master} 1
sentinel down-after-milliseconds ${masterName} 1000
sentinel failover-timeout ${masterName} 20000
sentinel parallel-syncs ${masterName} 1
`,
  );
  const command = await findRedisServer();
  const logFile = join(folder, 'sentinel.log');
  const server = await startServer({ command, args: [file, '--sentinel'], logFile });
  return { ...server, port };
}

/** Asks one server once, over a separate connection. */
export async function ask<T>(port: number, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    connectTimeout: 1_000,
    commandTimeout: 1_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

function fieldsOf(list: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < list.length; at += 2) fields[list[at] as string] = list[at + 1] as string;
  return fields;
}

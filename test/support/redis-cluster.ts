import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedis } from '../../deploy/local/redis.mjs';
import { until } from './until.js';

const slots = 16_384;

/** A Redis Cluster of masters alone, each with an equal share of the slots. */
export class RedisCluster {
  private constructor(
    private readonly folder: string,
    readonly servers: readonly Awaited<ReturnType<typeof startRedis>>[],
  ) {}

  static async start(masters: number): Promise<RedisCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-cluster-'));
    const settings = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '2000' };
    const servers = await Promise.all(
      Array.from({ length: masters }, (_, index) =>
        startRedis({ dataDir: join(folder, String(index)), settings }),
      ),
    );
    const connections = servers.map(({ port }) => new Redis(port, '127.0.0.1'));
    const [first, ...others] = connections as [Redis, ...Redis[]];
    for (const [index, connection] of connections.entries()) {
      const from = Math.floor((slots * index) / masters);
      const to = Math.floor((slots * (index + 1)) / masters) - 1;
      await connection.cluster('ADDSLOTSRANGE', from, to);
      await connection.call('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
    }
    const port = servers[0]?.port as number;
    for (const other of others) await other.call('CLUSTER', 'MEET', '127.0.0.1', String(port));
    await until('the cluster to form', async () => {
      const states = await Promise.all(connections.map((each) => each.cluster('INFO')));
      return states.every((info) => String(info).includes('cluster_state:ok'));
    });
    await first.quit();
    for (const other of others) await other.quit();
    return new RedisCluster(folder, servers);
  }

  /** As `REDIS_CLUSTER_NODES` takes them. */
  get nodes(): string {
    return this.servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  }

  async remove(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

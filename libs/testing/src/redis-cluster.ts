import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedis } from '../../../tools/stack/redis.mjs';
import { until } from './until.js';

const slots = 16_384;

type Server = Awaited<ReturnType<typeof startRedis>>;

const settings = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '2000' };

/** A Redis Cluster without replicas; each master has an equal share of the slots. */
export class RedisCluster {
  private constructor(
    private readonly folder: string,
    readonly servers: Server[],
  ) {}

  static async start(masters: number): Promise<RedisCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-cluster-'));
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

  /** The nodes in the form of `REDIS_CLUSTER_NODES`. */
  get nodes(): string {
    return this.servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  }

  /** Changes a setting of all masters, until they are started again. */
  async setAll(setting: string, value: string): Promise<void> {
    for (const { port } of this.servers) {
      const connection = new Redis(port, '127.0.0.1');
      await connection.config('SET', setting, value);
      await connection.quit();
    }
  }

  async kill(master: number): Promise<void> {
    const server = this.server(master);
    server.kill('SIGKILL');
    await server.exited;
  }

  /** Restarts a master on the same port and data, like an init system. */
  async startAgain(master: number): Promise<void> {
    const { dataDir, port } = this.server(master);
    this.servers[master] = await startRedis({ dataDir, port, settings });
  }

  /** Moves a slot without keys from one master to another, like the end of a resharding. */
  async moveSlot(slot: number, from: number, to: number): Promise<void> {
    const connections = this.servers.map(({ port }) => new Redis(port, '127.0.0.1'));
    const ids = await Promise.all(connections.map((each) => each.cluster('MYID')));
    const setSlot = (at: number, ...state: string[]): unknown =>
      connections[at]?.call('CLUSTER', 'SETSLOT', slot, ...state);
    // The new owner first: the importing master takes a newer epoch, so that all nodes accept it.
    await setSlot(to, 'IMPORTING', String(ids[from]));
    await setSlot(to, 'NODE', String(ids[to]));
    for (const at of connections.keys()) await setSlot(at, 'NODE', String(ids[to]));
    await Promise.all(connections.map((each) => each.quit()));
  }

  private server(master: number): Server {
    const server = this.servers[master];
    if (!server) throw new Error(`there is no master ${master}`);
    return server;
  }

  async remove(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected } from '#testing/redis';
import { RedisCluster } from '#testing/redis-cluster';
import { ServerProxy } from '#testing/server-proxy';
import { until } from '#testing/until';
import { startRedis } from '../../../tools/stack/redis.mjs';
import { Ledger } from './ledger.js';
import { openRedis, redisServers, type RedisConnection } from './redis.js';
import { commitFrom, once } from './testing/commits.js';

let folder: string;
let server: Awaited<ReturnType<typeof startRedis>>;
const connections: RedisConnection[] = [];
const proxies: ServerProxy[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-write-'));
  server = await startRedis({ dataDir: join(folder, 'redis') });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await (await open(server.url)).flushall();
});
afterEach(() => {
  for (const connection of connections.splice(0)) connection.disconnect();
  for (const proxy of proxies.splice(0)) proxy.stop();
});

async function open(url: string): Promise<RedisConnection> {
  const redis = await connected(url);
  connections.push(redis);
  return redis;
}

async function readsOf(redis: RedisConnection): Promise<number[]> {
  const stats = await Promise.all(redisServers(redis).map((each) => each.info('stats')));
  return stats.map((text) => Number(/total_reads_processed:(\d+)/.exec(text)?.[1]));
}

const patiently = () => Promise.resolve(true);
const partitions = Array.from({ length: 12 }, (_, partition) => partition);
const poolOf = (ledger: Ledger, partition: number) =>
  ledger.load(partition).then(({ accounts }) => accounts['main/pool']);

test('the commands of one turn reach Redis in one read', async () => {
  const redis = await open(server.url);
  const [before = 0] = await readsOf(redis);
  await Promise.all(Array.from({ length: 400 }, (_, n) => redis.set(`key-${n}`, 'text')));
  const [after = 0] = await readsOf(redis);
  // The commands, and the second query itself; one read takes 16 KiB.
  expect(after - before).toBeLessThanOrEqual(3);
});

test('the commands of one turn reach each node of a Cluster in one read', async () => {
  const cluster = await RedisCluster.start(3);
  const clusterNodes = cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port }));
  const address = { url: 'redis://127.0.0.1', sentinels: [], sentinelMaster: undefined };
  const redis = openRedis({ ...address, clusterNodes });
  try {
    await until('the nodes', () =>
      redis.set('key', 'text').then(
        () => true,
        () => false,
      ),
    );
    await Promise.all(redisServers(redis).map((each) => each.ping()));
    const before = await readsOf(redis);
    await Promise.all(Array.from({ length: 600 }, (_, n) => redis.set(`key-${n}`, 'text')));
    const after = await readsOf(redis);
    expect(after).toHaveLength(3);
    // Nodes of a Cluster also exchange messages with one another.
    for (const [index, reads] of after.entries()) {
      expect(reads - (before[index] ?? 0)).toBeLessThanOrEqual(40);
    }
  } finally {
    redis.disconnect();
    await cluster.remove();
  }
});

test('a commit that is fenced says nothing to those written with it', async () => {
  const ledger = new Ledger(await open(server.url), 'together.');
  const commits = partitions.map((each) => commitFrom(each === 5 ? 10 : 0));
  const results = await Promise.all(
    commits.map((commit, partition) => ledger.commit(partition, commit, once)),
  );
  expect(results.map((each) => each?.result)).toEqual(
    partitions.map((each) => (each === 5 ? 'fenced' : 'ok')),
  );
});

test('a connection that is lost with the commits of one write loses and doubles none', async () => {
  const proxy = new ServerProxy(server.port);
  proxies.push(proxy);
  const ledger = new Ledger(await open(`redis://${await proxy.start()}`), 'lost.');
  await Promise.all(partitions.map((each) => ledger.commit(each, commitFrom(0), once)));
  proxy.loseReplyOf('evalsha');
  const results = await Promise.all(
    partitions.map((each) => ledger.commit(each, commitFrom(10), patiently)),
  );
  expect(proxy.lost).toBe(1);
  expect(results.map((each) => each?.result)).toEqual(partitions.map(() => 'duplicate'));
  for (const each of partitions) expect(await poolOf(ledger, each)).toBe('10');
});

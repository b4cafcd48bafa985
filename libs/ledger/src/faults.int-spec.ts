import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected } from '#testing/redis';
import { ServerProxy } from '#testing/server-proxy';
import { until } from '#testing/until';
import { startRedis } from '../../../tools/stack/redis.mjs';
import { Ledger } from './ledger.js';
import type { RedisConnection } from './redis.js';
import { commitFrom, once } from './testing/commits.js';

type Server = Awaited<ReturnType<typeof startRedis>>;

let folder: string;
const servers: Server[] = [];
const connections: RedisConnection[] = [];
const proxies: ServerProxy[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
});
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.disconnect();
  for (const proxy of proxies.splice(0)) proxy.stop();
  for (const server of servers.splice(0)) if (!server.hasExited()) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: { port?: number; settings?: Record<string, string> } = {}) {
  const server = await startRedis({ dataDir: join(folder, 'redis'), ...options });
  servers.push(server);
  return server;
}

async function open(url: string): Promise<{ redis: RedisConnection; ledger: Ledger }> {
  const redis = await connected(url);
  connections.push(redis);
  return { redis, ledger: new Ledger(redis, 'faults.') };
}

async function throughProxy(server: Server) {
  const proxy = new ServerProxy(server.port);
  proxies.push(proxy);
  return { proxy, ...(await open(`redis://${await proxy.start()}`)) };
}

const patiently = () => Promise.resolve(true);
const pool = (ledger: Ledger) => ledger.load(7).then(({ accounts }) => accounts['main/pool']);

test('a commit whose reply is lost is done once, and its repeat is answered duplicate', async () => {
  const { proxy, redis, ledger } = await throughProxy(await start());
  await ledger.commit(7, commitFrom(0), once);
  proxy.loseReplyOf('evalsha');
  expect(await ledger.commit(7, commitFrom(10), patiently)).toEqual({ result: 'duplicate' });
  expect(proxy.lost).toBe(1);
  expect(await pool(ledger)).toBe('10');
  expect(String(await redis.xlen(ledger.keys(7).outbox))).toBe('4');
});

test('a commit while Redis is down waits, and is done once when Redis is back', async () => {
  const server = await start({ settings: { appendfsync: 'always' } });
  const { ledger } = await open(server.url);
  await ledger.commit(7, commitFrom(0), once);
  server.kill('SIGKILL');
  await server.exited;
  let repeats = 0;
  const commit = ledger.commit(7, commitFrom(10), () => Promise.resolve((repeats += 1) > 0));
  await until('the commit waits', () => repeats > 2);
  expect(ledger.waitingSinceMs).toBeDefined();
  await start({ port: server.port });
  expect(await commit).toMatchObject({ result: 'ok' });
  expect(ledger.waitingSinceMs).toBeUndefined();
  expect(await pool(ledger)).toBe('10');
});

test('an abandoned commit has an unknown outcome, and is not done later', async () => {
  const server = await start();
  const { ledger } = await open(server.url);
  await ledger.commit(7, commitFrom(0), once);
  server.kill('SIGKILL');
  await server.exited;
  expect(await ledger.commit(7, commitFrom(10), once)).toBeUndefined();
  await start({ port: server.port });
  await until('it answers', async () => (await pool(ledger).catch(() => null)) !== null);
  expect((await ledger.load(7)).position).toBeLessThanOrEqual(10);
});

test('a connection that has gone silent is closed, and the commit is done on a new one', async () => {
  const { proxy, ledger } = await throughProxy(await start());
  await ledger.commit(7, commitFrom(0), once);
  proxy.silence();
  expect(await ledger.commit(7, commitFrom(10), patiently)).toMatchObject({ result: 'ok' });
  expect(await pool(ledger)).toBe('10');
});

test('while a commit waits for a Redis that refuses writes, other answers do not hide it', async () => {
  const { redis, ledger } = await open((await start()).url);
  await redis.config('SET', 'min-replicas-to-write', '1');
  let repeats = 0;
  const commit = ledger.commit(7, commitFrom(0), () => Promise.resolve((repeats += 1) > 0));
  await until('the commit waits', () => repeats > 0);
  expect(await ledger.whyUnsafe()).toBeUndefined();
  expect(await ledger.countPartitions()).toBeUndefined();
  expect(ledger.waitingSinceMs).toBeDefined();
  await redis.config('SET', 'min-replicas-to-write', '0');
  expect(await commit).toMatchObject({ result: 'ok' });
  expect(ledger.waitingSinceMs).toBeUndefined();
});

test('a full Redis takes nothing of a commit and all of it when there is room', async () => {
  const { redis, ledger } = await open((await start()).url);
  await redis.config('SET', 'maxmemory', '1');
  let repeats = 0;
  const commit = ledger.commit(7, commitFrom(0), () => Promise.resolve((repeats += 1) > 0));
  await until('the commit waits', () => repeats > 0);
  expect(await redis.keys('faults:*')).toEqual([]);
  await redis.config('SET', 'maxmemory', '0');
  expect(await commit).toMatchObject({ result: 'ok' });
});

test('scripts that Redis has forgotten are sent again', async () => {
  const { redis, ledger } = await open((await start()).url);
  await ledger.commit(7, commitFrom(0), once);
  await redis.script('FLUSH');
  expect(await ledger.commit(7, commitFrom(10), once)).toMatchObject({ result: 'ok' });
});

test('after Redis went back in time the next commit is fenced at its older position', async () => {
  const server = await start({ settings: { appendfsync: 'always' } });
  const { ledger } = await open(server.url);
  await ledger.commit(7, commitFrom(0), once);
  cpSync(join(folder, 'redis', 'appendonlydir'), join(folder, 'older'), { recursive: true });
  await ledger.commit(7, commitFrom(10), once);
  server.kill('SIGKILL');
  await server.exited;
  rmSync(join(folder, 'redis', 'appendonlydir'), { recursive: true });
  cpSync(join(folder, 'older'), join(folder, 'redis', 'appendonlydir'), { recursive: true });
  await start({ port: server.port });
  const result = await ledger.commit(7, commitFrom(20), patiently);
  expect(result).toEqual({ result: 'fenced', position: 10 });
  expect(await pool(ledger)).toBe('5');
});

test('frames that an account must not publish do not stop or halve a commit', async () => {
  const server = await start();
  const { redis, ledger: admin } = await open(server.url);
  await redis.call('ACL', ['SETUSER', 'mute', 'on', '>secret', '~*', '+@all', 'resetchannels']);
  const { ledger } = await open(server.url.replace('//', '//mute:secret@'));
  expect(await ledger.commit(7, commitFrom(0), once)).toMatchObject({ result: 'ok' });
  expect(await pool(admin)).toBe('5');
});

test('integers come as text, even those too large for a double', async () => {
  const { redis } = await open((await start()).url);
  await redis.set('number', '9007199254740993');
  expect(await redis.incr('number')).toBe('9007199254740994');
  const script = "return redis.call('INCRBY', KEYS[1], '1')";
  expect(String(await redis.eval(script, 1, 'number'))).toMatch(/^\d+$/);
});

describe('a Redis that must not hold money is named', () => {
  const cases: [string, Record<string, string>, unknown][] = [
    ['none of the settings is wrong', {}, undefined],
    ['a limit without eviction', { maxmemory: '100mb' }, undefined],
    [
      'eviction',
      { maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' },
      'Redis may evict keys (maxmemory-policy allkeys-lru); set it to noeviction.',
    ],
    ['an eviction that cannot happen', { 'maxmemory-policy': 'allkeys-lru' }, undefined],
    [
      'no append-only file',
      { appendonly: 'no' },
      'Redis keeps no append-only file; set appendonly yes.',
    ],
  ];
  test.each(cases)('%s', async (_name, settings, expected) => {
    const { ledger } = await open((await start({ settings })).url);
    expect(await ledger.whyUnsafe()).toBe(expected);
  });
});

describe('a Redis that would keep half of a torn commit is named, and halts nothing', () => {
  const settings = { 'aof-load-truncated': 'yes' };

  test('aof-load-truncated yes', async () => {
    const { ledger } = await open((await start({ settings })).url);
    expect(await ledger.whyUnsafe()).toBeUndefined();
    expect(await ledger.readFacts()).toMatchObject({
      isSafe: false,
      warnings: [expect.stringMatching(/^Redis has aof-load-truncated yes, which must be no: /)],
    });
  });

  test('aof-load-truncated no, or set to it while it runs', async () => {
    const { ledger, redis } = await open((await start({ settings })).url);
    await redis.config('SET', 'aof-load-truncated', 'no');
    expect(await ledger.readFacts()).toMatchObject({ isSafe: true, warnings: [] });
  });

  test('a user who may not ask for it knows that it is unknown', async () => {
    const { url } = await start({ settings });
    const { redis } = await open(url);
    await redis.call('ACL', ['SETUSER', 'blind', 'on', '>secret', '~*', '+@all', '-config|get']);
    const { ledger } = await open(url.replace('//', '//blind:secret@'));
    expect(await ledger.readFacts()).toMatchObject({
      isSafe: true,
      warnings: [expect.stringContaining('may not CONFIG GET (deploy/redis-users.acl)')],
    });
  });
});

import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { askRedis } from './testing/ask-servers.js';
import { startRedis } from './redis.mjs';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'redis-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

// With `everysec` Redis may answer before it writes: while the disk is busy, up to two seconds.
const settings = { appendfsync: 'always' };

test('a Redis that was killed returns on the same port with its data', async () => {
  const first = await startRedis({ dataDir, settings });
  await askRedis(first.url, (client) => client.set('pool', '123'));
  first.kill('SIGKILL');
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });

  const second = await startRedis({ dataDir, port: first.port });
  try {
    expect(second.url).toBe(first.url);
    expect(second.pid).not.toBe(first.pid);
    expect(await askRedis(second.url, (client) => client.get('pool'))).toBe('123');
  } finally {
    await second.stop();
  }
  expect(second.hasExited()).toBe(true);
});

test('a commit that a crash cut in two is not applied in part by a later start', async () => {
  const commit = `#!lua
    redis.call('HINCRBY', KEYS[1], 'pool', 35)
    redis.call('HINCRBY', KEYS[1], 'house', 15)
    redis.call('HSET', KEYS[1], 'offset', ARGV[1])`;
  const first = await startRedis({ dataDir, settings });
  const again = async (act: (client: Redis) => Promise<unknown>) => {
    const redis = await startRedis({ dataDir, port: first.port, settings });
    const found = await askRedis(redis.url, async (client) => {
      await act(client);
      return client.hgetall('ledger');
    });
    redis.kill('SIGKILL');
    await redis.exited;
    return found;
  };
  await askRedis(first.url, async (client) => {
    await client.eval(commit, 1, 'ledger', '1');
    await client.eval(commit, 1, 'ledger', '2');
  });
  first.kill('SIGKILL');
  await first.exited;
  const file = join(dataDir, 'appendonlydir', 'appendonly.aof.1.incr.aof');
  // In the middle of the HSET, so that the commit's HINCRBYs are whole.
  truncateSync(file, statSync(file).size - 30);

  const both = { pool: '70', house: '30', offset: '2' };
  expect(await again((client) => client.eval(commit, 1, 'ledger', '2'))).toEqual(both);
  expect(await again(async () => undefined)).toEqual(both);
});

test('settings of a test replace the recommended ones', async () => {
  const redis = await startRedis({ dataDir, settings: { 'maxmemory-policy': 'allkeys-lru' } });
  try {
    const answer = await askRedis(redis.url, (client) => client.config('GET', 'maxmemory-policy'));
    expect(answer).toEqual(['maxmemory-policy', 'allkeys-lru']);
  } finally {
    await redis.stop();
  }
});

test('an occupied port is refused in a sentence', async () => {
  const redis = await startRedis({ dataDir: join(dataDir, 'a') });
  try {
    const second = startRedis({ dataDir: join(dataDir, 'b'), port: redis.port });
    await expect(second).rejects.toThrow('Redis did not start');
  } finally {
    await redis.stop();
  }
});

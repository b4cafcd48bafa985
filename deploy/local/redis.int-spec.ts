import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedis } from './stack.mjs';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'redis-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function ask<T>(url: string, question: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url);
  try {
    return await question(client);
  } finally {
    client.disconnect();
  }
}

test('a Redis that was killed comes back on the same port with its data', async () => {
  const first = await startRedis({ dataDir });
  await ask(first.url, (client) => client.set('pool', '123'));
  first.kill('SIGKILL');
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });

  const second = await startRedis({ dataDir, port: first.port });
  try {
    expect(second.url).toBe(first.url);
    expect(second.pid).not.toBe(first.pid);
    expect(await ask(second.url, (client) => client.get('pool'))).toBe('123');
  } finally {
    await second.stop();
  }
  expect(second.hasExited()).toBe(true);
});

test('settings of a test replace the recommended ones', async () => {
  const redis = await startRedis({ dataDir, settings: { 'maxmemory-policy': 'allkeys-lru' } });
  try {
    const answer = await ask(redis.url, (client) => client.config('GET', 'maxmemory-policy'));
    expect(answer).toEqual(['maxmemory-policy', 'allkeys-lru']);
  } finally {
    await redis.stop();
  }
});

test('a port that is taken is refused in a sentence', async () => {
  const redis = await startRedis({ dataDir: join(dataDir, 'a') });
  try {
    const second = startRedis({ dataDir: join(dataDir, 'b'), port: redis.port });
    await expect(second).rejects.toThrow('Redis did not start');
  } finally {
    await redis.stop();
  }
});

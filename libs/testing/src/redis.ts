import { randomUUID } from 'node:crypto';
import { openRedis, type RedisConnection } from '../../ledger/src/redis.js';

export { openRedis, type RedisConnection };

export function redisAddress(url: string) {
  return { url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] };
}

export const redisUrl = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** A key prefix that no other test has. */
export function freshPrefix(): string {
  return `t${randomUUID().slice(0, 8)}.`;
}

/** Opens a connection and waits until it is ready. */
export async function connected(url: string): Promise<RedisConnection> {
  const connection = openRedis(redisAddress(url));
  await new Promise((resolve) => connection.once('ready', resolve));
  return connection;
}

/**
 * Every key of the ledgers under a prefix with its content: a hash by its fields, since `DUMP`
 * gives them in an order that changes, else as `DUMP` gives it. Omits pulses: they come each second
 * and expire.
 */
export async function dump(redis: RedisConnection, prefix: string): Promise<Map<string, string>> {
  const found = await redis.keys(`${prefix.replace(/\.$/, '')}:*`);
  const keys = found.filter((key) => !key.endsWith(':pulse')).sort();
  const all = new Map<string, string>();
  for (const key of keys) all.set(key, await contentOf(redis, key));
  return all;
}

async function contentOf(redis: RedisConnection, key: string): Promise<string> {
  if ((await redis.type(key)) !== 'hash') {
    return String((await redis.dumpBuffer(key))?.toString('hex'));
  }
  return JSON.stringify(Object.entries(await redis.hgetall(key)).sort());
}

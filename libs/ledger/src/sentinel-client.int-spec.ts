import { once } from 'node:events';
import { SentinelRedis } from '../../../test/faults/runner/sentinel-redis.js';
import { until } from '../../../test/support/until.js';
import { openRedis } from './redis.js';

let set: SentinelRedis;
beforeAll(async () => {
  set = await SentinelRedis.start();
}, 120_000);
afterAll(() => set.close());

function open() {
  const [host = '', port] = set.environmentOf()['REDIS_SENTINELS']?.split(':') ?? [];
  const sentinels = [{ host, port: Number(port) }];
  const url = 'redis://127.0.0.1';
  return openRedis({ url, sentinels, sentinelMaster: 'ledger', clusterNodes: [] });
}

/** What ioredis' own detector does when a Sentinel tells of a fail-over. */
function tellOfFailOver(redis: unknown): void {
  (redis as { connector: { disconnect(): void } }).connector.disconnect();
}

/** Ready once, and then told of a fail-over in the middle of connecting again. */
async function openAndTell() {
  const redis = open();
  await once(redis, 'ready');
  const connecting = once(redis, 'connecting');
  redis.disconnect(true);
  await connecting;
  tellOfFailOver(redis);
  return redis;
}

test('word of a fail-over while the master is asked for does not end the connection', async () => {
  const redis = await openAndTell();
  try {
    expect(await until('an answer', () => redis.ping())).toBe('PONG');
  } finally {
    redis.disconnect();
  }
}, 60_000);

test('a connection that was closed while the master is asked for stays closed', async () => {
  const closed = open();
  closed.disconnect();
  await once(closed, 'end');
  // By when the other one is back, this one would be, too.
  const other = await openAndTell();
  try {
    await until('an answer', () => other.ping());
    expect(closed.status).toBe('end');
  } finally {
    other.disconnect();
  }
}, 60_000);

import { once } from 'node:events';
import { until } from '#testing/until';
import { SentinelRedis } from '../../../test/faults/runner/sentinel-redis.js';
import { openRedis } from './redis.js';

let set: SentinelRedis;
beforeAll(async () => {
  set = await SentinelRedis.start();
});
afterAll(() => set.close());

function open() {
  const [host = '', port] = set.environmentOf()['REDIS_SENTINELS']?.split(':') ?? [];
  const sentinels = [{ host, port: Number(port) }];
  const url = 'redis://127.0.0.1';
  return openRedis({ url, sentinels, sentinelMaster: 'ledger', clusterNodes: [] });
}

/** Acts like ioredis' own detector when a Sentinel reports a fail-over. */
function reportFailOver(redis: unknown): void {
  (redis as { connector: { disconnect(): void } }).connector.disconnect();
}

/** A connection that gets the report of a fail-over while it reconnects. */
async function openAndReport() {
  const redis = open();
  await once(redis, 'ready');
  const connecting = once(redis, 'connecting');
  redis.disconnect(true);
  await connecting;
  reportFailOver(redis);
  return redis;
}

test('a fail-over reported while ioredis asks for the master does not end the connection', async () => {
  const redis = await openAndReport();
  try {
    expect(await until('an answer', () => redis.ping())).toBe('PONG');
  } finally {
    redis.disconnect();
  }
});

test('a connection that we close while ioredis asks for the master stays closed', async () => {
  const closed = open();
  closed.disconnect();
  await once(closed, 'end');
  // By the time the other connection is back, this one would be back too.
  const other = await openAndReport();
  try {
    await until('an answer', () => other.ping());
    expect(closed.status).toBe('end');
  } finally {
    other.disconnect();
  }
});

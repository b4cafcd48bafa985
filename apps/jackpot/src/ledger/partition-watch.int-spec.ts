import { Ledger, ledgerKeys } from '#ledger';
import type { LogServer } from '#log/server';
import { connected, dump, freshPrefix, redisUrl, type RedisConnection } from '#testing/redis';
import { until } from '#testing/until';
import { PartitionWatch } from './partition-watch.js';

/** The progress of each partition, with a real Redis and given ends of the brokers. */
let redis: RedisConnection;
let watch: PartitionWatch;
let ends: readonly number[] | undefined;
const prefix = freshPrefix();

beforeAll(async () => {
  redis = await connected(redisUrl);
});
beforeEach(() => {
  ends = undefined;
  const log = { report: () => ({ ends }) } as unknown as LogServer;
  watch = new PartitionWatch(new Ledger(redis, prefix), log);
});
afterEach(async () => {
  watch.onApplicationShutdown();
  for (const key of (await dump(redis, prefix)).keys()) await redis.del(key);
});
afterAll(() => redis.disconnect());

const moveTo = (partition: number, offset: number, newestMs: number) =>
  redis.hset(ledgerKeys(prefix, partition).position, { offset, newestMs });
const lags = () => watch.seen().map(({ position, lag }) => [position, lag]);
const age = (partition: number) => watch.seen()[partition]?.lagForMs ?? 0;

test('a partition is as far as Redis has it, and lags by what the log has more', async () => {
  await moveTo(0, 40, Date.now());
  await moveTo(1, 7, Date.now());
  ends = [42, 7, 3];
  watch.onModuleInit();
  await until('a look', () => watch.seen().length === 3);
  expect(lags()).toEqual([
    [40, 2],
    [7, 0],
    [0, 3],
  ]);
  expect(watch.seen()[1]?.lagForMs).toBeUndefined();
});

test('the age of a lag grows while nothing is applied, and is that of the record applied last', async () => {
  await moveTo(0, 40, Date.now() - 3_600_000);
  ends = [42];
  watch.onModuleInit();
  // The start of its wait is unknown.
  await until('a look', () => watch.seen().length === 1);
  expect(age(0)).toBeLessThan(60_000);
  await until('it to grow', () => age(0) > 5_500);
  await moveTo(0, 41, Date.now() - 60_000);
  await until('the next look', () => lags()[0]?.join() === '41,1');
  expect(age(0)).toBeGreaterThan(59_000);
  await moveTo(0, 42, Date.now());
  await until('the next look', () => lags()[0]?.join() === '42,0');
  expect(watch.seen()[0]?.lagForMs).toBeUndefined();
});

test('while the brokers or Redis do not answer nothing is said of any partition', async () => {
  watch.onModuleInit();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(watch.seen()).toEqual([]);
  ends = [1];
  await until('a look', () => watch.seen().length === 1);
  ends = undefined;
  await until('the next look', () => watch.seen().length === 0);

  const away = await connected(redisUrl);
  away.disconnect();
  const log = { report: () => ({ ends: [1] }) } as unknown as LogServer;
  const blind = new PartitionWatch(new Ledger(away, prefix), log);
  blind.onModuleInit();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(blind.seen()).toEqual([]);
  blind.onApplicationShutdown();
});

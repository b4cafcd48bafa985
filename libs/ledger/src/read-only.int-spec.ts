import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected, type RedisConnection } from '#testing/redis';
import { until } from '#testing/until';
import { startRedis } from '../../../tools/stack/redis.mjs';
import { Ledger } from './ledger.js';
import { reconnectsOf, reconnectWhenReadOnly } from './redis.js';

let folder: string;
let server: Awaited<ReturnType<typeof startRedis>>;
let redis: RedisConnection;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'read-only-'));
  server = await startRedis({ dataDir: folder });
  redis = await connected(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a master that refuses writes is left without leaks, and named', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error): number => warnings.push(name);
  process.on('warning', hear);
  const ledger = new Ledger(redis, 'test.');
  expect(await ledger.readFacts()).toMatchObject({ isSafe: true, warnings: [] });
  const admin = await connected(server.url);
  await admin.call('REPLICAOF', ['127.0.0.1', '1']);
  admin.disconnect();

  const sends = Array.from({ length: 24 }, (_, partition) =>
    ledger.publishPulse(partition, 0, 'me', '{}'),
  );
  const outcomes = await Promise.allSettled(sends);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  await until('the connection to be made again', () => reconnectsOf(redis) >= 1);
  expect(await ledger.readFacts()).toMatchObject({
    isSafe: false,
    warnings: [expect.stringContaining('Redis is a replica')],
  });
  process.off('warning', hear);
  expect(warnings).toEqual([]);
});

test('it is left once in five seconds: the new connection may lead to the same server', () => {
  let nowMs = 0;
  const leaves = reconnectWhenReadOnly(() => nowMs);
  const readOnly = new Error("READONLY You can't write against a read only replica.");
  expect(leaves(new Error('NOPERM'))).toBe(false);
  expect([leaves(readOnly), leaves(readOnly)]).toEqual([1, false]);
  nowMs = 4_999;
  expect(leaves(readOnly)).toBe(false);
  nowMs = 5_000;
  expect(leaves(readOnly)).toBe(1);
});

import { chainBlock, digestOf } from './journal.js';
import { Ledger } from './ledger.js';
import { logKey } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { commitFrom, once } from './testing/commits.js';
import { giveEachTestALedger } from './testing/own-ledger.js';

let redis: RedisConnection;
let prefix: string;
let ledger: Ledger;

giveEachTestALedger((own) => ({ redis, prefix, ledger } = own));

test('a store has one id, however many ask for it at once', async () => {
  const others = Array.from({ length: 10 }, () => new Ledger(redis, prefix));
  const ids = await Promise.all(others.map((other) => other.identify()));
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(await ledger.identify()).toBe(ids[0]);
  expect(await redis.hget(logKey(prefix), 'store')).toBe(ids[0]);
});

test('the stores of two prefixes in one Redis have two ids', async () => {
  const other = new Ledger(redis, `${prefix}other.`);
  expect(await other.identify()).not.toBe(await ledger.identify());
});

test('neither the description of the log nor a rebuild changes the id; an emptied Redis does', async () => {
  const id = await ledger.identify();
  await ledger.describeLog('cluster', 12);
  const first = commitFrom(0);
  await ledger.commit(7, first, once);
  const at = '2026-11-21T04:00:00.000Z';
  const content = { partition: 7, block: 2, from: 0, to: -1, at, postings: [] };
  const digests = { digest: digestOf([]), state: 'e'.repeat(64), previous: first.block.hash };
  const rebuilt = await ledger.recover(7, {
    ...{ seen: { position: 10, head: first.block.hash }, position: 0, anchor: null },
    ...{ block: chainBlock({ ...content, ...digests }), partitions: 12, clusterId: 'cluster' },
    ...{ sent: { partition: 4, offset: 90 }, emptied: { jackpots: ['main'], counted: 9 } },
  });
  expect(rebuilt).toEqual({ result: 'ok' });
  expect(await ledger.identify()).toBe(id);
  await redis.del(logKey(prefix));
  expect(await ledger.identify()).not.toBe(id);
});

import { dump } from '#testing/redis';
import type { Ledger } from './ledger.js';
import type { RedisConnection } from './redis.js';
import { commitFrom, once } from './testing/commits.js';
import { giveEachTestALedger } from './testing/own-ledger.js';

let redis: RedisConnection;
let prefix: string;
let ledger: Ledger;

giveEachTestALedger((own) => ({ redis, prefix, ledger } = own));

test('the outbox keeps its order over commits, until its entries are deleted', async () => {
  await ledger.commit(7, commitFrom(0), once);
  await ledger.commit(7, commitFrom(10), once);
  const outboxIds = async () => (await ledger.readOutbox(7, 10)).map(({ outboxId }) => outboxId);
  expect(await outboxIds()).toEqual(['9-1', '9-2', '19-1', '19-2']);
  expect((await ledger.readOutbox(7, 1))[0]).toEqual({
    outboxId: '9-1',
    topic: 'awards',
    key: 'main',
    id: '7/9/award',
    value: '{}',
  });
  const sent = (await ledger.readOutbox(7, 10)).slice(0, 2);
  expect(await ledger.trimOutbox(7, [sent])).toBe(2);
  expect(await ledger.trimOutbox(7, [sent])).toBe(0);
  expect(await ledger.trimOutbox(7, [])).toBe(0);
  expect(await outboxIds()).toEqual(['19-1', '19-2']);
});

test('the outbox is read on after an entry', async () => {
  await ledger.commit(7, commitFrom(0), once);
  await ledger.commit(7, commitFrom(10), once);
  const read = await ledger.readOutbox(7, 2, '9-1');
  expect(read.map(({ outboxId }) => outboxId)).toEqual(['9-2', '19-1']);
});

test('of two sent commits none goes where the last has another block now', async () => {
  await ledger.commit(7, commitFrom(0), once);
  await ledger.commit(7, commitFrom(10), once);
  const read = await ledger.readOutbox(7, 10);
  const last = read.slice(2).map((entry) => ({ ...entry, id: 'of another block' }));
  await ledger.trimOutbox(7, [read.slice(0, 2), last]);
  expect(await ledger.readOutbox(7, 10)).toEqual(read);
  await ledger.trimOutbox(7, [read.slice(0, 2), read.slice(2)]);
  expect(await ledger.readOutbox(7, 10)).toEqual([]);
});

test('a commit of more messages than one call deletes leaves as one', async () => {
  const outbox = Array.from({ length: 2_500 }, (_, n) => ({
    outboxId: `9-${n + 1}`,
    topic: 'journal',
    key: '7',
    id: `message ${n}`,
    value: '{}',
  }));
  await ledger.commit(7, commitFrom(0, { outbox }), once);
  await ledger.trimOutbox(7, [outbox]);
  expect(await ledger.readOutbox(7, 10)).toEqual([]);
});

test('a commit with the outbox ids of a sent one stays whole when it has another block', async () => {
  await ledger.commit(7, commitFrom(0), once);
  const read = await ledger.readOutbox(7, 10);
  // Redis went back in time, and the same records were committed again with another cut.
  for (const key of (await dump(redis, prefix)).keys()) await redis.del(key);
  const journal = { outboxId: '9-2', topic: 'journal', key: '7', id: 'another block', value: '{}' };
  const [award] = commitFrom(0).outbox;
  await ledger.commit(7, commitFrom(0, { outbox: [award as typeof journal, journal] }), once);
  await ledger.trimOutbox(7, [read]);
  const left = (await ledger.readOutbox(7, 10)).map(({ id }) => id);
  expect(left).toEqual(['7/9/award', 'another block']);
});

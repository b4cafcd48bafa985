import { dump } from '#testing/redis';
import { chainBlock, digestOf, journalGenesis, type JournalBlock } from './journal.js';
import { Ledger } from './ledger.js';
import type { RedisConnection } from './redis.js';
import type { RecoveryChange } from './recovery.js';
import type { Emptied, RestoredContent } from './staging.js';
import { commitFrom, once } from './testing/commits.js';
import { giveEachTestALedger } from './testing/own-ledger.js';

let redis: RedisConnection;
let prefix: string;
let ledger: Ledger;

giveEachTestALedger((own) => ({ redis, prefix, ledger } = own));
beforeEach(async () => {
  await ledger.commit(7, first, once);
  await ledger.commit(8, commitFrom(0), once);
});

const first = commitFrom(0, { authority: '{"version":1}' });
const seen = { position: 10, head: first.block.hash };
const mark = { reason: 'ledger-diverged', detail: 'main/pool is 6 in Redis and 5 by the log.' };
const awards = async () => Number(await redis.zcard(ledger.keys(7).awards('main')));
const position = () => redis.hgetall(ledger.keys(7).position);

function blockOf(from: number, to: number): JournalBlock {
  const at = '2026-11-21T04:00:00.000Z';
  const content = { partition: 7, block: 2, from, to, at, postings: [], digest: digestOf([]) };
  const state = 'e'.repeat(64);
  return chainBlock({ ...content, state, previous: seen.head });
}

function skip(to: number, changes: Partial<RecoveryChange> = {}): RecoveryChange {
  const block = blockOf(10, to - 1);
  const sent = { partition: 4, offset: 90 };
  const log = { partitions: 12, clusterId: 'cluster', sent };
  return { seen, position: to, anchor: null, block, ...log, emptied: null, ...changes };
}

const rebuild = (changes: Partial<RecoveryChange> = {}): RecoveryChange =>
  skip(0, { block: blockOf(0, -1), emptied: { jackpots: ['main'], counted: 9 }, ...changes });

test('a marked partition takes no commit from anyone, and nothing is written', async () => {
  await ledger.markHalted(7, seen, mark);
  const before = await dump(redis, prefix);
  const other = new Ledger(redis, prefix);
  const next = commitFrom(10);
  expect(await other.commit(7, next, once)).toEqual({
    result: 'refused',
    detail: `the partition is marked as halted: ${JSON.stringify(mark)}`,
  });
  expect(await dump(redis, prefix)).toEqual(before);
  expect((await ledger.load(7)).halted).toEqual(mark);
  expect((await ledger.commit(8, next, once))?.result).toBe('ok');
});

test('the repeat of a commit from before the mark is answered duplicate', async () => {
  await ledger.markHalted(7, seen, mark);
  expect(await ledger.commit(7, first, once)).toEqual({ result: 'duplicate' });
});

test('the first mark stays, and a ledger that has moved on gets none', async () => {
  await ledger.markHalted(7, { ...seen, position: 9 }, mark);
  await ledger.markHalted(7, { ...seen, head: journalGenesis }, mark);
  expect((await ledger.load(7)).halted).toBeNull();
  await ledger.markHalted(7, seen, mark);
  await ledger.markHalted(7, seen, { reason: 'ledger-unbalanced', detail: 'later' });
  expect((await ledger.load(7)).halted).toEqual(mark);
});

test('a partition without a commit can be marked, and stays empty', async () => {
  await ledger.markHalted(3, { position: 0, head: journalGenesis }, mark);
  const { position: offset, head, halted } = await ledger.load(3);
  expect({ offset, head, halted }).toEqual({ offset: 0, head: journalGenesis, halted: mark });
  expect((await ledger.commit(3, commitFrom(0), once))?.result).toBe('refused');
});

test.each([
  ['1e1', first.block.hash],
  ['007', first.block.hash],
  ['9999999999999999', first.block.hash],
  ['10', 'not a hash'],
  ['10', first.block.hash.toUpperCase()],
])(
  'a ledger whose offset is %s and head %s can be marked, and rebuilt',
  async (offset, written) => {
    const edited = { offset, head: written, block: 'x', newestMs: '-5' };
    await redis.hset(ledger.keys(7).position, edited);
    const { head, position: at, ...others } = await ledger.load(7);
    expect(at).toBe(offset === '10' ? 10 : 0);
    expect(head).toBe(written === first.block.hash ? written : journalGenesis);
    expect(others).toMatchObject({ block: 0, newestMs: 0 });
    await ledger.markHalted(7, { position: at, head }, mark);
    expect((await ledger.load(7)).halted).toEqual(mark);
    const change = rebuild({ seen: { position: at, head } });
    expect(await ledger.recover(7, change)).toEqual({ result: 'ok' });
    expect((await ledger.load(7)).halted).toBeNull();
  },
);

test('a mark that cannot be read still counts', async () => {
  await redis.hset(ledger.keys(7).position, 'halted', 'by hand');
  expect((await ledger.load(7)).halted).toMatchObject({ reason: 'ledger-diverged' });
  expect((await ledger.commit(7, commitFrom(10), once))?.result).toBe('refused');
});

test('a skip moves the position and the head, and touches nothing else', async () => {
  await ledger.markHalted(7, seen, mark);
  const before = await dump(redis, prefix);
  const change = skip(15);
  expect(await ledger.recover(7, change)).toEqual({ result: 'ok' });
  const after = await dump(redis, prefix);
  const changed = [...after].filter(([key, content]) => before.get(key) !== content);
  expect(changed.map(([key]) => key)).toEqual([ledger.keys(7).position]);
  expect(after.size).toBe(before.size);
  expect(await position()).toEqual({
    offset: '15',
    newestMs: String(first.newestMs),
    refusals: first.refusals,
    authority: '{"version":1}',
    head: change.block.hash,
    block: '2',
    partitions: '12',
    cluster: 'cluster',
    sent: '2/4/90',
  });
  const next = commitFrom(15, {}, change.block.hash);
  expect((await ledger.commit(7, next, once))?.result).toBe('ok');
});

test('an accepted log keeps position and anchor, and has its new name', async () => {
  const change = skip(10, { clusterId: 'other', anchor: first.anchor });
  expect(await ledger.recover(7, change)).toEqual({ result: 'ok' });
  expect(await position()).toMatchObject({ offset: '10', anchor: first.anchor, cluster: 'other' });
});

test('a rebuild empties its partition only, and the first commit can be done again', async () => {
  await ledger.markHalted(7, seen, mark);
  const neighbour = await ledger.load(8);
  const change = rebuild();
  expect(await ledger.recover(7, change)).toEqual({ result: 'ok' });
  expect(await ledger.load(7)).toEqual({
    position: 0,
    anchor: null,
    newestMs: 0,
    head: change.block.hash,
    block: 2,
    partitions: 12,
    clusterId: 'cluster',
    halted: null,
    counted: 9,
    refusals: '',
    authority: '',
    build: null,
    sent: { block: 2, partition: 4, offset: 90 },
    accounts: {},
    jackpots: {},
    tables: {},
    claims: {},
    values: {},
    meters: {},
  });
  expect([await awards(), await ledger.readOutbox(7, 10)]).toEqual([0, []]);
  expect(await ledger.load(8)).toEqual(neighbour);
  // The outbox ids begin again too: the same messages must fit.
  const again = commitFrom(0, {}, change.block.hash);
  expect((await ledger.commit(7, again, once))?.result).toBe('ok');
  expect(await awards()).toBe(1);
  // The earlier count stays known, also to the partition's next instance.
  expect((await ledger.load(7)).counted).toBe(9);
});

/**
 * The content of a checkpoint at offset 10; the ledger has moved on to 20 since, and was damaged.
 */
const content: RestoredContent = {
  newestMs: 1_234,
  refusals: '[7]',
  authority: '{"version":2}',
  build: '0.1.0+1',
  accounts: {
    ...{ 'main/pool': '5', 'main/reserve': '1', 'main/house': '4' },
    ...{ 'main/players': '-10', 'main/held': '0' },
  },
  jackpots: { main: '{"at":7}' },
  tables: Object.fromEntries(Array.from({ length: 2_500 }, (_, each) => [`main/T${each}`, '{}'])),
  claims: { 'main/T1/1/7': '{"at":7}' },
  values: { main: '{"version":7}' },
  meters: { main: '[]' },
};
const restore = (changes: Partial<RecoveryChange> = {}): RecoveryChange => {
  const emptied = { jackpots: ['main', 'gone'], counted: 20, restored: content };
  const anchor = first.anchor;
  return skip(10, { block: blockOf(10, 9), anchor, emptied, ...changes });
};
const later = { position: 20, head: commitFrom(10).block.hash };

test('a restored ledger is what the checkpoint had, and nothing of what was there', async () => {
  await ledger.commit(7, commitFrom(10), once);
  await ledger.markHalted(7, later, mark);
  await redis.hset(ledger.keys(7).tables, { 'main/forged': '{}' });
  await redis.zadd(ledger.keys(7).awards('gone'), 3, 'gone/T1/1/3');
  // Leftovers of a failed attempt.
  await redis.hset(ledger.keys(7).staged('tables'), { 'main/left': '{}' });
  const change = restore({ seen: later });
  await ledger.stage(7, change.emptied as Emptied);
  expect(await ledger.recover(7, change)).toEqual({ result: 'ok' });
  expect(await ledger.load(7)).toEqual({
    ...content,
    position: 10,
    anchor: first.anchor,
    head: change.block.hash,
    block: 2,
    partitions: 12,
    clusterId: 'cluster',
    halted: null,
    counted: 20,
    sent: { block: 2, partition: 4, offset: 90 },
  });
  expect(await ledger.readAwards(7, 'main')).toEqual([
    { id: 'main/T1/1/7', offset: 7, text: '{"at":7}' },
  ]);
  expect(await ledger.readAwards(7, 'gone')).toEqual([]);
  expect(await ledger.readOutbox(7, 10)).toEqual([]);
  expect([...(await dump(redis, prefix)).keys()].filter((key) => key.includes('staged'))).toEqual(
    [],
  );
  expect((await ledger.commit(7, commitFrom(10, {}, change.block.hash), once))?.result).toBe('ok');
});

test.each([
  [
    'was not staged whole',
    () => redis.hdel(ledger.keys(7).staged('tables'), 'main/T9'),
    'staged:tables has 2499 entries in place of 2500',
  ],
  [
    'has an entry more',
    () => redis.zadd(ledger.keys(7).staged('awards:main'), 8, 'main/T1/1/8'),
    'staged:awards:main has 2 entries in place of 1',
  ],
  [
    'is no hash',
    async () => {
      await redis.del(ledger.keys(7).staged('values'));
      await redis.set(ledger.keys(7).staged('values'), 'text');
    },
    'staged:values is a string',
  ],
])('what %s does not take the ledger’s place', async (_what, damage, detail) => {
  const change = restore();
  await ledger.stage(7, change.emptied as Emptied);
  await damage();
  const before = await ledger.load(7);
  const refused = { result: 'refused', detail: expect.stringContaining(detail) as string };
  expect(await ledger.recover(7, change)).toEqual(refused);
  expect(await ledger.load(7)).toEqual(before);
});

test.each([
  ['position', { seen: { ...seen, position: 9 } }],
  ['head', { seen: { ...seen, head: journalGenesis } }],
])('a ledger with another %s than the operator saw is left alone', async (_what, changes) => {
  const before = await dump(redis, prefix);
  for (const change of [skip(15, changes), rebuild(changes), restore(changes)]) {
    expect(await ledger.recover(7, change)).toEqual({ result: 'fenced', position: 10 });
  }
  expect(await dump(redis, prefix)).toEqual(before);
});

test('a recovery is not done twice', async () => {
  const change = rebuild();
  await ledger.recover(7, change);
  expect(await ledger.recover(7, change)).toEqual({ result: 'fenced', position: 0 });
});

test.each([
  ['back without emptying', skip(9), 'the position cannot go from 10 to 9'],
  ['to no offset', skip(-1), 'the position cannot go from 10 to -1'],
  ['on although emptied', rebuild({ position: 3 }), 'the position cannot go from 10 to 3'],
  [
    'back with records counted before no offset',
    rebuild({ emptied: { jackpots: [], counted: -1 } }),
    'the arguments are not those of a recovery',
  ],
])('a position that goes %s is refused, and nothing is written', async (_what, change, detail) => {
  const before = await dump(redis, prefix);
  expect(await ledger.recover(7, change)).toEqual({ result: 'refused', detail });
  expect(await dump(redis, prefix)).toEqual(before);
});

test('a commit in flight over a skip is fenced', async () => {
  await ledger.recover(7, skip(15));
  expect(await ledger.commit(7, commitFrom(10), once)).toEqual({ result: 'fenced', position: 15 });
});

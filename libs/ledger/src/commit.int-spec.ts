import { dump, redisAddress, redisUrl } from '#testing/redis';
import { until } from '#testing/until';
import type { Ledger } from './ledger.js';
import { FrameSubscriber } from './frame-subscriber.js';
import type { RedisConnection } from './redis.js';
import { commitFrom, once } from './testing/commits.js';
import { giveEachTestALedger } from './testing/own-ledger.js';

let redis: RedisConnection;
let prefix: string;
let ledger: Ledger;

giveEachTestALedger((own) => ({ redis, prefix, ledger } = own));

const balance = (account: string) => redis.hget(ledger.keys(7).accounts, `main/${account}`);

test('the first commit of a partition makes accounts, position, texts, keys, outbox and awards', async () => {
  const commit = commitFrom(0, { authority: '{"version":1}', build: '0.1.0+1' });
  const result = await ledger.commit(7, commit, once);
  expect(result).toEqual({
    result: 'ok',
    balances: new Map([
      ['main/pool', 5n],
      ['main/reserve', 1n],
      ['main/house', 4n],
      ['main/players', -10n],
      ['main/held', 0n],
    ]),
  });
  expect(await ledger.load(7)).toEqual({
    position: 10,
    anchor: 'anchor of 9',
    newestMs: commit.newestMs,
    head: commit.block.hash,
    block: commit.block.block,
    partitions: 12,
    clusterId: 'cluster',
    halted: null,
    counted: null,
    refusals: commit.refusals,
    authority: '{"version":1}',
    build: '0.1.0+1',
    sent: { block: commit.block.block, partition: 3, offset: 0 },
    accounts: {
      'main/pool': '5',
      'main/reserve': '1',
      'main/house': '4',
      'main/players': '-10',
      'main/held': '0',
    },
    jackpots: { main: '{"at":9}' },
    tables: { 'main/T1': '{"at":9}' },
    claims: { 'main/T1/1/9': '{"at":9}' },
    values: { main: '{"version":9}' },
    meters: { main: '[9]' },
  });
  expect(await redis.zrange(ledger.keys(7).awards('main'), '0', '-1')).toEqual(['main/T1/1/9']);
});

test('what becomes of an award takes the place of what was said of it before', async () => {
  await ledger.commit(7, commitFrom(0), once);
  const made = ['main/T1/2/19', '{"at":19}'] as const;
  const paid = ['main/T1/1/9', '{"at":9,"state":"paid"}'] as const;
  await ledger.commit(7, commitFrom(10, { claims: [made, paid] }), once);
  expect(await ledger.readAwards(7, 'main')).toEqual([
    { id: 'main/T1/2/19', offset: 19, text: '{"at":19}' },
    { id: 'main/T1/1/9', offset: 9, text: '{"at":9,"state":"paid"}' },
  ]);
  const older = await ledger.readAwards(7, 'main', { beforeOffset: 19, limit: 1 });
  expect(older.map(({ id }) => id)).toEqual(['main/T1/1/9']);
});

test('an award that is forgotten is gone, from the list too', async () => {
  await ledger.commit(7, commitFrom(0), once);
  await ledger.commit(7, commitFrom(10, { claims: [['main/T1/1/9', null]] }), once);
  expect((await ledger.load(7)).claims).toEqual({});
  expect(await ledger.readAwards(7, 'main')).toEqual([]);
});

const awardsOfMain = (): string => ledger.keys(7).awards('main');

test.each([
  [
    'lacks an award',
    () => redis.zrem(awardsOfMain(), 'main/T1/1/9'),
    /does not list main\/T1\/1\/9$/,
  ],
  [
    'has another place for one',
    () => redis.zadd(awardsOfMain(), 8, 'main/T1/1/9'),
    /lists main\/T1\/1\/9 at offset 8$/,
  ],
  [
    'has one more',
    () => redis.zadd(awardsOfMain(), 3, 'main/T1/1/3'),
    /lists main\/T1\/1\/3, which is not remembered$/,
  ],
])('a list of awards that %s is named', async (_, edit, sentence) => {
  await ledger.commit(7, commitFrom(0), once);
  expect(await ledger.whyOtherAwardIndex(7, ['main', 'mini'])).toBeUndefined();
  await edit();
  expect(await ledger.whyOtherAwardIndex(7, ['main', 'mini'])).toMatch(sentence);
});

test('the keys of a partition stay until a commit brings others', async () => {
  const changes = [{ authority: '{"version":1}' }, {}, { authority: '{"version":2}' }];
  const found: string[] = [];
  for (const [index, change] of changes.entries()) {
    await ledger.commit(7, commitFrom(index * 10, change), once);
    found.push((await ledger.load(7)).authority);
  }
  expect(found).toEqual(['{"version":1}', '{"version":1}', '{"version":2}']);
  expect((await ledger.load(3)).authority).toBe('');
});

test('the build of a partition stays until another one commits', async () => {
  const changes = [{ build: '0.1.0+1' }, {}, { build: '0.1.0+2' }];
  const found: (string | null)[] = [(await ledger.load(7)).build];
  for (const [index, change] of changes.entries()) {
    await ledger.commit(7, commitFrom(index * 10, change), once);
    found.push((await ledger.load(7)).build);
  }
  expect(found).toEqual([null, '0.1.0+1', '0.1.0+1', '0.1.0+2']);
});

test('a partition without a commit is at position 0', async () => {
  const { position, anchor, partitions, clusterId, accounts } = await ledger.load(3);
  expect({ position, anchor, partitions, clusterId, accounts }).toEqual({
    position: 0,
    anchor: null,
    partitions: null,
    clusterId: null,
    accounts: {},
  });
});

test('a partition without a commit knows how many partitions the ledger was made with, and on which cluster', async () => {
  await ledger.describeLog('cluster', 12);
  expect(await ledger.load(3)).toMatchObject({ position: 0, partitions: 12, clusterId: 'cluster' });
});

test('the same commit again is a duplicate and changes nothing', async () => {
  const commit = commitFrom(0);
  await ledger.commit(7, commit, once);
  const before = await dump(redis, prefix);
  expect(await ledger.commit(7, commit, once)).toEqual({ result: 'duplicate' });
  expect(await dump(redis, prefix)).toEqual(before);
});

test('a commit from another position is fenced and changes nothing', async () => {
  await ledger.commit(7, commitFrom(0), once);
  const before = await dump(redis, prefix);
  for (const from of [0, 9, 11, 500]) {
    const result = await ledger.commit(7, commitFrom(from), once);
    expect(result).toEqual({ result: 'fenced', position: 10 });
  }
  // The same batch by another instance has its own id, so it is not a duplicate.
  expect(await ledger.commit(7, commitFrom(0), once)).toMatchObject({ result: 'fenced' });
  expect(await dump(redis, prefix)).toEqual(before);
});

test('a commit after another block than the last is fenced, although the position is right', async () => {
  // Before a fail-over the same records were committed with other cuts: the chain differs.
  await ledger.commit(7, commitFrom(0), once);
  const { block, ...commit } = commitFrom(10);
  const other = { ...commit, block: { ...block, previous: 'a block that was lost' } };
  const before = await dump(redis, prefix);
  expect(await ledger.commit(7, other, once)).toEqual({ result: 'fenced', position: 10 });
  expect(await dump(redis, prefix)).toEqual(before);
});

test('postings of 0 make the accounts of a jackpot without a seed', async () => {
  const deltas = commitFrom(0).deltas.map((delta) => ({ ...delta, micros: 0n }));
  const result = await ledger.commit(7, commitFrom(0, { deltas }), once);
  expect(result).toMatchObject({ result: 'ok' });
  expect(await balance('pool')).toBe('0');
  expect(await balance('players')).toBe('0');
});

test('amounts near the end of int64 stay exact to the last unit', async () => {
  const half = 4_611_686_018_427_387_903n;
  const deltas = [
    { jackpot: 'main', account: 'pool', micros: half },
    { jackpot: 'main', account: 'house', micros: -half },
  ];
  await ledger.commit(7, commitFrom(0, { deltas, jackpots: [] }), once);
  const result = await ledger.commit(7, commitFrom(10, { deltas }), once);
  expect(await balance('pool')).toBe('9223372036854775806');
  expect(result).toEqual({
    result: 'ok',
    balances: new Map([
      ['main/pool', 9_223_372_036_854_775_806n],
      ['main/house', -9_223_372_036_854_775_806n],
    ]),
  });
  const before = await dump(redis, prefix);
  expect(await ledger.commit(7, commitFrom(20, { deltas }), once)).toEqual({
    result: 'refused',
    detail: 'main/pool holds 9223372036854775806',
  });
  expect(await dump(redis, prefix)).toEqual(before);
});

test('a commit with more arguments than a call can spread is done as one', async () => {
  const tables = Array.from({ length: 100_000 }, (_, n) => [`main/T${n}`, '{}'] as const);
  const commit = commitFrom(0, { tables });
  // A busy machine may answer later than a command waits: repeated then, as the service does.
  await until('an answer', () => ledger.commit(7, commit, once));
  expect(Number(await redis.hlen(ledger.keys(7).tables))).toBe(100_000);
});

test('frame and echo reach a subscriber once the ledger can be read as they say', async () => {
  const subscriber = new FrameSubscriber(redisAddress(redisUrl));
  const seen: { frame: string; value: string | null; position: string | null }[] = [];
  subscriber.listen((frame) => {
    const { values, position } = ledger.keys(7);
    void Promise.all([redis.hget(values, 'main'), redis.hget(position, 'offset')]).then(
      ([value, offset]) => seen.push({ frame, value, position: offset }),
    );
  });
  await subscriber.subscribe([ledger.keys(7).frames]);
  await ledger.commit(7, commitFrom(0), once);
  await until('both have come', () => seen.length === 2);
  subscriber.close();
  const stored = { value: '{"version":9}', position: '10' };
  expect(seen).toEqual([
    { frame: '{"version":9}', ...stored },
    { frame: '{"echo":7}', ...stored },
  ]);
});

test('a commit of more entries than one call of Redis takes is stored whole', async () => {
  const names = Array.from({ length: 2_501 }, (_, index) => `j${index}`);
  const deltas = names.map((jackpot, index) => ({
    jackpot,
    account: 'pool',
    micros: BigInt(index),
  }));
  const texts = names.map((name, index) => [name, `{"n":${index}}`] as const);
  const changes = { deltas, jackpots: texts, tables: texts, values: texts, meters: texts };
  const result = await ledger.commit(7, commitFrom(0, changes), once);
  const balances = new Map(names.map((name, index) => [`${name}/pool`, BigInt(index)]));
  expect(result).toEqual({ result: 'ok', balances });
  const { accounts, jackpots, tables, values } = await ledger.load(7);
  expect(accounts).toEqual(
    Object.fromEntries([...balances].map(([key, each]) => [key, `${each}`])),
  );
  for (const stored of [jackpots, tables, values])
    expect(stored).toEqual(Object.fromEntries(texts));
});

import { jest } from '@jest/globals';
import { entryKinds, StateDigest, type EntryKind, type StoredEntries } from '#ledger';
import { accountNames, emptyState, newJackpot, type Jackpot, type PartitionState } from '#pools';
import { smallJackpot } from '#testing/jackpot';
import { ledgerTexts } from '#testing/ledger-texts';
import { ReadBack, type CommittedLedger, type Slice } from './read-back.js';

const log = { clusterId: 'c', partitions: 12 };

/** Makes a ledger of `count` jackpots, each with a table. */
function ledgerOf(count: number): CommittedLedger {
  const state = emptyState();
  for (let index = 0; index < count; index += 1) {
    const id = `j${index}`;
    const configuration = smallJackpot(id) as unknown as Jackpot['configuration'];
    state.jackpots.set(id, {
      ...newJackpot(id, { ...configuration, ceiling: null, tables: null }, 2),
      accounts: { pool: 10n, reserve: 2n, house: -5n, players: -7n, held: 0n },
    });
  }
  return { state, digest: StateDigest.of(storedHashes(state)), log };
}

/** Returns the hashes of a ledger in Redis. */
function storedHashes(state: PartitionState) {
  const texts = Object.entries(ledgerTexts(state)).map(([kind, all]) => [
    kind,
    Object.fromEntries(all),
  ]);
  const tables = Object.fromEntries([...state.jackpots.keys()].map((id) => [`${id}/T1`, '{}']));
  const hashes = Object.fromEntries(texts) as Record<EntryKind, Record<string, string>>;
  return { newestMs: 7, refusals: '', authority: '{"version":1}', ...hashes, tables };
}

type Changes = Partial<Record<EntryKind, Record<string, string | null>>> &
  Partial<Omit<StoredEntries, 'texts' | 'sizes'>>;

/** Returns Redis' answer for a slice, with changes. */
function storedOf({ state }: CommittedLedger, slice: Slice, changes: Changes = {}): StoredEntries {
  const hashes = storedHashes(state);
  const changed = entryKinds.map((kind) => {
    const all = Object.entries({ ...hashes[kind], ...changes[kind] });
    return [
      kind,
      new Map(all.filter((each): each is [string, string] => each[1] !== null)),
    ] as const;
  });
  const found = Object.fromEntries(changed) as Record<EntryKind, Map<string, string>>;
  const place = Object.fromEntries(
    Object.entries(changes).filter(([name]) => !entryKinds.some((kind) => kind === name)),
  );
  return {
    ...{ position: 8, head: 'h', newestMs: 7, refusals: '', authority: '{"version":1}' },
    ...{ partitions: '12', clusterId: 'c' },
    sizes: Object.fromEntries(entryKinds.map((kind) => [kind, found[kind].size])) as never,
    texts: Object.fromEntries(
      entryKinds.map((kind) => [kind, slice.keys[kind].map((key) => found[kind].get(key) ?? null)]),
    ) as never,
    lists: slice.lists.map(() => []),
    ...place,
  };
}

function begun(count = 2) {
  const ledger = ledgerOf(count);
  const readBack = new ReadBack(ledger.state);
  jest.advanceTimersByTime(5_000);
  const due = () => readBack.due(ledger);
  const take = (changes: Changes = {}) => {
    const slice = due() as Slice;
    return readBack.take(slice, storedOf(ledger, slice, changes));
  };
  return { readBack, ledger, due, take };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('nothing is due for five seconds after the partition was read whole', () => {
  const ledger = ledgerOf(2);
  const readBack = new ReadBack(ledger.state);
  expect(readBack.due(ledger)).toBeUndefined();
  expect([...readBack.jackpots]).toEqual([
    ['j0', { differenceMicros: 0, sumMicros: 0 }],
    ['j1', { differenceMicros: 0, sumMicros: 0 }],
  ]);
});

test.each([1, 25, 100, 101, 1_000, 5_000])(
  'a partition of %d jackpots is read back whole within half a minute',
  (count) => {
    const { readBack, due, ledger } = begun(count);
    const seen = new Set<string>();
    const before = Date.now();
    const first = readBack.wholeAtMs;
    for (;;) {
      const slice = due();
      if (!slice) throw new Error('nothing is due');
      for (const kind of entryKinds) for (const key of slice.keys[kind]) seen.add(`${kind}/${key}`);
      expect(readBack.take(slice, storedOf(ledger, slice))).toBeUndefined();
      if (readBack.wholeAtMs > first) break;
      expect(due()).toBeUndefined();
      jest.advanceTimersByTime(5_000);
    }
    expect(seen.size).toBe(count * (accountNames.length + 4));
    expect(Date.now() - before).toBeLessThanOrEqual(25_000);
    expect(readBack.wholeAtMs).toBe(Date.now());
  },
);

test.each([
  ['j1/house', '-4', 1, 1, 'j1/house is -4 in Redis and -5 by the log.'],
  ['j1/pool', '7', 3, -3, 'j1/pool is 7 in Redis and 10 by the log.'],
  ['j1/pool', '010', 0, -10, 'j1/pool is 010 in Redis and 10 by the log.'],
  ['j0/players', null, Infinity, Infinity, 'j0/players is missing in Redis and -7 by the log.'],
  ['j0/pool', '1e9', Infinity, Infinity, 'j0/pool is 1e9 in Redis and 10 by the log.'],
])('%s as %s is a difference, which stays due', (field, found, difference, sum, sentence) => {
  const { readBack, due, take } = begun();
  const slice = due();
  expect(take({ accounts: { [field]: found } })).toBe(sentence);
  const own = readBack.jackpots.get(field.split('/')[0] as string);
  if (found !== '010') expect(own).toEqual({ differenceMicros: difference, sumMicros: sum });
  expect(due()).toEqual(slice);
});

const edits: readonly (readonly [string, Changes, string])[] = [
  ['a jackpot', { jackpots: { j1: '{}' } }, 'jackpots/j1 is another in Redis than by the log: {}'],
  ['a jackpot that is gone', { jackpots: { j1: null } }, 'jackpots/j1 is missing in Redis.'],
  [
    'a jackpot more',
    { jackpots: { j9: '{}' } },
    'jackpots has 3 fields in Redis and 2 by the log.',
  ],
  [
    'a table',
    { tables: { 'j0/T1': '[]' } },
    'tables/j0/T1 is another in Redis than by the log: []',
  ],
  ['a table more', { tables: { 'j0/T2': '{}' } }, 'tables has 3 fields in Redis and 2 by the log.'],
  ['an award', { claims: { 'j0/T1/1/1': '{}' } }, 'claims has 1 fields in Redis and 0 by the log.'],
  [
    'a value',
    { values: { j1: '{"version":4}' } },
    'values/j1 is another in Redis than by the log: {"version":4}',
  ],
  [
    'an account',
    { accounts: { 'j9/pool': '0' } },
    'accounts has 11 fields in Redis and 10 by the log.',
  ],
  [
    'the keys',
    { authority: '{"version":2}' },
    'the keys, the counts of refusals or the newest time',
  ],
  ['the counts', { refusals: '[1]' }, 'the keys, the counts of refusals or the newest time'],
  ['the time', { newestMs: 8 }, 'the keys, the counts of refusals or the newest time'],
  [
    'a list of awards',
    { lists: [['j0/T1/1/1', '1'], []] },
    'does not list the awards that are remembered.',
  ],
  [
    'the number of partitions',
    { partitions: '3' },
    'the position is of 3 partitions of the cluster c',
  ],
  ['the cluster', { clusterId: 'd' }, 'the position is of 12 partitions of the cluster d'],
];

test.each(edits)('%s that was edited is a difference, which stays due', (_, changes, sentence) => {
  const { readBack, due, take } = begun();
  const slice = due();
  expect(take()).toBeUndefined();
  jest.advanceTimersByTime(5_000);
  expect(take(changes)).toContain(sentence);
  // Its money is right.
  expect(readBack.jackpots.get('j1')).toEqual({ differenceMicros: 0, sumMicros: 0 });
  expect(due()).toEqual(slice);
});

test('two edits that sum to zero are a difference all the same', () => {
  const { readBack, take } = begun(1);
  expect(take({ accounts: { 'j0/pool': '9', 'j0/house': '-4' } })).toContain('j0/pool');
  expect([...readBack.jackpots]).toEqual([['j0', { differenceMicros: 2, sumMicros: 0 }]]);
});

test('what is folded while the answer of Redis is on its way is no difference', () => {
  const { readBack, ledger, due } = begun(1);
  const slice = due() as Slice;
  const before = storedOf(ledger, slice);
  const { accounts } = ledger.state.jackpots.get('j0') as Jackpot;
  accounts.pool += 5n;
  accounts.players -= 5n;
  ledger.digest.set('tables', 'j0/T1', '{"another":1}');
  ledger.digest.set('tables', 'j0/T2', '{}');
  ledger.digest.setAuthority('{"version":3}');
  expect(readBack.take(slice, before)).toBeUndefined();
});

import { jest } from '@jest/globals';
import { accountNames, emptyState, newJackpot, type Jackpot, type PartitionState } from '#pools';
import { smallJackpot } from '#testing/jackpot';
import { ReadBack, type Slice } from './read-back.js';

function stateOf(count: number): PartitionState {
  const state = emptyState();
  for (let index = 0; index < count; index += 1) {
    const id = `j${index}`;
    const configuration = smallJackpot(id) as unknown as Jackpot['configuration'];
    state.jackpots.set(id, {
      ...newJackpot(id, { ...configuration, ceiling: null, tables: null }, 2),
      accounts: { pool: 10n, reserve: 2n, house: -5n, players: -7n, held: 0n },
    });
  }
  return state;
}

/** What Redis gives for a slice, with changes of some accounts and values. */
function storedOf(jackpots: Slice['jackpots'], changes: Record<string, string | null> = {}) {
  const stored = (field: string, text: string): string | null => {
    const changed = changes[field];
    return changed === undefined ? text : changed;
  };
  const balances = jackpots.flatMap(({ id, accounts }) =>
    accountNames.map((name) => stored(`${id}/${name}`, String(accounts[name]))),
  );
  return { balances, values: jackpots.map(({ id, value }) => stored(id, value)) };
}

function begun(count = 2) {
  const state = stateOf(count);
  const readBack = new ReadBack(state);
  jest.advanceTimersByTime(5_000);
  return { readBack, state, due: () => readBack.due(state) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('nothing is due for five seconds after the partition was read whole', () => {
  const state = stateOf(2);
  const readBack = new ReadBack(state);
  expect(readBack.due(state)).toBeUndefined();
  expect([...readBack.jackpots]).toEqual([
    ['j0', { differenceMicros: 0, sumMicros: 0 }],
    ['j1', { differenceMicros: 0, sumMicros: 0 }],
  ]);
});

test.each([1, 100, 101, 1_000, 5_000])(
  'a partition of %d jackpots is read back whole within half a minute',
  (count) => {
    const { readBack, due } = begun(count);
    const seen = new Set<string>();
    const before = Date.now();
    const first = readBack.wholeAtMs;
    for (;;) {
      const slice = due();
      if (!slice) throw new Error('nothing is due');
      for (const { id } of slice.jackpots) seen.add(id);
      expect(readBack.take(slice, storedOf(slice.jackpots))).toBeUndefined();
      if (slice.isLast) break;
      expect(due()).toBeUndefined();
      jest.advanceTimersByTime(5_000);
    }
    expect(seen.size).toBe(count);
    expect(Date.now() - before).toBeLessThanOrEqual(25_000);
    expect(readBack.wholeAtMs).toBe(Date.now());
    expect(Date.now()).toBeGreaterThan(first);
  },
);

test.each([
  ['j1/house', '-4', 1, 1, 'j1/house is -4 in Redis and -5 by the log.'],
  ['j1/pool', '7', 3, -3, 'j1/pool is 7 in Redis and 10 by the log.'],
  ['j0/players', null, Infinity, Infinity, 'j0/players is missing in Redis and -7 by the log.'],
  ['j0/pool', '1e9', Infinity, Infinity, 'j0/pool is 1e9 in Redis and 10 by the log.'],
])('%s as %s is a difference, which stays due', (field, found, difference, sum, sentence) => {
  const { readBack, due } = begun();
  const slice = due() as NonNullable<ReturnType<typeof due>>;
  const balances = storedOf(slice.jackpots, { [field]: found });
  expect(readBack.take(slice, balances)).toBe(sentence);
  const own = readBack.jackpots.get(field.split('/')[0] as string);
  expect(own).toEqual({ differenceMicros: difference, sumMicros: sum });
  expect(due()).toEqual(slice);
});

test.each([['{"version":4000000000}'], [null]])('the value %s is a difference', (value) => {
  const { readBack, due } = begun();
  const slice = due() as NonNullable<ReturnType<typeof due>>;
  const sentence = readBack.take(slice, storedOf(slice.jackpots, { j1: value }));
  expect(sentence).toContain(`the value of j1 is ${value ?? 'missing'} in Redis and {"jackpot":`);
  // Its money is right.
  expect(readBack.jackpots.get('j1')).toEqual({ differenceMicros: 0, sumMicros: 0 });
  expect(due()).toEqual(slice);
});

test('two edits that sum to zero are a difference all the same', () => {
  const { readBack, due } = begun(1);
  const slice = due() as NonNullable<ReturnType<typeof due>>;
  const edited = storedOf(slice.jackpots, { 'j0/pool': '9', 'j0/house': '-4' });
  expect(readBack.take(slice, edited)).toContain('j0/pool');
  expect([...readBack.jackpots]).toEqual([['j0', { differenceMicros: 2, sumMicros: 0 }]]);
});

test('what is folded while the answer of Redis is on its way is no difference', () => {
  const { readBack, state, due } = begun(1);
  const slice = due() as NonNullable<ReturnType<typeof due>>;
  const before = storedOf(slice.jackpots);
  const { accounts } = state.jackpots.get('j0') as Jackpot;
  accounts.pool += 5n;
  accounts.players -= 5n;
  expect(readBack.take(slice, before)).toBeUndefined();
});

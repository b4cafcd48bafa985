import { exceptionReasons } from '#contract';
import { emptyState, foldRemarks } from '#pools';
import { signingKey } from '#testing/test-keys';
import { WrittenLog } from '#testing/written-log';
import { foldRecords } from './folding.js';
import { guest, type Pair } from './testing/precedence-logs.js';
import { rows } from './testing/precedence-rows.js';

const { context, jackpots } = WrittenLog;
const [main] = jackpots;

const refusals = exceptionReasons.filter((reason) => !foldRemarks.some((each) => each === reason));

/** The refusals of the last record of a log. */
function reasonsOf({ records }: WrittenLog): string[] {
  const state = emptyState();
  foldRecords(state, records.slice(0, 1), context);
  // The state after a set of keys that includes the guest.
  state.authority.keys = new Map([
    ...state.authority.keys,
    ['guest', signingKey(guest, { roles: ['operate'] })],
  ]);
  if (records.length > 2) foldRecords(state, records.slice(1, -1), context);
  const { counts } = foldRecords(state, records.slice(-1), context);
  return [...counts.exceptions.keys()].filter((reason) => refusals.includes(reason));
}

const pairs = rows.filter((row): row is Pair => 'second' in row);

test('there is a row for every refusal but the last, in the order of precedence', () => {
  expect(rows.map(({ first }) => first)).toEqual(refusals.slice(0, -1));
});

test('a row is about the next refusal, or says why not and is about a later one', () => {
  const wrong = rows.filter((row, index) => {
    const steps = 'second' in row ? refusals.findIndex((each) => each === row.second) - index : 0;
    return row.skips === undefined ? steps !== 1 : steps < 2 && 'second' in row;
  });
  expect(wrong).toEqual([]);
});

test.each(pairs)('$first comes before $second', ({ first, second, write }) => {
  expect(reasonsOf(write(new WrittenLog(), false))).toEqual([first]);
  expect(reasonsOf(write(new WrittenLog(), true))).toEqual([second]);
});

test('a command that only the jackpot’s state forbids is refused once it is no repeat', () => {
  const data = { account: 'pool', amount: -100_001, reason: 'r' };
  const envelope = { specversion: '1.0', type: 'pool.adjusted', id: 'x', subject: main };
  const adjusted = (sequence: string) =>
    JSON.stringify({ ...envelope, source: 'ops', sequence, data });
  const reasons = (sequence: string) =>
    reasonsOf(new WrittenLog().configure(main).value(adjusted(sequence)));
  expect(reasons('1')).toEqual(['command-repeated']);
  expect(reasons('2')).toEqual(['invalid-command']);
});

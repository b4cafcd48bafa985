import type { Echo } from '#contract';
import { Outcomes } from './outcomes.js';

const echo = (from: number, position: number, more: Partial<Echo> = {}): Echo => ({
  ...{ echo: 7, from, position, changed: [], awards: [], refused: [], repeated: [] },
  ...more,
});

const applied = { refused: undefined, isRepeated: false };
const bet = {
  ...{ sequence: '5', reason: 'bets-closed' as const, type: 'bet.placed', round: '1', seat: 1 },
  ...{ offset: 11, table: 'main/T1' },
};

/** Makes outcomes that have received an earlier commit. */
function given(): Outcomes {
  const outcomes = new Outcomes();
  outcomes.take(echo(0, 10));
  return outcomes;
}

test('a record has the outcome that the echo of its commit says', async () => {
  const outcomes = given();
  const asked = [10, 11, 12, 13].map((offset) => outcomes.wait(offset, 60_000));
  const refused: Echo['refused'] = [bet];
  outcomes.take(echo(10, 13, { refused, repeated: [[12, 'seat-taken']] }));
  expect(await Promise.all(asked.slice(0, 3))).toEqual([
    applied,
    { refused: 'bets-closed', isRepeated: false },
    { refused: 'seat-taken', isRepeated: true },
  ]);
  outcomes.take(echo(13, 14));
  expect(await asked[3]).toEqual(applied);
});

test('one that is asked for after its commit has it too', async () => {
  const outcomes = given();
  outcomes.take(echo(10, 12, { repeated: [[10, null]] }));
  expect(await outcomes.wait(10, 0)).toEqual({ ...applied, isRepeated: true });
  expect(await outcomes.wait(11, 0)).toEqual(applied);
});

test.each<[string, (outcomes: Outcomes) => void]>([
  ['an echo was lost', (outcomes) => outcomes.take(echo(11, 12))],
  ['the connection was', (outcomes) => outcomes.forget()],
  ['there were too many to list', (outcomes) => outcomes.take(echo(10, 12, { refused: null }))],
  ['nothing was heard yet', () => undefined],
])('nothing is said of a record where %s', async (_, lose) => {
  const outcomes = given();
  const asked = outcomes.wait(10, 50);
  lose(outcomes);
  expect(await asked).toBeUndefined();
  outcomes.take(echo(12, 13));
  expect(await outcomes.wait(12, 0)).toEqual(applied);
});

test('the time of waiting is bounded', async () => {
  expect(await given().wait(10, 1)).toBeUndefined();
});

test('who waits for what was lost hears at once that nothing is known', async () => {
  const outcomes = given();
  const asked = [outcomes.wait(10, 60_000), outcomes.wait(13, 60_000)];
  outcomes.skipTo(12);
  expect(await asked[0]).toBeUndefined();
  outcomes.take(echo(12, 14));
  expect(await asked[1]).toEqual(applied);
});

import type { ExceptionMessage } from '#contract';
import { describeRefused, whatToDo } from './refused.js';

const message = (type: string, applied: boolean | null, more: object = {}): ExceptionMessage => ({
  ...{ reason: 'bets-closed', applied, detail: 'Round 184467 was dealt.' },
  ...{ jackpot: 'main', source: 'F3-07', sequence: '5', id: 'x', partition: 7, offset: 12 },
  event: { type, data: { round: '184467', seat: 3 } },
  ...more,
});

test.each<[string, boolean | null, string]>([
  ['bet.placed', false, 'gives the stake back: it is not in the pool'],
  ['bet.placed', true, 'nothing: it counts'],
  ['bet.withdrawn', false, 'asks `table`: a bet that it shows still counts, and its stake stays'],
  ['round.settled', false, 'pays nobody yet: the table sends it again, corrected'],
  ['round.voided', false, 'gives nothing back yet: the table sends it again, corrected'],
  ['table.heartbeat', false, 'nothing'],
])('after a %s whose effect is %j the dealer %s', (type, applied, act) => {
  expect(whatToDo(message(type, applied))).toBe(act);
});

test('a second stake beside a bet that counts goes back', () => {
  const sent = message('bet.placed', false, { reason: 'seat-taken' });
  expect(whatToDo(sent)).toMatch(/^asks `table`: .* a second stake goes back$/);
});

test.each(['sequence-reused', 'sequence-behind'])(
  'a bet that is refused as %s may count already',
  (reason) => {
    const sent = message('bet.placed', false, { reason });
    expect(whatToDo(sent)).toBe('asks `table` first: it may count already');
  },
);

test.each([
  [
    'bet.withdrawn',
    'no-such-bet',
    'gives the stake back, unless it was given back or lost: there is no bet',
  ],
  [
    'round.voided',
    'round-already-settled',
    'calls the supervisor, unless the round was void before: then all is done',
  ],
  [
    'round.settled',
    'round-already-settled',
    'calls the supervisor: the round is over, and a win that the ledger misses is granted',
  ],
])('after a %s that is %s nobody waits for a message that cannot come', (type, reason, act) => {
  expect(whatToDo(message(type, false, { reason }))).toBe(act);
});

test.each([
  [
    'carried-without-base',
    'gives the stake to the player if `why` says that it was given back; else nothing',
  ],
  ['round-abandoned', 'calls the supervisor if that round had a win: people grant it'],
  [
    'sequence-gap',
    'asks `table`: this event counts, but a bet that is missing there goes back, or is sent while betting is open',
  ],
  ['meters-differ', 'nothing: it counts'],
])('beside an applied event %s has its own words', (reason, act) => {
  expect(whatToDo(message('round.dealt', true, { reason }))).toBe(act);
});

test('each line has the table, the round, the seat, the reason and what the dealer does', () => {
  const raw = message('', null, { event: undefined, source: null });
  const said = [message('bet.placed', false), raw].map((each) => ({ atMs: 0, message: each }));
  const [, , first, second] = describeRefused(said, 'Asia/Macau').split('\n');
  expect(first).toMatch(
    /^1970-01-01 08:00:00 GMT\+8 +main +F3-07 +bet\.placed +184467 +3 +bets-closed +Round .* gives the stake back/,
  );
  expect(second).toContain('?');
});

test('what anybody has written breaks no line', () => {
  const wrong = [null, 5, { type: 'bet.placed', data: null }, { type: 7, data: { round: {} } }];
  const said = wrong.map((event) => ({ atMs: 0, message: message('', false, { event }) }));
  expect(describeRefused(said, 'UTC').split('\n')).toHaveLength(7);
});

test('a remark on a refused bet sends the reader to its refusal', () => {
  const remark = message('bet.placed', false, { reason: 'sequence-gap' });
  expect(whatToDo(remark)).toBe('see its refusal, on the next line');
});

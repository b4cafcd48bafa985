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
  ['bet.withdrawn', false, 'keeps the stake: the bet still counts'],
  ['round.settled', false, 'pays nobody yet: the table sends it right'],
  ['round.voided', false, 'gives nothing back yet: the table sends it right'],
  ['table.heartbeat', false, 'nothing'],
])('after a %s whose effect is %j the dealer %s', (type, applied, act) => {
  expect(whatToDo(message(type, applied))).toBe(act);
});

test.each(['sequence-reused', 'sequence-behind', 'seat-taken'])(
  'a bet that is refused as %s may count already',
  (reason) => {
    const sent = message('bet.placed', false, { reason });
    expect(whatToDo(sent)).toBe('asks `table` first: the bet may count already');
  },
);

test('each line has the table, the round, the seat, the reason and what the dealer does', () => {
  const raw = message('', null, { event: undefined, source: null });
  const said = [message('bet.placed', false), raw].map((each) => ({ atMs: 0, message: each }));
  const [, , first, second] = describeRefused(said, 'Asia/Macau').split('\n');
  expect(first).toMatch(
    /^1970-01-01 08:00:00 GMT\+8 +F3-07 +bet\.placed +184467 +3 +bets-closed +Round .* gives the stake back/,
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

import type { ExceptionMessage } from '#contract';
import { describeRefused, whatToDo } from './refused.js';

const message = (type: string, applied: boolean | null, more: object = {}): ExceptionMessage => ({
  ...{ reason: 'seat-taken', applied, detail: 'Seat 3 already has a jackpot bet.' },
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

test('each line has the table, the round, the seat, the reason and what the dealer does', () => {
  const raw = message('', null, { event: undefined, source: null });
  const said = [message('bet.placed', false), raw].map((each) => ({ atMs: 0, message: each }));
  const [, , first, second] = describeRefused(said, 'Asia/Macau').split('\n');
  expect(first).toMatch(
    /^1970-01-01 08:00:00 GMT\+8 +F3-07 +bet\.placed +184467 +3 +seat-taken +Seat 3 .* gives the stake back/,
  );
  expect(second).toContain('?');
});

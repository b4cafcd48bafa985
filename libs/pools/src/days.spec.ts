import { given, reasonsOf } from './testing/log-script.js';

const close = (day: string, funds?: number) =>
  ({ type: 'day.closed', data: { day, ...(funds !== undefined && { funds }) } }) as const;

// clause 31
test('a day that is not after the one closed last is refused, and nothing changes', () => {
  const { play, table } = given();
  table.bet('1', 1);
  expect(play.command(close('2026-11-20')).effect).toBe('applied');
  const { closed } = play.jackpot;
  for (const day of ['2026-11-20', '2026-11-19', '1999-01-01']) {
    expect(reasonsOf(play.command(close(day)))).toEqual(['day-closed']);
    expect(play.jackpot.closed).toBe(closed);
  }
  const late = play.command(close('2026-11-20'));
  expect(late.exceptions[0]?.detail).toBe(
    'main has closed 2026-11-20 at offset 2: only a later day can be closed, and 2026-11-20 is none.',
  );
});

test('a mistyped year closes nothing: a day may be one after the date of its record', () => {
  const { play } = given();
  const atMs = Date.parse('2026-11-21T23:59:59.999Z');
  const far = play.command(close('2026-11-23'), { atMs });
  expect(reasonsOf(far)).toEqual(['invalid-command']);
  expect(far.exceptions[0]?.detail).toBe(
    "day: 2026-11-23 is more than a day after 2026-11-21, the record's date by Kafka's time (UTC): it would close every day before it.",
  );
  expect(play.jackpot.closed).toBeNull();
  expect(play.command(close('2026-11-22'), { atMs }).effect).toBe('applied');
});

test('what comes after the end of a day changes nothing of it', () => {
  const { play, table } = given();
  table.bet('1', 1);
  play.command(close('2026-11-20'));
  table.bet('1', 2);
  table.settle('1', [{ seat: 2, hand: 'flush' }]);
  const { closed, causes, hands } = play.jackpot;
  expect(closed?.causes.get('contribution')?.times).toBe(1);
  expect(closed?.hands.size).toBe(0);
  expect([causes.get('contribution')?.times, hands.get('flush')?.seats]).toEqual([2, 1]);
});

test('the end of a day says who has closed it, what is kept apart, and the day before', () => {
  const { play } = given();
  const first = play.command(close('2026-11-20', 5_000)).dayEnd;
  const by = { kid: 'ops-1', holder: 'ops-1' };
  expect(first).toMatchObject({ before: null, funds: 5_000, by, closed: { day: '2026-11-20' } });
  const next = play.command(close('2026-11-22')).dayEnd;
  expect(next).toMatchObject({ before: first?.closed, funds: null });
});

test('no sign shows anything else when a day ends', () => {
  const { play } = given();
  const { version } = play.jackpot;
  const { postings, jackpotChanged } = play.command(close('2026-11-20'));
  expect([postings, jackpotChanged, play.jackpot.version]).toEqual([[], false, version]);
});

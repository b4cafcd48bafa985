import { given, LogScript, reasonsOf } from './testing/log-script.js';

const heartbeat = { type: 'table.heartbeat', data: {} } as const;
const bet = (seat: number) =>
  ({
    type: 'bet.placed',
    data: { round: '1', seat, stake: 1_000, baseBets: ['ante'] },
  }) as const;

describe('a jackpot that nobody configured', () => {
  test('is unknown, whatever is done to it', () => {
    const play = new LogScript();
    const bodies = [
      bet(1),
      heartbeat,
      { type: 'jackpot.suspended', data: { reason: 'r' } },
      { type: 'pool.adjusted', data: { account: 'pool', amount: 1, reason: 'r' } },
    ] as const;
    for (const body of bodies) {
      const outcome = play.fold('T1', body);
      expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'unknown-jackpot']);
    }
  });

  test('leaves the sequence of its tables alone', () => {
    const play = new LogScript();
    play.fold('T1', bet(1), { sequence: 9n });
    expect(play.state.tables.size).toBe(0);
    play.configure();
    const outcome = play.fold('T1', bet(1), { sequence: 9n });
    expect([outcome.effect, outcome.exceptions]).toEqual(['applied', []]);
  });

  test('does not begin by a configuration of another id, which is a bug', () => {
    expect(() => new LogScript().configure({ id: 'other' })).toThrow(/configured as other/);
  });
});

describe('the version of a pool', () => {
  test('is the offset after that of the record that last moved it', () => {
    const { play, table } = given();
    expect(play.jackpot.version).toBe(1);
    table.heartbeat();
    expect(play.jackpot.version).toBe(1);
    table.bet('1', 1);
    expect([play.jackpot.version, play.jackpot.changedAtMs]).toEqual([
      3,
      Date.UTC(2026, 10, 21) + 2,
    ]);
    table.deal('1');
    table.bet('1', 2);
    play.adjust('reserve', 10);
    expect(play.jackpot.version).toBe(3);
    play.adjust('pool', 10);
    expect(play.jackpot.version).toBe(7);
  });

  test('rises with what the sign says of the jackpot: suspension, resumption, configuration', () => {
    const { play } = given();
    const versions = [
      () => play.command({ type: 'jackpot.suspended', data: { reason: 'r' } }),
      () => play.command({ type: 'jackpot.resumed', data: { reason: 'r' } }),
      () => play.configure({ seed: 5 }),
      () => play.configure({ seed: 6 }, 'next-restart'),
    ].map((act) => {
      act();
      return play.jackpot.version - play.offset;
    });
    expect(versions).toEqual([0, 0, 0, 0]);
  });

  test('is that of an award also where the award takes nothing from the pool', () => {
    const { play, table } = given();
    table.bet('1', 1);
    const { award } = table.settle('1', [{ seat: 1, hand: 'flush' }]);
    expect(award?.poolBeforeMicros).toBe(award?.poolAfterMicros);
    expect(play.jackpot.version).toBe(play.offset);
  });
});

test('the last win is the highest hand of the newest award, paid first of its kind', () => {
  const { play, table } = given();
  expect(play.jackpot.lastWin).toBeNull();
  for (const seat of [1, 2, 3, 4]) table.bet('1', seat);
  table.settle('1', [
    { seat: 1, hand: 'flush' },
    { seat: 4, hand: 'full-house' },
    { seat: 3, hand: 'full-house' },
  ]);
  const { offset } = play;
  expect(play.jackpot.lastWin).toEqual({
    award: `main/T1/1/${offset - 1}`,
    table: 'T1',
    hand: 'full-house',
    amountMicros: 5_000_000n,
    atMs: play.jackpot.changedAtMs,
  });
  table.bet('2', 1);
  expect(play.jackpot.lastWin?.award).toBe(`main/T1/1/${offset - 1}`);
});

test('a heartbeat changes nothing but the sequence', () => {
  const { play, table } = given();
  table.bet('1', 1);
  const outcome = table.heartbeat();
  expect(outcome).toEqual({
    effect: 'applied',
    postings: [],
    exceptions: [],
    award: undefined,
    hit: undefined,
    claims: [],
    table: 'main/T1',
    jackpotChanged: false,
    stored: [],
  });
  expect(play.tableState('T1').rounds).toMatchObject([{ id: '1', bets: [{ seat: 1 }] }]);
});

import { balanceLimitMicros } from './assertion.js';
import { inForceOf } from './terms.js';
import {
  given,
  netted,
  LogScript,
  policies,
  reasonsOf,
  smallConfiguration,
} from './testing/log-script.js';

describe('jackpot.configured', () => {
  test('the first time makes the jackpot, its pool funded with the seed by the house', () => {
    const play = new LogScript();
    const outcome = play.configure();
    expect(netted(outcome)).toEqual({ pool: 1_000_000_000n, house: -1_000_000_000n });
    expect(outcome.jackpotChanged).toBe(true);
    expect(play.jackpot).toMatchObject({ generation: 1, suspended: null, pending: null });
  });

  test('the first time holds at once, also with next-restart', () => {
    const play = new LogScript();
    play.configure({ seed: 5 }, 'next-restart');
    expect(play.jackpot).toMatchObject({ configuration: { seed: 5 }, pending: null });
    expect(play.ledger.pool).toBe(5);
  });

  test('without a seed begins with accounts of zero', () => {
    const play = new LogScript();
    expect(play.configure({ seed: 0 }).postings).toEqual([]);
    expect(play.ledger).toEqual({ players: 0, pool: 0, reserve: 0, house: 0, held: 0 });
  });

  test('again holds from its offset on and moves no money', () => {
    const { play, table } = given();
    table.bet('1', 1);
    const outcome = play.configure({ rates: { pool: 1_000, reserve: 0 }, seed: 7 });
    expect([outcome.effect, outcome.postings]).toEqual(['applied', []]);
    table.bet('1', 2);
    expect(play.ledger).toMatchObject({ pool: 100_800, reserve: 50 });
  });

  test('with next-restart waits for the restart, and then decides its seed and what follows', () => {
    const { play, table } = given();
    play.configure({ seed: 7_000, rates: { pool: 1_000, reserve: 0 } }, 'next-restart');
    table.bet('1', 1);
    expect(play.ledger.pool).toBe(100_700);
    const { award } = table.settle('1', [{ seat: 1, hand: 'royal-flush' }]);
    expect(award?.restart).toMatchObject({
      ...{ seedMicros: 70_000_000n, fromReserveMicros: 500_000n },
    });
    expect(play.jackpot).toMatchObject({ configuration: { seed: 7_000 }, pending: null });
    table.bet('2', 1);
    expect(play.ledger.pool).toBe(7_100);
  });

  test('brings its amounts into force with it, now or at the restart', () => {
    const { play, table } = given();
    expect(play.jackpot.inForce).toEqual(inForceOf(play.jackpot.configuration, 2));
    play.configure({ seed: 8_000, stake: { min: 500, max: 500 } });
    expect(play.jackpot.inForce.seedMicros).toBe(80_000_000n);
    table.bet('1', 1, { stake: 500 });
    play.configure({ seed: 7_000 }, 'next-restart');
    expect(play.jackpot.inForce.seedMicros).toBe(80_000_000n);
    table.settle('1', [{ seat: 1, hand: 'royal-flush' }]);
    expect(play.jackpot.inForce).toEqual(inForceOf(play.jackpot.configuration, 2));
    expect(play.jackpot.inForce.seedMicros).toBe(70_000_000n);
  });

  test('with next-restart does not hold after a straight flush, which restarts nothing', () => {
    const { play, table } = given();
    play.configure({ seed: 7_000 }, 'next-restart');
    table.bet('1', 1);
    table.settle('1', [{ seat: 1, hand: 'straight-flush' }]);
    expect(play.jackpot).toMatchObject({
      configuration: { seed: 100_000 },
      pending: { seed: 7_000 },
    });
  });

  test('with now replaces a pending one only if it says so', () => {
    const { play } = given();
    play.configure({ seed: 7_000 }, 'next-restart');
    const unsaid = play.configure({ seed: 8_000 });
    expect([unsaid.effect, ...reasonsOf(unsaid)]).toEqual(['refused', 'invalid-command']);
    expect(unsaid.exceptions[0]?.detail).toContain('replacesPending: true');
    expect(play.jackpot).toMatchObject({
      configuration: { seed: 100_000 },
      pending: { seed: 7_000 },
    });
    play.configure({ seed: 8_000 }, 'now', { replacesPending: true });
    expect(play.jackpot).toMatchObject({ configuration: { seed: 8_000 }, pending: null });
  });

  test('with next-restart replaces a pending one', () => {
    const { play } = given();
    play.configure({ seed: 7_000 }, 'next-restart');
    play.configure({ seed: 8_000 }, 'next-restart');
    expect(play.jackpot.pending).toMatchObject({ seed: 8_000 });
  });

  test('with a ceiling below the pool is invalid-command, at the pool it is taken', () => {
    const { play } = given({ seed: 1_000 });
    play.adjust('pool', 500);
    expect(reasonsOf(play.configure({ seed: 1_000, ceiling: 1_499 }))).toEqual(['invalid-command']);
    expect(play.configure({ seed: 1_000, ceiling: 1_500 }).effect).toBe('applied');
    // At the next restart the pool is at the seed, whatever it is now.
    expect(play.configure({ seed: 1_000, ceiling: 1_200 }, 'next-restart').effect).toBe('applied');
  });

  test.each([
    ['currency', { currency: 'HKD' }, /currency/],
    ['game', { ruleset: 'three-card-baccarat/22-96-m' }, /fortune-3-card-poker permanently/],
  ])('never changes the %s: invalid-command', (_, changes, detail) => {
    const { play } = given();
    const outcome = play.configure(changes);
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'invalid-command']);
    expect(outcome.exceptions[0]?.detail).toMatch(detail);
    expect(play.jackpot.configuration).toEqual(smallConfiguration);
  });

  test('may change to another despacho of the same game', () => {
    const { play } = given();
    expect(play.configure({ ruleset: 'fortune-3-card-poker/89-2025' }).effect).toBe('applied');
  });

  test('that changes a policy decides the rounds that begin after it', () => {
    const { play, table } = given();
    table.bet('1', 1);
    play.configure(policies({ jackpotStakeOnWin: 'returned' }));
    table.bet('1', 2);
    const first = table.settle(
      '1',
      [1, 2].map((seat) => ({ seat, hand: 'flush' })),
    );
    expect(first.award?.payouts.map((each) => each.stakeReturnedMicros)).toEqual([
      undefined,
      undefined,
    ]);
    table.bet('2', 1);
    const second = table.settle('2', [{ seat: 1, hand: 'flush' }]);
    expect(second.award?.payouts[0]?.stakeReturnedMicros).toBe(10_000_000n);
  });
});

describe('jackpot.suspended', () => {
  test('lets open rounds settle, be voided and pay', () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.bet('2', 1);
    const outcome = play.command({ type: 'jackpot.suspended', data: { reason: 'audit' } });
    expect(outcome.jackpotChanged).toBe(true);
    expect(play.jackpot.suspended).toMatchObject({ holder: 'ops-1', reason: 'audit' });
    expect(table.settle('1', [{ seat: 1, hand: 'flush' }]).award).toBeDefined();
    expect(table.void('2', 'other').effect).toBe('applied');
  });
});

describe('pool.adjusted', () => {
  test.each([
    ['pool', 500, { pool: 5_000_000n, house: -5_000_000n }],
    ['pool', -100_000, { pool: -1_000_000_000n, house: 1_000_000_000n }],
    ['reserve', 500, { reserve: 5_000_000n, house: -5_000_000n }],
  ] as const)('moves money between the %s and the house: %d', (account, amount, postings) => {
    const { play } = given();
    expect(netted(play.adjust(account, amount))).toEqual(postings);
  });

  test.each([
    ['pool', -100_001],
    ['reserve', -1],
  ] as const)('never takes more than the %s holds: %d is invalid-command', (account, amount) => {
    const { play } = given();
    const before = play.ledger;
    const outcome = play.adjust(account, amount);
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'invalid-command']);
    expect(play.ledger).toEqual(before);
  });

  test('leaves half of the range of the ledger to the tables', () => {
    const { play } = given({ seed: 0 });
    const half = balanceLimitMicros / 2n;
    const { accounts } = play.jackpot;
    accounts.house = 9_999n - half;
    accounts.players = -accounts.house;
    expect(reasonsOf(play.adjust('pool', 1))).toEqual(['invalid-command']);
    accounts.house = 10_000n - half;
    accounts.players = -accounts.house;
    expect(play.adjust('pool', 1).effect).toBe('applied');
  });
});

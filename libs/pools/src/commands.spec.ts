import { balanceLimitMicros } from './assertion.js';
import { applyAct } from './commands.js';
import type { PoolAdjusted } from './events.js';
import { newOutcome } from './outcome.js';
import { approversOf } from './proposals.js';
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

  // clause 14
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
    expect(unsaid.exceptions[0]?.detail).toContain('--replace-pending');
    expect(play.jackpot).toMatchObject({
      configuration: { seed: 100_000 },
      pending: { seed: 7_000 },
    });
    play.configure({ seed: 8_000 }, 'now', { replacesPending: true });
    expect(play.jackpot).toMatchObject({ configuration: { seed: 8_000 }, pending: null });
  });

  test.each([
    ['for a jackpot that was not there', null, 'seed'],
    ['after an older one', 'first', 'seed'],
    ['after one that waits since', 'first', 'next-restart'],
  ])('that was made %s is invalid-command', (_, madeFrom, since) => {
    const { play } = given();
    const first = play.jackpot.configuredAt;
    play.configure({ seed: 7_000 }, since === 'seed' ? 'now' : 'next-restart');
    const newest = play.jackpot.configuredAt;
    expect(newest).toBeGreaterThan(first);
    const stale = { madeFrom: madeFrom === null ? null : first, replacesPending: true };
    for (const effective of ['now', 'next-restart'] as const) {
      expect(reasonsOf(play.configure({ seed: 8_000 }, effective, stale))).toEqual([
        'invalid-command',
      ]);
    }
    expect(play.jackpot.configuredAt).toBe(newest);
    const fresh = { madeFrom: newest, replacesPending: true };
    expect(play.configure({ seed: 8_000 }, 'now', fresh).effect).toBe('applied');
  });

  test('that was made from one creates no jackpot', () => {
    const play = new LogScript('other');
    expect(reasonsOf(play.configure({}, 'now', { madeFrom: 3 }))).toEqual(['invalid-command']);
    expect(play.configure({}, 'now', { madeFrom: null }).effect).toBe('applied');
  });

  test('with next-restart replaces a pending one', () => {
    const { play } = given();
    play.configure({ seed: 7_000 }, 'next-restart');
    play.configure({ seed: 8_000 }, 'next-restart');
    expect(play.jackpot.pending).toMatchObject({ seed: 8_000 });
  });

  // clause 25
  test('with a ceiling below the pool is invalid-command, at the pool it is taken', () => {
    const { play } = given({ seed: 1_000 });
    play.adjust('pool', 500);
    expect(reasonsOf(play.configure({ seed: 1_000, ceiling: 1_499 }))).toEqual(['invalid-command']);
    expect(play.configure({ seed: 1_000, ceiling: 1_500 }).effect).toBe('applied');
    // At the next restart the pool is at the seed, whatever its value is now.
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

  // clause 40
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

describe('pool.adjusted with an opening', () => {
  const opening = { amount: 150_000, on: '2026-11-30', from: 'the old system' };
  const ours = { amount: 50_000, account: 'pool' as const, reason: 'r', opening };

  test('lifts the pool to the running amount, for the house, as a cause of its own', () => {
    const { play } = given();
    const outcome = applyTo(play, ours);
    expect(outcome.refused).toBeUndefined();
    expect(outcome.postings).toEqual([{ pool: 500_000_000n, house: -500_000_000n }]);
    expect([...play.jackpot.causes.keys()]).toEqual(['seed', 'opening']);
    expect(play.ledger.pool).toBe(150_000);
  });

  test.each<[string, object]>([
    [
      'opening.amount: the pool of main would have 150001 minor units, not 150000.',
      { amount: 50_001 },
    ],
    ['opening: a running amount goes to the pool, not to the reserve.', { account: 'reserve' }],
  ])('is refused: %s', (detail, changes) => {
    const { play } = given();
    expect(applyTo(play, { ...ours, ...changes }).refused).toEqual({
      reason: 'invalid-command',
      detail,
    });
  });

  // clause 8, 15
  test('is refused above the ceiling, after a bet, and a second time', () => {
    const low = given({ ceiling: 149_999 }).play;
    expect(applyTo(low, ours).refused?.detail).toContain('is above the ceiling of 149999');
    const { play, table } = given();
    table.bet('1', 1);
    expect(applyTo(play, ours).refused?.detail).toContain('has a posting of contribution already');
    const other = given().play;
    applyTo(other, ours);
    const again = { ...ours, opening: { ...opening, amount: 200_000 } };
    expect(applyTo(other, again).refused?.detail).toContain('has a posting of opening already');
  });

  test('is never one person’s where there are approvals, whatever they say', () => {
    const data = ours;
    const by = (approvals: Parameters<typeof given>[0]) =>
      approversOf(given(approvals).play.jackpot, { type: 'pool.adjusted', data });
    expect(by({ approvals: null })).toEqual([]);
    expect(by({ approvals: {} })).toEqual(['approve']);
    expect(by({ approvals: { 'pool.adjusted': [{ from: 0, by: [] }] } })).toEqual(['approve']);
    expect(by({ approvals: { 'pool.adjusted': [{ from: 0, by: ['surveil'] }] } })).toEqual([
      'surveil',
    ]);
    const { play } = given({ approvals: {} });
    expect(reasonsOf(play.command({ type: 'pool.adjusted', data }))).toEqual(['needs-approval']);
  });
});

/** Applies the act like the last approval. */
function applyTo({ jackpot, state }: LogScript, data: PoolAdjusted) {
  const outcome = newOutcome();
  const position = { offset: 9, recordedAtMs: 9 };
  const step = { jackpot, outcome, position, tables: state.tables, people: [] };
  const refused = applyAct(step, { type: 'pool.adjusted', data });
  return { refused, postings: outcome.postings };
}

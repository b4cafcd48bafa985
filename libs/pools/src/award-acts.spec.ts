import { amountOfAwardAct } from './award-acts.js';
import type { Configuration } from './configuration.js';
import {
  locking,
  win,
  verify,
  pay,
  reverse,
  expire,
  grant,
  statesOf,
  expectRefused,
} from './testing/awards.js';
import { given, operator, policies } from './testing/log-script.js';

describe('an award', () => {
  test.each<[string, Partial<Configuration>, string]>([
    ['below verifyAbove is awarded at once', { verifyAbove: 251 }, 'awarded'],
    ['of verifyAbove is locked', { verifyAbove: 250 }, 'locked'],
    ['without verifyAbove is awarded', { verifyAbove: null }, 'awarded'],
    [
      'without cards waits by verifyAbove alone',
      { verifyAbove: 250, verifyAboveWithCards: 9_999 },
      'locked',
    ],
  ])('%s', (_, changes, state) => {
    const { play } = given(changes);
    const award = win(play, 'T1', '1', 'flush');
    expect(statesOf(play, award)).toEqual([state]);
    const held = state === 'locked' ? 250 : 0;
    expect(play.ledger).toMatchObject({ held, players: -1_000 + 250 - held });
  });

  // clause 22
  test('is locked by the sum of its prizes, without the stakes given back', () => {
    const returned = policies({ jackpotStakeOnWin: 'returned' });
    const below = given({ verifyAbove: 501, ...returned }).play;
    expect(statesOf(below, win(below, 'T1', '1', 'flush', 'flush'))).toEqual([
      'awarded',
      'awarded',
    ]);
    const { play } = given({ verifyAbove: 500, ...returned });
    expect(statesOf(play, win(play, 'T1', '1', 'flush', 'flush'))).toEqual(['locked', 'locked']);
    expect(play.ledger.held).toBe(2_500);
  });

  test('with cards that its table has signed waits by verifyAboveWithCards', () => {
    const cards = {
      hands: [{ seat: 1, cards: ['As', 'Ks', '9s'] }],
      community: ['2s', '5s'],
    } as const;
    for (const [limit, signed, state] of [
      [251, true, 'awarded'],
      [251, undefined, 'locked'],
      [250, true, 'locked'],
      [null, true, 'locked'],
    ] as const) {
      const { play, table } = given({ verifyAbove: 0, verifyAboveWithCards: limit });
      table.bet('1', 1);
      const wins = [{ seat: 1, hand: 'flush' }] as const;
      const data = { round: '1', wins, ...cards };
      const named = signed ? { signed } : {};
      const { award } = play.fold('T1', { type: 'round.settled', data }, named);
      expect(award?.seats).toEqual([{ seat: 1, state, slip: null, verified: null }]);
    }
  });

  test('that is locked lets the others play on from the seed, with no celebration', () => {
    const { play, table } = locking();
    table.bet('1', 1);
    const outcome = table.settle('1', [{ seat: 1, hand: 'royal-flush' }]);
    expect(outcome.hit).toMatchObject({ state: 'locked', winners: [{ seat: 1 }] });
    expect(play.jackpot.lastWin).toBeNull();
    expect(play.ledger).toMatchObject({ pool: 100_000, held: 100_700, players: -1_000 });
    expect(table.bet('2', 1).effect).toBe('applied');
  });
});

describe('award.verified', () => {
  test('moves no money, gives each seat the next slip and lets the signs celebrate', () => {
    const { play } = locking();
    const first = win(play, 'T1', '1', 'flush', 'full-house');
    const second = win(play, 'T2', '1', 'flush');
    const outcome = verify(play, first, 2);
    expect(outcome.postings).toEqual([]);
    expect(outcome.hit).toMatchObject({ state: 'verified', winners: [{ seat: 2 }] });
    expect(play.jackpot.lastWin).toMatchObject({ award: first, hand: 'full-house' });
    verify(play, second, 1);
    verify(play, first, 1);
    expect(play.jackpot.claims.get(first)?.seats).toEqual([
      { seat: 1, state: 'verified', slip: 3, verified: play.offset - 1 },
      { seat: 2, state: 'verified', slip: 1, verified: play.offset - 3 },
    ]);
    expect(play.jackpot.claims.get(second)?.seats[0]?.slip).toBe(2);
  });

  test('gives the slips in the order in which the seats are named', () => {
    const { play } = locking();
    const award = win(play, 'T1', '1', 'flush', 'flush', 'flush');
    verify(play, award, 3, 1);
    expect(play.jackpot.claims.get(award)?.seats.map(({ slip }) => slip)).toEqual([2, null, 1]);
  });

  test('is refused for a seat that is not locked, or that the award does not have', () => {
    const { play } = locking();
    const award = win(play, 'T1', '1', 'flush');
    expectRefused(play, 'unknown-award', () => verify(play, award, 1, 2));
    expectRefused(play, 'unknown-award', () => verify(play, 'main/T1/1/99', 1));
    verify(play, award, 1);
    expectRefused(play, 'award-state', () => verify(play, award, 1));
    play.configure({ verifyAbove: null });
    const awarded = win(play, 'T1', '2', 'flush');
    expectRefused(play, 'award-state', () => verify(play, awarded, 1));
  });

  test('is refused where the cards do not show the hand, and slips are not used up', () => {
    const { play } = locking();
    const award = win(play, 'T1', '1', 'flush', 'flush');
    const shown = (cards: readonly string[]) =>
      play.command({
        type: 'award.verified',
        data: {
          ...{ award, seats: [2] },
          evidence: {
            deck: 'counted',
            hands: [{ seat: 2, cards }],
            community: ['2s', '5s'],
          } as never,
        },
      });
    expectRefused(play, 'wins-disagree-with-cards', () => shown(['As', 'Ks', '9h']));
    expectRefused(play, 'wins-disagree-with-cards', () => shown(['As', 'Ks', '2s']));
    expect(shown(['As', 'Ks', '9s']).effect).toBe('applied');
    expect(play.jackpot.slips).toBe(1);
  });
});

describe('award.paid', () => {
  test('moves what is held to the players, the stake given back with it, once', () => {
    const { play } = locking(policies({ jackpotStakeOnWin: 'returned' }));
    const award = win(play, 'T1', '1', 'flush');
    verify(play, award, 1);
    const { pool, house, reserve } = play.ledger;
    expect(pay(play, award, { amount: 1_250 }).effect).toBe('applied');
    expect(play.ledger).toEqual({ pool, house, reserve, held: 0, players: 250 });
    expectRefused(play, 'award-state', () => pay(play, award, { amount: 1_250 }));
  });

  test('is refused before the verification, with another slip, and with another amount', () => {
    const { play } = locking();
    const award = win(play, 'T1', '1', 'flush');
    expectRefused(play, 'award-state', () => pay(play, award));
    verify(play, award, 1);
    expectRefused(play, 'award-state', () => pay(play, award, { slip: 2, amount: 1 }));
    expectRefused(play, 'amount-differs', () => pay(play, award, { amount: 249 }));
    expect(pay(play, award, { withheld: 250 }).effect).toBe('applied');
  });
});

describe('award.expired', () => {
  test.each(['house', 'reserve', 'pool'] as const)('gives what is held to the %s', (account) => {
    const { play } = locking({ unclaimedTo: account });
    const award = win(play, 'T1', '1', 'flush', 'flush');
    const before = play.ledger;
    verify(play, award, 2);
    expire(play, award, 1);
    expire(play, award, 2);
    expect(play.ledger).toEqual({ ...before, held: 0, [account]: before[account] + 500 });
    expectRefused(play, 'award-state', () => expire(play, award, 1));
    expectRefused(play, 'award-final', () => reverse(play, award));
  });
});

test('a win does not expire before the hour that the configuration says', () => {
  const { play } = locking({ unclaimedAfterHours: 24 });
  const award = win(play, 'T1', '1', 'flush');
  const wonMs = play.jackpot.claims.get(award)?.recordedAtMs ?? 0;
  const body = { type: 'award.expired', data: { award, seat: 1, reason: 'nobody' } } as const;
  const at = (hours: number, ms = 0) =>
    play.command(body, { atMs: wonMs + hours * 3_600_000 + ms }).exceptions[0]?.detail;
  expect(at(0, 1_140_000)).toMatch(/it was made at 2026-11-21T00:00.*from 2026-11-22T00:00/);
  expect([at(24, -1) === undefined, at(24)]).toEqual([false, undefined]);
});

test('beside a seat that is paid or has expired, a false one expires at once', () => {
  for (const first of ['paid', 'expired']) {
    const { play } = locking({ unclaimedAfterHours: 0 });
    const award = win(play, 'T1', '1', 'flush', 'flush');
    verify(play, award, 1);
    if (first === 'paid') pay(play, award);
    else expire(play, award);
    play.configure({ unclaimedAfterHours: 24 });
    expire(play, award, 2);
    expect(statesOf(play, award)).toEqual([first, 'expired']);
  }
  const { play } = locking({ unclaimedAfterHours: 24 });
  const award = win(play, 'T1', '1', 'flush', 'flush');
  verify(play, award, 1);
  expectRefused(play, 'award-state', () => expire(play, award, 2));
});

describe('award.granted', () => {
  test('and an adjustment leave half of the range of the ledger to the tables', () => {
    const { play } = given();
    win(play, 'T1', '1', 'flush');
    const half = 2_305_843_009_213;
    const grantOf = (amount: number) =>
      play.command({
        type: 'award.granted',
        data: {
          ...{ table: 'T1', round: '7', cause: 'ruling', reason: 'test' },
          payouts: [{ seat: 3, hand: 'flush', amount: amount * 100, fromPool: 0 }],
        },
      });
    expect(grantOf(half - 1_000_000).effect).toBe('applied');
    expect(grantOf(1_000_000).exceptions).toMatchObject([{ reason: 'invalid-command' }]);
    const adjusted = {
      type: 'pool.adjusted',
      data: { amount: 100_000_000, account: 'pool', reason: 'x' },
    } as const;
    expect(play.command(adjusted).exceptions).toMatchObject([{ reason: 'invalid-command' }]);
    expect(play.table('T1').bet('8', 1).effect).toBe('applied');
    expect(win(play, 'T1', '9', 'flush')).toContain('main/T1/9/');
  });

  test('is a new award that is locked, with who granted it', () => {
    const { play } = given();
    win(play, 'T1', '1', 'flush');
    const before = play.ledger;
    const { award, hit } = grant(play);
    expect(award).toMatchObject({
      id: `main/T1/7/${play.offset - 1}`,
      seats: [{ seat: 3, state: 'locked', slip: null, verified: null }],
      by: [{ act: 'award.granted', kid: operator.kid, offset: play.offset - 1 }],
      cause: 'ruling',
    });
    expect(hit?.state).toBe('locked');
    expect(play.ledger).toEqual({ ...before, held: 250, house: before.house - 250 });
  });

  test('restarts the pool exactly where it takes the last minor unit of it', () => {
    const { play } = given({ rates: { pool: 7_001, reserve: 500 } });
    win(play, 'T1', '1', 'flush');
    const all = Math.floor(play.ledger.pool);
    const payouts = (fromPool: number) => [
      { seat: 3, hand: 'royal-flush' as const, amount: 200_000, fromPool },
    ];
    expect(grant(play, { payouts: payouts(all - 1) }).award?.restart).toBeNull();
    play.adjust('pool', all - 1);
    expectRefused(play, 'invalid-command', () => grant(play, { payouts: payouts(all + 1) }));
    const { award } = grant(play, { payouts: payouts(all) });
    expect(award?.restart).toMatchObject({ remainderMicros: 1_000n });
    expect(play.ledger.pool).toBe(100_000);
    expect(play.jackpot.generation).toBe(2);
  });

  test('restarts a pool that its round had paid out in full, and keeps what bets gave since', () => {
    const { play } = given();
    win(play, 'T1', '1', 'flush');
    const before = play.ledger;
    play.table('T1').bet('8', 1);
    const since = play.ledger.pool - before.pool;
    expect(since).toBeGreaterThan(0);
    const ledger = play.ledger;
    const payouts = [
      { seat: 3, hand: 'royal-flush' as const, amount: before.pool, fromPool: before.pool },
    ];
    const { award } = grant(play, { payouts, restarts: true });
    expect(award?.restart).toMatchObject({ seedMicros: 1_000_000_000n, remainderMicros: 0n });
    expect(play.ledger.pool).toBe(100_000 + since);
    expect(play.jackpot.generation).toBe(2);
    reverse(play, award?.id as string);
    expect(play.ledger).toEqual(ledger);
  });

  test('is judged with the seed of the restart that it asks for', () => {
    const { play } = given();
    win(play, 'T1', '1', 'flush');
    const data = {
      ...{ table: 'T1', round: '7', cause: 'ruling' as const, reason: 'r' },
      payouts: [{ seat: 3, hand: 'royal-flush' as const, amount: 1, fromPool: 1 }],
    };
    const amountOf = (more: object) =>
      amountOfAwardAct(play.jackpot, { type: 'award.granted', data: { ...data, ...more } });
    expect([amountOf({}), amountOf({ restarts: true })]).toEqual([1, 100_001]);
    play.configure({ verifyAbove: 0, seed: 90_000 }, 'next-restart');
    expect(amountOf({ restarts: true })).toBe(90_001);
  });

  test('restarts no pool above its ceiling', () => {
    const { play } = given({ ceiling: 150_000 });
    win(play, 'T1', '1', 'flush');
    const of = (fromPool: number) => {
      const payouts = [{ seat: 3, hand: 'royal-flush' as const, amount: fromPool, fromPool }];
      return () => grant(play, { payouts, restarts: true });
    };
    const pool = Math.floor(play.ledger.pool);
    expectRefused(play, 'invalid-command', of(pool - 50_001));
    expect(of(pool - 50_000 + 1)().effect).toBe('applied');
    expect(play.ledger.pool).toBeLessThanOrEqual(150_000);
  });

  test('takes the place of a reversed award, once', () => {
    const { play } = given();
    const wrong = win(play, 'T1', '1', 'flush');
    expectRefused(play, 'award-state', () => grant(play, { replaces: wrong }));
    reverse(play, wrong);
    const { award } = grant(play, { replaces: wrong });
    expectRefused(play, 'award-state', () => grant(play, { replaces: wrong }));
    reverse(play, award?.id as string);
    expect(grant(play, { replaces: wrong }).effect).toBe('applied');
  });

  test('is refused for a table that the jackpot does not know, and out of the ledger’s range', () => {
    const { play } = given();
    win(play, 'T1', '1', 'flush');
    expectRefused(play, 'unknown-table', () => grant(play, { table: 'T9' }));
    play.jackpot.accounts.house -= 2n ** 62n - 10n ** 12n;
    play.jackpot.accounts.players += 2n ** 62n - 10n ** 12n;
    const payouts = [{ seat: 1, hand: 'flush' as const, amount: 10 ** 12, fromPool: 0 }];
    expectRefused(play, 'invalid-command', () => grant(play, { payouts }));
  });
});

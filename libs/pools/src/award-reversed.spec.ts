import { locking, win, verify, pay, reverse, statesOf, expectRefused } from './testing/awards.js';
import { given, policies, type LogScript } from './testing/log-script.js';
import type { Outcome } from './outcome.js';
import { readBack, textOf } from './testing/states.js';

const dayMs = 86_400_000;

/** The ledger after two more bets of 1,000 without a win. */
const afterTwoBets = ({ players, pool, reserve, house }: LogScript['ledger']) => ({
  players: players - 2_000,
  pool: pool + 1_400,
  reserve: reserve + 100,
  house: house + 500,
  held: 0,
});

const whatsOf = ({ award }: Outcome) => award?.affects.map(({ what, offset }) => [what, offset]);
const offsetOf = (award: string) => Number(award.split('/').at(-1));
const micros = (minor: number) => BigInt(minor) * 10_000n;

describe('award.reversed', () => {
  test('takes a locked, a verified or an awarded award back as a whole', () => {
    for (const verifyAbove of [0, null]) {
      const { play } = given({ verifyAbove });
      play.table('T1').bet('0', 1);
      const before = play.ledger;
      const award = win(play, 'T1', '1', 'royal-flush', 'straight-flush');
      if (verifyAbove === 0) verify(play, award, 1);
      const { hit } = reverse(play, award);
      expect(hit).toMatchObject({ state: 'reversed', offset: play.offset - 1 });
      expect(hit?.winners.map(({ seat }) => seat)).toEqual([2, 1]);
      expect(play.ledger).toEqual(afterTwoBets(before));
      expect(statesOf(play, award)).toEqual(['reversed', 'reversed']);
      expectRefused(play, 'award-state', () => reverse(play, award));
    }
  });

  test('is refused once a seat was paid', () => {
    const { play } = locking();
    const award = win(play, 'T1', '1', 'flush', 'flush');
    verify(play, award, 1, 2);
    pay(play, award);
    expectRefused(play, 'award-final', () => reverse(play, award));
  });

  test('makes no win that nobody has verified the last one', () => {
    const { play } = locking();
    const first = win(play, 'T1', '1', 'flush');
    verify(play, first, 1);
    const nobody = win(play, 'T1', '2', 'royal-flush');
    play.command({ type: 'award.expired', data: { award: nobody, seat: 1, reason: 'nobody' } });
    const third = win(play, 'T1', '3', 'full-house');
    verify(play, third, 1);
    expect(play.jackpot.lastWin?.award).toBe(third);
    reverse(play, third);
    expect(play.jackpot.lastWin?.award).toBe(first);
  });

  test('keeps the number of its void slip, and the next slip has the next', () => {
    const { play } = locking();
    const award = win(play, 'T1', '1', 'flush');
    verify(play, award, 1);
    reverse(play, award);
    expect(play.jackpot.claims.get(award)?.seats).toMatchObject([{ state: 'reversed', slip: 1 }]);
    const next = win(play, 'T1', '2', 'flush');
    verify(play, next, 1);
    expect(play.jackpot.claims.get(next)?.seats[0]?.slip).toBe(2);
  });

  test('gives a bet of before the restart its part of the pool back again', () => {
    const { play, table } = locking();
    play.table('T2').bet('1', 5);
    const award = win(play, 'T1', '1', 'royal-flush');
    expect(play.jackpot.pooled).toEqual([2]);
    reverse(play, award);
    expect([play.jackpot.pooled, play.jackpot.generation]).toEqual([[1, 2], 2]);
    const { pool } = play.ledger;
    play.table('T2').void('1', 'other');
    expect(play.ledger.pool).toBe(pool - 700);
    table.bet('2', 1);
    table.void('2', 'other');
    expect(play.ledger.pool).toBe(pool - 700);
  });

  test('in the other order takes two restarts back', () => {
    const { play } = locking();
    const before = play.ledger;
    const first = win(play, 'T1', '1', 'royal-flush');
    const second = win(play, 'T1', '2', 'royal-flush');
    expect(whatsOf(reverse(play, first))).toEqual([['award', offsetOf(second)]]);
    expect(whatsOf(reverse(play, second))).toEqual([['award', play.offset - 2]]);
    expect(play.ledger).toEqual(afterTwoBets(before));
    expect(play.jackpot.pooled).toEqual([1, 2, 3]);
  });

  test('never lowers the sign, also where the seed is higher than what was won', () => {
    const { play } = locking({ seed: 1_000 });
    const award = win(play, 'T1', '1', 'royal-flush');
    play.configure({ verifyAbove: 0, seed: 90_000 }, 'next-restart');
    const later = win(play, 'T1', '2', 'royal-flush');
    const { pool } = play.ledger;
    reverse(play, later);
    expect(play.ledger.pool).toBeGreaterThanOrEqual(pool);
    reverse(play, award);
    expect(play.ledger.pool).toBeGreaterThanOrEqual(pool);
  });

  test('gives what is above the ceiling to the reserve', () => {
    const { play } = locking({ ceiling: 101_000 });
    const award = win(play, 'T1', '1', 'royal-flush');
    play.table('T2').bet('1', 1);
    reverse(play, award);
    // The pool would get 700 of each of two bets.
    expect(play.ledger).toMatchObject({ pool: 101_000, reserve: 2 * 50 + 400 });
  });

  test('says what came later: awards, the newest adjustment, configuration and refund', () => {
    const { play, table } = locking();
    play.table('T2').bet('1', 5);
    const award = win(play, 'T1', '1', 'royal-flush');
    // The house alone pays it: it does not depend on the pool.
    reverse(play, win(play, 'T1', '2', 'flush'));
    win(play, 'T1', '3', 'full-house');
    const other = win(play, 'T1', '4', 'straight-flush');
    play.adjust('pool', 5);
    const adjusted = play.offset;
    play.adjust('pool', -5);
    const configured = play.offset;
    play.configure({ verifyAbove: 0 });
    const refunded = play.offset;
    play.table('T2').void('1', 'other');
    table.bet('5', 1);
    expect(whatsOf(reverse(play, award))).toEqual([
      ['award', offsetOf(other)],
      ['adjustment', adjusted],
      ['configuration', configured],
      ['refund', refunded],
    ]);
  });

  test('does not name a later award that was taken back exactly before', () => {
    const { play } = locking();
    play.adjust('pool', 50_000);
    const before = play.ledger;
    const first = win(play, 'T1', '1', 'straight-flush');
    reverse(play, win(play, 'T1', '2', 'royal-flush'));
    expect(whatsOf(reverse(play, first))).toEqual([]);
    expect(play.ledger).toEqual(afterTwoBets(before));
  });

  test('names one that may have restarted the pool without this one alone', () => {
    const { play } = given({ ...policies({ percentTierDeduction: 'none-when-fixed' }) });
    play.adjust('pool', -46_100);
    const first = win(play, 'T1', '1', 'straight-flush');
    const second = win(play, 'T1', '2', 'royal-flush');
    expect(whatsOf(reverse(play, second))).toEqual([]);
    expect(whatsOf(reverse(play, first))).toEqual([['award', offsetOf(second)]]);
  });

  test('says that nobody can know where a pool that was lifted to its seed gave bets back', () => {
    const { play } = given({ ...policies({ floorAtSeed: true }), verifyAbove: 0 });
    play.table('T2').bet('1', 5);
    play.table('T1').bet('1', 1);
    play.adjust('pool', -101_400);
    const award = win(play, 'T1', '1', 'flush');
    play.table('T2').withdraw('1', 5);
    const { affects } = reverse(play, award).award ?? {};
    expect(affects).toMatchObject([
      { what: 'seed', moreMicros: { pool: 1_000_000_000n } },
      { what: 'refund', offset: offsetOf(award), moreMicros: null },
    ]);
  });

  test('says that an award since was forgotten', () => {
    const { play } = locking();
    const award = win(play, 'T1', 'first', 'straight-flush');
    play.configure({ verifyAbove: null });
    for (let round = 0; round < 1_001; round += 1) win(play, 'T1', String(round), 'flush');
    play.waitedMs = dayMs;
    win(play, 'T1', 'last', 'flush');
    const { forgotten } = play.jackpot;
    const { affects } = reverse(play, award).award ?? {};
    expect(affects?.map(({ what }) => what)).toEqual(['configuration', 'award']);
    expect(affects?.[1]?.offset).toBe(forgotten);
  });

  test('says what stays of a seed that the pool was below, and whose it is', () => {
    const { play } = locking();
    play.adjust('reserve', 2_000);
    win(play, 'T1', '1', 'straight-flush');
    const before = play.ledger;
    const { pool } = before;
    const award = win(play, 'T1', '2', 'royal-flush');
    const more = {
      pool: micros(100_000 - pool - 700),
      reserve: 0n,
      house: -micros(100_000 - pool - 700),
    };
    expect(reverse(play, award).award?.affects).toEqual([
      { what: 'seed', offset: offsetOf(award), moreMicros: more },
    ]);
    expect(play.ledger.pool).toBe(100_000);
  });

  test('returns a pool that was above the ceiling to where it was', () => {
    const { play } = locking({ ceiling: 100_000 });
    play.adjust('pool', 5_000);
    const award = win(play, 'T1', '1', 'royal-flush');
    play.table('T2').bet('1', 1);
    expect(reverse(play, award).award?.affects).toEqual([]);
    expect(play.ledger).toMatchObject({ pool: 105_000, reserve: 2 * 750 });
  });

  test('shows the win before it as the last one again', () => {
    const { play } = given();
    const first = win(play, 'T1', '1', 'flush');
    const second = win(play, 'T1', '2', 'full-house');
    expect(play.jackpot.lastWin?.award).toBe(second);
    reverse(play, second);
    expect(play.jackpot.lastWin).toMatchObject({ award: first, hand: 'flush' });
    reverse(play, first);
    expect(play.jackpot.lastWin).toBeNull();
  });
});

describe('what the ledger remembers of awards', () => {
  test('is each that waits, and of those before a day the last 1,000', () => {
    const { play } = locking();
    const waiting = win(play, 'T1', 'w', 'flush');
    play.configure({ verifyAbove: null });
    const awards = Array.from({ length: 1_001 }, (_, round) =>
      win(play, 'T1', String(round), 'flush'),
    );
    const [first = '', second = '', third = ''] = awards;
    play.waitedMs = dayMs;
    win(play, 'T1', 'last', 'flush');
    expectRefused(play, 'award-final', () => reverse(play, first));
    expectRefused(play, 'unknown-award', () => reverse(play, `${first}9`));
    expectRefused(play, 'award-final', () => reverse(play, second));
    expect(reverse(play, third).effect).toBe('applied');
    expect(play.jackpot.claims.size).toBe(1_001);
    verify(play, waiting, 1);
    pay(play, waiting);
    // It is older than all of them.
    expectRefused(play, 'award-final', () => reverse(play, waiting));
    expect(textOf(readBack(play.state))).toBe(textOf(play.state));
  });
});

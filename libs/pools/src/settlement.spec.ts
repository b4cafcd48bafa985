import type { JackpotHand } from '#rules';
import { prizeLimitMicros } from './assertion.js';
import { openOfTable } from './claims.js';
import type { Configuration } from './configuration.js';
import { given, netted, overOf, policies, reasonsOf } from './testing/log-script.js';

const win = (seat: number, hand: JackpotHand) => ({ seat, hand });

/** Seats 1 to 7 have bet 1,000 each, so the pool is at 104,900 and the reserve at 350. */
function sevenBets(changes: Partial<Configuration> = {}, exponent = 2) {
  const { play, table } = given(changes, exponent);
  for (let seat = 1; seat <= 7; seat += 1) table.bet('1', seat);
  return { play, table };
}

const micros = (minor: number) => BigInt(minor) * 10_000n;

const paid = (
  seat: number,
  hand: JackpotHand,
  basis: string,
  fromPool: number,
  fromHouse: number,
) =>
  expect.objectContaining({
    seat,
    hand,
    basis,
    amountMicros: micros(fromPool + fromHouse),
    fromPoolMicros: micros(fromPool),
  });

const restarted = (seed: number, fromReserve: number) => ({
  seedMicros: micros(seed),
  fromReserveMicros: micros(fromReserve),
  remainderMicros: 0n,
});

describe('round.settled without a win', () => {
  test('ends the round, the contributions stay', () => {
    const { play, table } = sevenBets();
    const before = play.ledger;
    const outcome = table.settle('1');
    expect([outcome.effect, outcome.postings, outcome.award]).toEqual(['applied', [], undefined]);
    expect(play.ledger).toEqual(before);
    expect(table.state).toMatchObject({ rounds: [], over: overOf('1') });
  });
});

describe('prizes that the accounts cannot count', () => {
  const limits = [
    ['the players', (prize: bigint) => ({ players: prizeLimitMicros - prize })],
    ['what is held', (prize: bigint) => ({ held: prizeLimitMicros - prize })],
    ['the house', (prize: bigint) => ({ house: prize - prizeLimitMicros })],
  ] as const;
  const ofFlush = (exponent: number) => 250n * 10n ** BigInt(6 - exponent);

  test.each(limits.flatMap((limit) => [0, 2, 3].map((exponent) => [...limit, exponent] as const)))(
    'are refused as ledger-range where %s would go beyond three quarters (%#)',
    (_, at, exponent) => {
      const { play, table } = sevenBets({}, exponent);
      const { accounts } = play.jackpot;
      const [[name, micros]] = Object.entries(at(ofFlush(exponent))) as [
        ['players' | 'held' | 'house', bigint],
      ];
      // Bets of players must not hide held money.
      expect(accounts.players).toBeLessThan(0n);
      const one = name === 'house' ? -1n : 1n;
      accounts[name] = micros + one;
      const before = play.ledger;
      expect(reasonsOf(table.settle('1', [win(4, 'flush')]))).toEqual(['ledger-range']);
      expect(play.ledger).toEqual(before);
      expect(table.state.rounds.length).toBe(1);
      accounts[name] = micros;
      expect(table.settle('1', [win(4, 'flush')]).effect).toBe('applied');
    },
  );
});

describe('awards of a table that wait', () => {
  test('are a hundred; the next one leaves its round open until people have seen to one', () => {
    const { play, table } = given({ verifyAbove: 0 });
    const wins = [win(1, 'flush')];
    for (let round = 1; round <= openOfTable + 1; round += 1) {
      table.bet(String(round), 1);
      const last = table.settle(String(round), wins);
      expect(reasonsOf(last)).toEqual(round > openOfTable ? ['too-many-claims'] : []);
    }
    play.table('T2').bet('1', 1);
    expect(play.table('T2').settle('1', wins).award).toBeDefined();
    const [award = ''] = play.jackpot.open;
    play.command({ type: 'award.reversed', data: { award, cause: 'misread', reason: 'test' } });
    expect(table.settle(String(openOfTable + 1), wins).award).toBeDefined();
  });

  test('are a thousand of the jackpot, but for tables that sign', () => {
    const { play } = given({ verifyAbove: 0, maxTables: 2_000 });
    const win1 = { round: '1', wins: [win(1, 'flush')] };
    for (let source = 0; source < 1_001; source += 1) {
      const table = play.table(`T${source}`);
      table.bet('1', 1);
      const last = table.settle('1', win1.wins);
      expect(reasonsOf(last)).toEqual(source === 1_000 ? ['too-many-claims'] : []);
    }
    const settled = { type: 'round.settled', data: win1 } as const;
    expect(play.fold('T1000', settled, { signed: true }).award).toBeDefined();
  });
});

describe('a prize', () => {
  test.each<[JackpotHand, number]>([
    ['four-of-a-kind', 1_500],
    ['full-house', 500],
    ['flush', 250],
  ])('for %s is its fixed amount, all of it the house’s', (hand, amount) => {
    const { table } = sevenBets();
    const outcome = table.settle('1', [win(4, hand)]);
    expect(outcome.award).toMatchObject({
      table: 'T1',
      round: '1',
      poolBeforeMicros: micros(104_900),
      poolAfterMicros: micros(104_900),
      payouts: [
        {
          order: 1,
          seat: 4,
          hand,
          basis: 'fixed',
          amountMicros: micros(amount),
          fromPoolMicros: 0n,
        },
      ],
      restart: null,
    });
    expect(netted(outcome)).toEqual({ players: micros(amount), house: -micros(amount) });
  });

  test('for a straight flush is a tenth of the pool, rounded down to the payout unit', () => {
    const { play, table } = sevenBets();
    const { award } = table.settle('1', [win(2, 'straight-flush')]);
    expect(award?.payouts).toEqual([paid(2, 'straight-flush', 'share', 10_400, 0)]);
    expect(award).toMatchObject({
      poolBeforeMicros: micros(104_900),
      poolAfterMicros: micros(94_500),
      restart: null,
    });
    expect(play.ledger).toMatchObject({ pool: 94_500, reserve: 350 });
    expect(play.jackpot.generation).toBe(1);
  });

  test('whose fixed amount is higher takes the share from the pool all the same, the house adds', () => {
    const prizes = { ...given().play.jackpot.configuration.prizes };
    prizes['straight-flush'] = { fixed: 12_000, share: 1_000 };
    const { award } = sevenBets({ prizes }).table.settle('1', [win(2, 'straight-flush')]);
    expect(award?.payouts).toEqual([paid(2, 'straight-flush', 'fixed', 10_400, 1_600)]);
    expect(award?.poolAfterMicros).toBe(micros(94_500));
  });

  // clause 12
  test('for each of two straight flushes is a tenth of the same pool', () => {
    const { table } = sevenBets();
    const { award } = table.settle('1', [win(6, 'straight-flush'), win(2, 'straight-flush')]);
    expect(award?.payouts).toEqual([
      paid(2, 'straight-flush', 'share', 10_400, 0),
      paid(6, 'straight-flush', 'share', 10_400, 0),
    ]);
    expect(award?.poolAfterMicros).toBe(micros(84_100));
  });

  // clause 20
  test('goes in seat order, from the dealer’s left', () => {
    const { table } = sevenBets();
    const wins = [win(7, 'flush'), win(1, 'full-house'), win(3, 'full-house')];
    const { award } = table.settle('1', wins);
    expect(award?.payouts.map(({ order, seat }) => [order, seat])).toEqual([
      [1, 1],
      [2, 3],
      [3, 7],
    ]);
  });
});

describe('a royal flush', () => {
  // clause 23
  test('takes all that the sign shows, whatever the payout unit; the reserve pays the seed first', () => {
    const { play, table } = sevenBets();
    play.adjust('pool', 33);
    const { award } = table.settle('1', [win(5, 'royal-flush')]);
    expect(award).toMatchObject({
      poolBeforeMicros: micros(104_933),
      poolAfterMicros: micros(100_000),
    });
    expect(award?.payouts).toEqual([paid(5, 'royal-flush', 'share', 104_933, 0)]);
    expect(award?.restart).toEqual(restarted(100_000, 350));
    expect(play.ledger).toMatchObject({ players: 97_933, pool: 100_000, reserve: 0 });
    expect(play.jackpot.generation).toBe(2);
  });

  test('leaves only what is below a minor unit, which goes to the reserve', () => {
    // The pool gets 700.10 of each stake of 1,000, so seven leave 0.70 of a minor unit.
    const { play, table } = sevenBets({ rates: { pool: 7_001, reserve: 0 } });
    const { award } = table.settle('1', [win(5, 'royal-flush')]);
    expect(award?.payouts).toEqual([paid(5, 'royal-flush', 'share', 104_900, 0)]);
    expect(award?.restart).toEqual({
      seedMicros: micros(100_000),
      fromReserveMicros: 7_000n,
      remainderMicros: 7_000n,
    });
    expect(play.jackpot.accounts).toMatchObject({ pool: 1_000_000_000n, reserve: 0n });
  });

  test('restarts from the reserve alone where it has more than the seed', () => {
    const { play, table } = sevenBets();
    play.adjust('reserve', 150_000);
    const { house } = play.ledger;
    const { award } = table.settle('1', [win(5, 'royal-flush')]);
    expect(award?.restart).toEqual(restarted(100_000, 100_000));
    expect(play.ledger).toMatchObject({ pool: 100_000, reserve: 50_350, house });
  });

  test('beside a straight flush is paid second, from what that left', () => {
    const { table } = sevenBets();
    const wins = [win(1, 'royal-flush'), win(4, 'flush'), win(7, 'straight-flush')];
    const { award } = table.settle('1', wins);
    expect(award?.payouts).toEqual([
      paid(7, 'straight-flush', 'share', 10_400, 0),
      paid(1, 'royal-flush', 'share', 94_500, 0),
      paid(4, 'flush', 'fixed', 0, 250),
    ]);
  });

  test('whose fixed amount is higher takes the pool in full and the rest from the house', () => {
    const { table } = sevenBets({ seed: 1_000 });
    const { award } = table.settle('1', [win(1, 'royal-flush')]);
    expect(award?.payouts).toEqual([paid(1, 'royal-flush', 'fixed', 5_900, 44_100)]);
    expect(award?.poolAfterMicros).toBe(micros(1_000));
  });

  test('of an empty pool pays the fixed amount and restarts', () => {
    const { table } = sevenBets({ seed: 0, rates: { pool: 0, reserve: 0 } });
    const { award } = table.settle('1', [win(1, 'royal-flush')]);
    expect(award?.payouts).toEqual([paid(1, 'royal-flush', 'fixed', 0, 50_000)]);
    expect(award?.restart).toEqual(restarted(0, 0));
  });

  test('in yen and in dinars counts in their own minor units', () => {
    const yen = sevenBets({ currency: 'JPY' }, 0).table.settle('1', [win(1, 'royal-flush')]);
    const dinar = sevenBets({ currency: 'KWD' }, 3).table.settle('1', [win(1, 'royal-flush')]);
    const inMinorUnits = [
      [yen, 1_000_000n],
      [dinar, 1_000n],
    ] as const;
    for (const [{ award }, minorUnitMicros] of inMinorUnits) {
      expect(award?.payouts[0]?.amountMicros).toBe(104_900n * minorUnitMicros);
      expect(award?.poolAfterMicros).toBe(100_000n * minorUnitMicros);
    }
    expect(netted(yen).players).toBe(104_900_000_000n);
    expect(netted(dinar).players).toBe(104_900_000n);
  });
});

describe('policies of the money', () => {
  test('jackpotStakeOnWin: returned gives a winner the stake back from the house (A12)', () => {
    const { play, table } = sevenBets(policies({ jackpotStakeOnWin: 'returned' }));
    const outcome = table.settle('1', [win(1, 'flush')]);
    expect(outcome.award?.payouts).toEqual([
      expect.objectContaining({
        amountMicros: micros(250),
        fromPoolMicros: 0n,
        stakeReturnedMicros: micros(1_000),
      }),
    ]);
    expect(netted(outcome)).toEqual({ players: 12_500_000n, house: -12_500_000n });
    expect(play.ledger.pool).toBe(104_900);
  });

  test('jackpotStakeOnWin: kept, the default, names no returned stake', () => {
    const { award } = sevenBets().table.settle('1', [win(1, 'flush')]);
    expect(award?.payouts[0]).not.toHaveProperty('stakeReturnedMicros');
  });

  test('floorAtSeed lifts a pool that a share took below the seed, from the house (A17)', () => {
    const { play, table } = sevenBets(policies({ floorAtSeed: true }));
    const outcome = table.settle('1', [win(1, 'straight-flush')]);
    expect(outcome.award).toMatchObject({ poolAfterMicros: micros(100_000), restart: null });
    expect(netted(outcome)).toEqual({
      players: 104_000_000n,
      pool: -49_000_000n,
      house: -55_000_000n,
    });
    expect(play.jackpot.generation).toBe(1);
  });

  test('simultaneousStraightFlushBase: sequential takes each of what is left (A13)', () => {
    const { table } = sevenBets(policies({ simultaneousStraightFlushBase: 'sequential' }));
    const { award } = table.settle('1', [win(1, 'straight-flush'), win(2, 'straight-flush')]);
    expect(award?.payouts.map(({ amountMicros }) => amountMicros)).toEqual([
      micros(10_400),
      micros(9_400),
    ]);
  });

  test('percentTierDeduction: none-when-fixed leaves a royal’s pool alone, without a restart (A15)', () => {
    const { play, table } = sevenBets({
      seed: 1_000,
      ...policies({ percentTierDeduction: 'none-when-fixed' }),
    });
    const { award } = table.settle('1', [win(1, 'royal-flush')]);
    expect(award).toMatchObject({ restart: null, poolAfterMicros: micros(5_900) });
    expect(play.jackpot.generation).toBe(1);
  });

  test('fixedTiersFromPool pays the fixed prizes from the pool as far as it goes (A16)', () => {
    const { table } = sevenBets({ seed: 0, ...policies({ fixedTiersFromPool: true }) });
    const wins = [win(1, 'four-of-a-kind'), win(2, 'four-of-a-kind')];
    table.log.adjust('pool', -2_900);
    const { award } = table.settle('1', wins);
    expect(award?.payouts).toEqual([
      paid(1, 'four-of-a-kind', 'fixed', 1_500, 0),
      paid(2, 'four-of-a-kind', 'fixed', 500, 1_000),
    ]);
    // Article 15(6): a pool that was paid out completely restarts, here from a seed of zero.
    expect(award).toMatchObject({
      poolAfterMicros: micros(0),
      restart: restarted(0, 0),
    });
  });

  test('fixedTiersFromPool takes the last of a pool to the micro-unit', () => {
    const { play, table } = given({
      seed: 0,
      rates: { pool: 3_333, reserve: 0 },
      ...policies({ fixedTiersFromPool: true }),
    });
    table.bet('1', 1);
    table.bet('1', 2);
    const { award, postings } = table.settle('1', [win(1, 'full-house'), win(2, 'full-house')]);
    expect(award?.payouts).toMatchObject([
      { seat: 1, amountMicros: 5_000_000n, fromPoolMicros: 5_000_000n },
      { seat: 2, amountMicros: 5_000_000n, fromPoolMicros: 1_666_000n },
    ]);
    expect(postings).toContainEqual(expect.objectContaining({ pool: -1_666_000n }));
    expect(play.ledger).toMatchObject({ pool: 0 });
  });
});

import { balanceLimitMicros } from './assertion.js';
import type { Configuration } from './configuration.js';
import { given, netted, policies, reasonsOf } from './testing/log-script.js';

describe('bet.placed', () => {
  // clause 3
  test('takes the stake and splits it by the rates at once', () => {
    const { play, table } = given();
    const outcome = table.bet('1', 3, { stake: 5_000 });
    expect(netted(outcome)).toEqual({
      players: -50_000_000n,
      pool: 35_000_000n,
      reserve: 2_500_000n,
      house: 12_500_000n,
    });
    expect(play.ledger).toMatchObject({ players: -5_000, pool: 103_500, reserve: 250 });
    expect(play.ledger.house).toBe(-98_750);
    expect(table.state.rounds).toEqual([
      {
        id: '1',
        beganAtMs: Date.UTC(2026, 10, 21) + 1,
        terms: 0,
        dealt: false,
        seated: false,
        leftOut: [],
        unsettled: false,
        bets: [
          {
            seat: 3,
            stakeMicros: 50_000_000n,
            poolMicros: 35_000_000n,
            reserveMicros: 2_500_000n,
            generation: 1,
            terms: 0,
            carriedSinceMs: null,
          },
        ],
      },
    ]);
  });

  test('in yen, without minor units, has micro-units of the whole yen', () => {
    const { table } = given({ currency: 'JPY' }, 0);
    expect(netted(table.bet('1', 1, { stake: 1_001 }))).toEqual({
      players: -1_001_000_000n,
      pool: 700_700_000n,
      reserve: 50_050_000n,
      house: 250_250_000n,
    });
  });

  test('in dinars of three digits rounds the parts down to the micro-unit, the house has the rest', () => {
    const rates = { pool: 3_333, reserve: 1_111 };
    const { table } = given(
      { currency: 'KWD', rates, stake: { min: 1, max: 10 }, seed: 0, payoutUnit: 1 },
      3,
    );
    expect(netted(table.bet('1', 1, { stake: 1 }))).toEqual({
      players: -1_000n,
      pool: 333n,
      reserve: 111n,
      house: 556n,
    });
  });

  test.each<[string, Partial<Configuration>, Record<string, bigint>]>([
    [
      'none at all',
      { rates: { pool: 0, reserve: 0 } },
      { players: -10_000_000n, house: 10_000_000n },
    ],
    ['all', { rates: { pool: 10_000, reserve: 0 } }, { players: -10_000_000n, pool: 10_000_000n }],
    [
      'below the ceiling',
      { ceiling: 100_700 },
      { players: -10_000_000n, pool: 7_000_000n, reserve: 500_000n, house: 2_500_000n },
    ],
    [
      'up to the ceiling, the rest to the reserve',
      { ceiling: 100_300 },
      { players: -10_000_000n, pool: 3_000_000n, reserve: 4_500_000n, house: 2_500_000n },
    ],
    [
      'nothing at the ceiling, all of its part to the reserve',
      { ceiling: 100_000 },
      { players: -10_000_000n, reserve: 7_500_000n, house: 2_500_000n },
    ],
  ])('feeds the pool with %s', (_, changes, postings) => {
    expect(netted(given(changes).table.bet('1', 1))).toEqual(postings);
  });

  test('feeds nothing to a pool that an adjustment lifted over the ceiling', () => {
    const { play, table } = given({ ceiling: 100_000 });
    play.adjust('pool', 5_000);
    table.bet('1', 1);
    expect(play.ledger).toMatchObject({ pool: 105_000, reserve: 750 });
  });

  test.each([
    ['below the least', 999],
    ['above the most', 10_001],
    ['far above', Number.MAX_SAFE_INTEGER],
  ])('with a stake %s is stake-out-of-limits', (_, stake) => {
    expect(reasonsOf(given().table.bet('1', 1, { stake }))).toEqual(['stake-out-of-limits']);
  });

  test.each([1_000, 10_000])('takes a stake at the limit, as %d', (stake) => {
    expect(given().table.bet('1', 1, { stake }).effect).toBe('applied');
  });

  test('that would leave the range of the ledger is stake-out-of-limits, not the end of a partition', () => {
    const { play, table } = given();
    const { accounts } = play.jackpot;
    accounts.players = 9_999_999n - balanceLimitMicros;
    accounts.house = -accounts.players - accounts.pool;
    expect(reasonsOf(table.bet('1', 1))).toEqual(['stake-out-of-limits']);
  });

  test('in another currency is wrong-currency, in its own is taken', () => {
    const { table } = given();
    expect(reasonsOf(table.bet('1', 1, { currency: 'HKD' }))).toEqual(['wrong-currency']);
    expect(table.bet('1', 1, { currency: 'MOP' }).effect).toBe('applied');
  });

  test('without a base bet is no-base-bet (Art. 4(3)); either one will do', () => {
    const { table } = given();
    expect(reasonsOf(table.bet('1', 1, { baseBets: [] }))).toEqual(['no-base-bet']);
    expect(table.bet('1', 1, { baseBets: ['ante'] }).effect).toBe('applied');
    expect(table.bet('1', 2, { baseBets: ['pair-plus'] }).effect).toBe('applied');
  });

  test('needs both base bets under sideBetBase: both-base-bets (A8)', () => {
    const { table } = given(policies({ sideBetBase: 'both-base-bets' }));
    expect(reasonsOf(table.bet('1', 1, { baseBets: ['ante'] }))).toEqual(['no-base-bet']);
    expect(table.bet('1', 1, { baseBets: ['ante', 'pair-plus'] }).effect).toBe('applied');
  });

  test('for a seat that has one is seat-taken (Art. 10(2))', () => {
    const { table } = given();
    table.bet('1', 1);
    expect(reasonsOf(table.bet('1', 1))).toEqual(['seat-taken']);
    expect(table.bet('1', 2).effect).toBe('applied');
  });

  test('for a seat whose bet counts is seat-taken, whatever else speaks against it', () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.deal('1');
    expect(reasonsOf(table.bet('1', 1))).toEqual(['seat-taken']);
    expect(reasonsOf(table.bet('1', 2))).toEqual(['bets-closed']);
    table.bet('2', 3);
    play.command({ type: 'jackpot.suspended', data: { reason: 'audit' } });
    for (const changes of [{}, { stake: 1 }, { currency: 'HKD' }, { baseBets: [] }]) {
      expect(reasonsOf(table.bet('1', 1, changes))).toEqual(['seat-taken']);
      expect(reasonsOf(table.bet('2', 3, changes))).toEqual(['seat-taken']);
    }
    table.settle('1');
    expect(reasonsOf(table.bet('1', 1))).toEqual(['jackpot-suspended']);
  });

  test('after the first card is bets-closed (Art. 10(3)), also of a round nobody had bet in', () => {
    const { table } = given();
    table.deal('1');
    expect(reasonsOf(table.bet('1', 1))).toEqual(['bets-closed']);
  });

  test('while the jackpot is suspended is jackpot-suspended, until it is resumed', () => {
    const { play, table } = given();
    play.command({ type: 'jackpot.suspended', data: { reason: 'audit' } });
    expect(reasonsOf(table.bet('1', 1))).toEqual(['jackpot-suspended']);
    play.command({ type: 'jackpot.resumed', data: { reason: 'done' } });
    expect(table.bet('1', 1).effect).toBe('applied');
  });

  test('that is refused moves nothing', () => {
    const { play, table } = given();
    const outcome = table.bet('1', 1, { stake: 1 });
    expect([outcome.effect, outcome.postings]).toEqual(['refused', []]);
    expect(play.ledger.players).toBe(0);
    expect(play.state.tables.has('main/T1')).toBe(false);
  });
});

describe('bet.withdrawn', () => {
  test('before the deal undoes the bet to the micro-unit', () => {
    const { play, table } = given();
    const before = play.ledger;
    table.bet('1', 1);
    table.bet('1', 2);
    expect(netted(table.withdraw('1', 1))).toEqual({
      players: 10_000_000n,
      pool: -7_000_000n,
      reserve: -500_000n,
      house: -2_500_000n,
    });
    table.withdraw('1', 2);
    expect(play.ledger).toEqual(before);
    expect(table.bet('1', 1).effect).toBe('applied');
  });

  test.each([
    ['of a round that is not open is unknown-round', '2', 1, 'unknown-round'],
    ['of a seat without a bet is no-such-bet', '1', 2, 'no-such-bet'],
    ['after the deal is bets-closed', 'dealt', 1, 'bets-closed'],
    ['after the deal of a seat without a bet is no-such-bet', 'dealt', 2, 'no-such-bet'],
    ['of an ended round is round-already-settled', 'ended', 1, 'round-already-settled'],
  ])('%s', (_, round, seat, reason) => {
    const { table } = given();
    table.bet('ended', 1);
    table.settle('ended');
    table.bet(round === 'dealt' ? 'dealt' : '1', 1);
    if (round === 'dealt') table.deal('dealt');
    const outcome = table.withdraw(round, seat);
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', reason]);
  });

  test('is taken while the jackpot is suspended', () => {
    const { play, table } = given();
    table.bet('1', 1);
    play.command({ type: 'jackpot.suspended', data: { reason: 'audit' } });
    expect(table.withdraw('1', 1).effect).toBe('applied');
  });
});

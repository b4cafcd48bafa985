import type { VoidReason } from '#rules';
import { given, netted, overOf, policies, reasonsOf } from './testing/log-script.js';

const refunding: VoidReason[] = ['dealer-card-exposed', 'player-cards-exposed', 'other'];
const carrying: VoidReason[] = ['dealing-procedure', 'shuffler-fault'];

describe('round.voided that refunds', () => {
  test.each(refunding)('gives every stake back for %s', (reason) => {
    const { play, table } = given();
    const before = play.ledger;
    table.bet('1', 1);
    table.bet('1', 7, { stake: 10_000 });
    table.deal('1');
    expect(table.void('1', reason).effect).toBe('applied');
    expect(play.ledger).toEqual(before);
    expect(table.state).toMatchObject({ rounds: [], carried: [], over: overOf('1') });
  });

  test('after a restart of the pool is borne by the house, the pool untouched', () => {
    const { play, table } = given();
    const other = play.table('T2');
    table.bet('1', 1);
    other.bet('1', 1);
    other.settle('1', [{ seat: 1, hand: 'royal-flush' }]);
    // The seed used the reserve's 100 too, so the house bears that part as well.
    const outcome = table.void('1', 'other');
    expect(play.ledger).toMatchObject({ pool: 100_000, reserve: 0 });
    expect(netted(outcome)).toEqual({ players: 10_000_000n, house: -10_000_000n });
  });

  test('after a restart takes the reserve’s part as far as the reserve goes', () => {
    const { play, table } = given();
    const other = play.table('T2');
    table.bet('1', 1);
    other.bet('1', 1);
    other.settle('1', [{ seat: 1, hand: 'royal-flush' }]);
    play.adjust('reserve', 20);
    expect(netted(table.void('1', 'other'))).toEqual({
      players: 10_000_000n,
      reserve: -200_000n,
      house: -9_800_000n,
    });
  });

  test('after a straight flush is still borne by the pool: it was not paid out in full', () => {
    const { play, table } = given();
    const other = play.table('T2');
    table.bet('1', 1);
    other.bet('1', 1);
    other.settle('1', [{ seat: 1, hand: 'straight-flush' }]);
    const { pool } = play.ledger;
    table.void('1', 'other');
    expect(play.ledger.pool).toBe(pool - 700);
  });

  test('takes no more from the pool than it holds, the house bears the rest', () => {
    const { play, table } = given({ seed: 0 });
    table.bet('1', 1);
    play.adjust('pool', -600);
    expect(netted(table.void('1', 'other'))).toEqual({
      players: 10_000_000n,
      pool: -1_000_000n,
      reserve: -500_000n,
      house: -8_500_000n,
    });
    expect(play.ledger.pool).toBe(0);
  });

  test('takes what the ceiling sent to the reserve from the reserve', () => {
    const { play, table } = given({ ceiling: 100_000 });
    table.bet('1', 1);
    table.void('1', 'other');
    expect(play.ledger).toMatchObject({ players: 0, pool: 100_000, reserve: 0, house: -100_000 });
  });
});

describe('round.voided that carries (Art. 17(3))', () => {
  test.each(carrying)(
    'keeps the bets for the table’s next round after %s, moving nothing',
    (reason) => {
      const { play, table } = given();
      table.bet('1', 1);
      const before = play.ledger;
      table.void('1', reason);
      expect(play.ledger).toEqual(before);
      expect(table.state).toMatchObject({ rounds: [], carried: [{ seat: 1 }] });
      expect(table.state.carried[0]?.carriedSinceMs).toBe(table.state.seenAtMs);
    },
  );

  test('makes a bet that can win in the next round without a second contribution', () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.void('1', 'shuffler-fault');
    table.deal('2');
    const { award } = table.settle('2', [{ seat: 1, hand: 'four-of-a-kind' }]);
    expect(award).toMatchObject({ round: '2', payouts: [{ seat: 1, amountMicros: 15_000_000n }] });
    expect(play.ledger.players).toBe(500);
    expect(table.state).toMatchObject({ rounds: [], carried: [], over: overOf('1', '2') });
  });

  test.each(['bet', 'deal'] as const)('is taken over by the first %s of the next round', (act) => {
    const { table } = given();
    table.bet('1', 1);
    table.void('1', 'dealing-procedure');
    if (act === 'bet') table.bet('2', 2);
    else table.deal('2');
    expect(table.state.carried).toEqual([]);
    const [first] = table.state.rounds[0]?.bets ?? [];
    expect([first?.seat, first?.carriedSinceMs]).toEqual([1, expect.any(Number)]);
  });

  test('takes the seat: a further bet for it is seat-taken, before and after the round began', () => {
    const { table } = given();
    table.bet('1', 1);
    table.void('1', 'dealing-procedure');
    expect(reasonsOf(table.bet('2', 1))).toEqual(['seat-taken']);
    expect(table.state.carried).toHaveLength(1);
    table.bet('2', 2);
    expect(reasonsOf(table.bet('2', 1))).toEqual(['seat-taken']);
  });

  test('lets the bet be withdrawn in the next round, which refunds it', () => {
    const { play, table } = given();
    const before = play.ledger;
    table.bet('1', 1);
    table.void('1', 'dealing-procedure');
    table.open('2');
    expect(table.withdraw('2', 1).effect).toBe('applied');
    expect(play.ledger).toEqual(before);
    expect(table.state).toMatchObject({ rounds: [{ id: '2', bets: [] }], carried: [] });
  });

  test.each([1, 2])('begins no round by a withdrawal, of seat %d', (seat) => {
    const { table } = given();
    table.bet('1', 1);
    table.void('1', 'dealing-procedure');
    expect(reasonsOf(table.withdraw('2', seat))).toEqual(['unknown-round']);
    expect(table.state).toMatchObject({ rounds: [], carried: [{ seat: 1 }] });
  });

  test('begins no round by a refused event either: the bets wait for the one that is taken', () => {
    const { table } = given();
    table.bet('1', 1);
    table.void('1', 'dealing-procedure');
    table.bet('2', 2, { stake: 1 });
    table.settle('2', [{ seat: 5, hand: 'flush' }]);
    table.bet('3', 2);
    expect(table.state).toMatchObject({ rounds: [{ id: '3' }], carried: [], over: overOf('1') });
    expect(table.state.rounds[0]?.bets.map(({ seat }) => seat)).toEqual([1, 2]);
  });

  test('may happen again to the same bet, which then waits once more', () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.void('1', 'dealing-procedure');
    const [waiting] = table.state.carried;
    table.deal('2');
    table.void('2', 'shuffler-fault');
    expect(table.state).toMatchObject({ carried: [waiting], over: overOf('1', '2') });
    table.deal('3');
    table.void('3', 'other');
    expect(table.state.carried).toEqual([]);
    expect(play.ledger.players).toBe(0);
  });

  test('refunds the bet of a seat for which one waits already (Art. 10(2))', () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.bet('2', 1, { stake: 2_000 });
    table.void('2', 'dealing-procedure');
    table.void('1', 'dealing-procedure');
    expect(table.state.carried).toMatchObject([{ seat: 1, stakeMicros: 20_000_000n }]);
    expect(play.ledger.players).toBe(-2_000);
  });

  test('keeps the generation of the bet: refunded after a restart, the house bears it', () => {
    const { play, table } = given();
    const other = play.table('T2');
    table.bet('1', 1);
    table.void('1', 'dealing-procedure');
    other.bet('1', 1);
    other.settle('1', [{ seat: 1, hand: 'royal-flush' }]);
    table.open('2');
    expect(table.withdraw('2', 1).effect).toBe('applied');
    expect(play.ledger).toMatchObject({ pool: 100_000, players: 100_400 });
  });
});

describe('a carried bet whose seat has no base bet in the next round (A24)', () => {
  test('waits for the round after under hold', () => {
    const { play, table } = given(policies({ carriedJackpotWithoutBase: 'hold' }));
    table.bet('1', 1);
    table.void('1', 'dealing-procedure');
    table.open('2');
    const outcome = table.withdraw('2', 1);
    expect([outcome.effect, outcome.postings]).toEqual(['applied', []]);
    expect(table.state).toMatchObject({ rounds: [{ id: '2', bets: [] }], carried: [{ seat: 1 }] });
    table.deal('3');
    const { award } = table.settle('3', [{ seat: 1, hand: 'flush' }]);
    expect(award?.payouts).toMatchObject([{ seat: 1, amountMicros: 2_500_000n }]);
    expect(play.ledger.players).toBe(-750);
  });

  test('is refunded under hold where a bet of its seat waits already (Art. 10(2))', () => {
    const { play, table } = given(policies({ carriedJackpotWithoutBase: 'hold' }));
    table.bet('1', 1);
    table.bet('2', 1);
    table.void('2', 'dealing-procedure');
    table.open('3');
    table.void('1', 'dealing-procedure');
    expect(table.withdraw('3', 1).effect).toBe('applied');
    expect(table.state.carried).toHaveLength(1);
    expect(play.ledger.players).toBe(-1_000);
  });

  test('is lost under forfeit, its contribution staying in the pool', () => {
    const { play, table } = given(policies({ carriedJackpotWithoutBase: 'forfeit' }));
    table.bet('1', 1);
    table.void('1', 'dealing-procedure');
    table.open('2');
    expect(table.withdraw('2', 1)).toMatchObject({ effect: 'applied', postings: [] });
    expect(table.state).toMatchObject({ rounds: [{ id: '2', bets: [] }], carried: [] });
    expect(play.ledger).toMatchObject({ players: -1_000, pool: 100_700 });
  });

  test.each(['hold', 'forfeit'] as const)(
    'that is the player’s own new bet is refunded under %s',
    (reading) => {
      const { play, table } = given(policies({ carriedJackpotWithoutBase: reading }));
      table.bet('1', 1);
      table.withdraw('1', 1);
      expect(play.ledger.players).toBe(0);
    },
  );
});

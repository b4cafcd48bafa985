import { given, overOf, reasonsOf } from './testing/log-script.js';

const roundIds = (rounds: readonly { id: string }[]) => rounds.map(({ id }) => id);

describe('a round without a jackpot bet', () => {
  test('may be dealt, settled and voided, and does nothing', () => {
    const { play, table } = given();
    const before = play.ledger;
    for (const outcome of [
      table.deal('1'),
      table.settle('1'),
      table.open('2'),
      table.void('2', 'dealing-procedure'),
    ]) {
      expect([outcome.effect, outcome.postings, outcome.exceptions, outcome.award]).toEqual([
        'applied',
        [],
        [],
        undefined,
      ]);
    }
    expect(play.ledger).toEqual(before);
    expect(table.state).toMatchObject({ rounds: [], over: overOf('1', '2'), carried: [] });
  });

  test('is settled whatever its cards are: without a bet there are no community cards', () => {
    const { table } = given();
    const hands = [{ seat: 1, cards: ['As', 'Ks', 'Qs'] }] as const;
    table.deal('1');
    expect(table.settle('1', [], { hands }).effect).toBe('applied');
  });

  test('that was dealt or opened and never ended is over when the next begins', () => {
    const { table } = given();
    table.deal('1');
    expect(table.open('2').exceptions).toEqual([]);
    expect(table.bet('3', 1).exceptions).toEqual([]);
    expect(table.state).toMatchObject({ rounds: [{ id: '3' }], over: overOf('1', '2') });
  });

  // If it were forgotten, round 1 would begin again after round 2 and be paid the whole pool.
  test('takes no late bet and no late win once a later round has begun (Art. 10(3))', () => {
    const { play, table } = given();
    table.deal('1');
    table.bet('2', 2);
    const before = play.ledger;
    expect(reasonsOf(table.bet('1', 2))).toEqual(['round-already-settled']);
    expect(reasonsOf(table.settle('1', [{ seat: 2, hand: 'royal-flush' }]))).toEqual([
      'round-already-settled',
    ]);
    expect(play.ledger).toEqual(before);
    expect(table.bet('2', 3).effect).toBe('applied');
  });

  test('does not take a carried stake through a late event once a later round has begun (Art. 17(3))', () => {
    const { table } = given();
    table.deal('1');
    table.bet('2', 2);
    table.void('2', 'dealing-procedure');
    for (const late of [table.settle('1'), table.void('1', 'other'), table.deal('1')]) {
      expect(reasonsOf(late)).toEqual(['round-already-settled']);
    }
    expect(table.state.carried).toMatchObject([{ seat: 2 }]);
  });

  test('takes no bet once it is over', () => {
    const { table } = given();
    table.deal('1');
    table.settle('1');
    expect(reasonsOf(table.bet('1', 1))).toEqual(['round-already-settled']);
  });
});

describe('a round that ended', () => {
  test.each([
    ['round.opened', 'open'],
    ['round.dealt', 'deal'],
    ['round.settled', 'settle'],
    ['bet.placed', 'bet'],
    ['bet.withdrawn', 'withdraw'],
    ['round.voided', 'void'],
  ] as const)('answers %s with round-already-settled', (_, act) => {
    const { table } = given();
    table.bet('1', 1);
    table.settle('1');
    const outcome = {
      open: () => table.open('1'),
      deal: () => table.deal('1'),
      settle: () => table.settle('1', [{ seat: 5, hand: 'flush' }]),
      bet: () => table.bet('1', 1),
      withdraw: () => table.withdraw('1', 1),
      void: () => table.void('1', 'other'),
    }[act]();
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'round-already-settled']);
  });

  test('is remembered among the last 64 of its table', () => {
    const { table } = given();
    for (let round = 1; round <= 65; round += 1) {
      table.open(String(round));
      table.settle(String(round));
    }
    expect(reasonsOf(table.settle('2'))).toEqual(['round-already-settled']);
    expect(reasonsOf(table.settle('1'))).toEqual(['unknown-round']);
    expect(table.bet('1', 1).effect).toBe('applied');
  });

  test('is remembered by its own table alone', () => {
    const { play, table } = given();
    table.open('1');
    table.settle('1');
    expect(play.table('T2').bet('1', 1).effect).toBe('applied');
  });
});

describe('a table that goes on without ending its round', () => {
  test('keeps the old round as unsettled, and it can still be settled', () => {
    const { table } = given();
    table.bet('1', 1);
    expect(table.bet('2', 1).exceptions).toEqual([]);
    expect(table.state.rounds.map(({ id, unsettled }) => [id, unsettled])).toEqual([
      ['1', true],
      ['2', false],
    ]);
    expect(table.settle('1', [{ seat: 1, hand: 'flush' }]).award?.round).toBe('1');
    expect(roundIds(table.state.rounds)).toEqual(['2']);
    expect(table.bet('2', 2).effect).toBe('applied');
  });

  test('can void the old round, which refunds it', () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.bet('2', 1);
    table.void('1', 'other');
    expect(play.ledger.players).toBe(-1_000);
  });

  test('takes no more bets in the old round and gives none back', () => {
    const { table } = given();
    table.bet('1', 1);
    table.bet('2', 1);
    expect(reasonsOf(table.bet('1', 2))).toEqual(['bets-closed']);
    expect(reasonsOf(table.withdraw('1', 1))).toEqual(['bets-closed']);
  });

  test('still takes none there after the newer round has ended', () => {
    const { table } = given();
    table.bet('1', 1);
    table.bet('2', 1);
    table.settle('2');
    expect(reasonsOf(table.bet('1', 2))).toEqual(['bets-closed']);
    expect(reasonsOf(table.withdraw('1', 1))).toEqual(['bets-closed']);
    expect(table.state.rounds).toMatchObject([{ id: '1', unsettled: true }]);
  });

  test('keeps eight unsettled rounds; with the ninth the oldest ends without a win', () => {
    const { play, table } = given();
    for (let round = 1; round <= 9; round += 1) {
      expect(table.bet(String(round), 1).exceptions).toEqual([]);
    }
    const outcome = table.bet('10', 1);
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['applied', 'round-abandoned']);
    expect(roundIds(table.state.rounds)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(play.ledger).toMatchObject({ players: -10_000, pool: 107_000 });
    expect(reasonsOf(table.settle('1', [{ seat: 1, hand: 'flush' }]))).toEqual([
      'round-already-settled',
    ]);
    expect(table.settle('2', [{ seat: 1, hand: 'flush' }]).effect).toBe('applied');
  });

  test('goes on by round.dealt as by a bet', () => {
    const { table } = given();
    table.bet('1', 1);
    table.deal('2');
    expect(reasonsOf(table.bet('1', 2))).toEqual(['bets-closed']);
    expect(table.settle('1').effect).toBe('applied');
  });
});

describe('round.opened', () => {
  test('begins the round, which takes bets, and makes the round before it unsettled', () => {
    const { table } = given();
    table.bet('1', 1);
    expect(table.open('2')).toMatchObject({ effect: 'applied', postings: [], exceptions: [] });
    expect(reasonsOf(table.bet('1', 2))).toEqual(['bets-closed']);
    expect(table.bet('2', 1).effect).toBe('applied');
  });

  test('of an open round changes nothing, whether it runs, was dealt or is unsettled', () => {
    const { table } = given();
    table.bet('1', 1);
    table.bet('2', 1);
    table.deal('2');
    const before = structuredClone(table.state.rounds);
    for (const round of ['1', '2']) expect(table.open(round).effect).toBe('applied');
    expect(table.state.rounds).toEqual(before);
  });

  test('lets a carried bet without a base bet be withdrawn before anybody bets (Art. 4(3))', () => {
    const { play, table } = given();
    const before = play.ledger;
    table.bet('1', 1);
    table.void('1', 'shuffler-fault');
    expect(reasonsOf(table.withdraw('2', 1))).toEqual(['unknown-round']);
    table.open('2');
    expect(table.withdraw('2', 1).effect).toBe('applied');
    expect(play.ledger).toEqual(before);
  });
});

test('round.dealt is not needed before round.settled or round.voided', () => {
  const { table } = given();
  table.bet('1', 1);
  expect(table.settle('1').effect).toBe('applied');
  table.bet('2', 1);
  expect(table.void('2', 'other').effect).toBe('applied');
});

test('a round whose bets were all withdrawn is a round without bets', () => {
  const { play, table } = given();
  table.bet('1', 1);
  table.withdraw('1', 1);
  table.bet('2', 1);
  expect(table.state).toMatchObject({ rounds: [{ id: '2' }], over: overOf('1') });
  expect(play.ledger.players).toBe(-1_000);
});

import { given, policies, reasonsOf } from './testing/log-script.js';

describe('round.dealt with seats', () => {
  const carried = (changes = {}) => {
    const { play, table } = given(changes);
    table.bet('1', 2);
    table.void('1', 'shuffler-fault');
    table.bet('2', 1);
    return { play, table };
  };

  test('gives back the carried bet of who was not dealt in, and says so', () => {
    const { play, table } = carried();
    const outcome = table.deal('2', [1, 3]);
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['applied', 'carried-without-base']);
    expect(outcome.exceptions[0]?.detail).toMatch(/without seat 2, whose carried bet/);
    expect(play.ledger.players).toBe(-1_000);
    expect(table.state).toMatchObject({ rounds: [{ dealt: true, bets: [{ seat: 1 }] }] });
  });

  test('lets the cards of who plays be judged', () => {
    const { table } = carried();
    table.deal('2', [1]);
    const hands = [{ seat: 1, cards: ['Ah', 'Kh', '4h'] }] as const;
    const cards = { hands, community: ['2h', '9h'] as const };
    expect(table.settle('2', [{ seat: 1, hand: 'flush' }], cards).effect).toBe('applied');
  });

  test.each([
    ['hold', -2_000, 1],
    ['forfeit', -2_000, 0],
  ] as const)('does what the policy %s says', (reading, players, waiting) => {
    const { play, table } = carried(policies({ carriedJackpotWithoutBase: reading }));
    table.deal('2', [1]);
    expect([play.ledger.players, table.state.carried.length]).toEqual([players, waiting]);
  });

  test('without a seat that has bet in this round is refused, and the betting goes on', () => {
    const { table } = carried();
    expect(reasonsOf(table.deal('2', [2]))).toEqual(['seats-disagree']);
    expect(table.bet('2', 3).effect).toBe('applied');
  });

  test('counts once, also after one that named nobody; another that disagrees is refused', () => {
    const { play, table } = carried();
    table.deal('2');
    expect(reasonsOf(table.deal('2', [1]))).toEqual(['carried-without-base']);
    const before = play.ledger;
    expect(table.deal('2', [1, 3])).toMatchObject({ effect: 'applied', exceptions: [] });
    expect(reasonsOf(table.deal('2', [3]))).toEqual(['seats-disagree']);
    expect(play.ledger).toEqual(before);
  });

  test('says that a seat was left out, to a deal and to a result that name it', () => {
    const { play, table } = carried();
    table.deal('2', [1]);
    const before = play.ledger;
    const late = table.deal('2', [1, 2]);
    expect(reasonsOf(late)).toEqual(['seats-disagree']);
    const win = table.settle('2', [{ seat: 2, hand: 'flush' }]);
    expect(reasonsOf(win)).toEqual(['impossible-wins']);
    for (const { exceptions } of [late, win]) {
      expect(exceptions[0]?.detail).toMatch(/^Seat 2 was left out of the deal of round 2/);
    }
    expect(play.ledger).toEqual(before);
    expect(table.settle('2', []).effect).toBe('applied');
  });

  test('leaves a carried bet in its round once it has named that seat', () => {
    const { table } = carried();
    table.deal('2', [1, 2]);
    expect(reasonsOf(table.deal('2', [1]))).toEqual(['seats-disagree']);
    expect(table.state.rounds[0]?.bets).toHaveLength(2);
  });

  test('gives back nothing in a round that gave way', () => {
    const { play, table } = carried();
    table.bet('3', 3);
    expect(reasonsOf(table.deal('2', [1]))).toEqual(['seats-disagree']);
    expect(table.deal('2', [1, 2])).toMatchObject({ effect: 'applied', exceptions: [] });
    expect(play.ledger.players).toBe(-3_000);
    expect(table.state.rounds[0]?.bets).toHaveLength(2);
  });

  test('may name a seat that has bet and that the table no longer has', () => {
    const { play, table } = given();
    table.bet('1', 7);
    play.configure({ tables: [{ id: 'T1', seats: 5, dealt: 'seats' }] });
    expect(reasonsOf(table.deal('1', [6, 7]))).toEqual(['no-such-seat']);
    expect(table.deal('1', [1, 7]).effect).toBe('applied');
  });

  test('gives back nothing where all carried bets play', () => {
    const { table } = carried();
    expect(table.deal('2', [1, 2, 7])).toMatchObject({ postings: [], exceptions: [] });
  });
});

describe('a table that must say who was dealt in', () => {
  const strict = { tables: [{ id: 'T1', dealt: 'seats' as const }] };

  test('has no result before a deal that names the seats', () => {
    const { play, table } = given(strict);
    table.bet('1', 1);
    expect(reasonsOf(table.settle('1', []))).toEqual(['not-dealt']);
    expect(table.bet('1', 2).effect).toBe('applied');
    table.deal('1', [1, 2]);
    expect(table.settle('1', []).effect).toBe('applied');
    play.configure({ tables: null });
    expect(table.settle('2', []).effect).toBe('refused');
  });

  test('has none of a round that gave way to a later one, until it is dealt', () => {
    const { table } = given(strict);
    table.bet('1', 1);
    table.bet('2', 1);
    expect(reasonsOf(table.settle('1', [{ seat: 1, hand: 'flush' }]))).toEqual(['not-dealt']);
    expect(reasonsOf(table.deal('1', [2]))).toEqual(['seats-disagree']);
    table.deal('1', [1]);
    expect(table.settle('1', []).effect).toBe('applied');
  });

  test('has one of a round that was dealt without seats before the entry', () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.deal('1');
    play.configure(strict);
    expect(reasonsOf(table.settle('1', []))).toEqual(['not-dealt']);
    table.deal('1', [1]);
    expect(table.settle('1', []).effect).toBe('applied');
  });
});

test('a table that must say who was dealt in is refused where it does not', () => {
  const { table } = given({ tables: [{ id: 'T1', dealt: 'seats' }] });
  expect(reasonsOf(table.deal('1'))).toEqual(['seats-disagree']);
  expect(table.deal('1', [1]).effect).toBe('applied');
});

test.each([5, 6, 7])('a table of %i seats has no bet and no deal at others', (seats) => {
  const { table } = given({ tables: [{ id: 'T1', seats }] });
  expect(table.bet('1', seats).effect).toBe('applied');
  if (seats === 7) return;
  expect(reasonsOf(table.bet('1', seats + 1))).toEqual(['no-such-seat']);
  expect(reasonsOf(table.deal('1', [seats, seats + 1]))).toEqual(['no-such-seat']);
});

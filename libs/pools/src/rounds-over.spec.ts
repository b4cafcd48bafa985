import { given, reasonsOf } from './testing/log-script.js';

describe('an end of a round that is not open', () => {
  test.each(['settle', 'void'] as const)(
    '%s: is refused, and nothing is remembered of it',
    (act) => {
      const { play, table } = given();
      table.bet('1', 1);
      table.void('1', 'shuffler-fault');
      table.bet('2', 2);
      table.void('2', 'shuffler-fault');
      const [before, ledger] = [structuredClone(table.state), play.ledger];
      for (let id = 100; id < 200; id += 1) {
        const outcome =
          act === 'settle' ? table.settle(String(id)) : table.void(String(id), 'other');
        expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'unknown-round']);
      }
      expect(play.ledger).toEqual(ledger);
      const { rounds, over, carried } = table.state;
      expect({ rounds, over, carried }).toEqual({
        rounds: before.rounds,
        over: before.over,
        carried: before.carried,
      });
      expect(reasonsOf(table.bet('1', 1))).toEqual(['round-already-settled']);
    },
  );

  test('leaves the running round as it is', () => {
    const { table } = given();
    table.bet('1', 1);
    table.settle('2');
    table.void('3', 'shuffler-fault');
    expect(table.bet('1', 2).effect).toBe('applied');
  });
});

describe('rounds that count up', () => {
  const ascending = { tables: [{ id: 'T1', rounds: 'ascending' as const }] };

  test('are over permanently once a later one has begun, however many come', () => {
    const { table } = given(ascending);
    for (let id = 1; id <= 200; id += 1) {
      table.bet(String(id), 1);
      table.settle(String(id));
    }
    expect(table.state).toMatchObject({ over: '', newestRound: 200n });
    for (const id of ['0', '1', '100', '200']) {
      expect(reasonsOf(table.bet(id, 1))).toEqual(['round-already-settled']);
      expect(reasonsOf(table.settle(id))).toEqual(['round-already-settled']);
    }
    expect(reasonsOf(table.settle('201'))).toEqual(['unknown-round']);
  });

  test('settle while they are open, also after a later one has begun', () => {
    const { table } = given(ascending);
    table.bet('7', 1);
    table.bet('9', 1);
    expect(table.settle('7', [{ seat: 1, hand: 'flush' }]).effect).toBe('applied');
    expect(reasonsOf(table.open('8'))).toEqual(['round-already-settled']);
  });

  test.each(['a', '07', '-1', '1.5', '9223372036854775808', ''])(
    'begin by no other id: %j',
    (id) => {
      const { table } = given(ascending);
      const outcomes = [table.open(id), table.bet(id, 1), table.deal(id)];
      expect(outcomes.flatMap(reasonsOf)).toEqual(Array(3).fill('unknown-round'));
    },
  );

  test('stay over where the table is no longer listed so, until a reset says where it is', () => {
    const { play, table } = given(ascending);
    table.bet('50', 1);
    table.settle('50');
    play.configure({ tables: null });
    expect(reasonsOf(table.bet('7', 1))).toEqual(['round-already-settled']);
    expect(table.bet('T1/7', 1).effect).toBe('applied');
    const data = { table: 'T1', sequence: '4', round: '0', reason: 'new controller' };
    play.command({ type: 'table.reset', data });
    expect(play.fold('T1', { type: 'round.opened', data: { round: '7' } }).effect).toBe('applied');
  });

  test('count on where the entry says so no longer', () => {
    const { play, table } = given(ascending);
    table.open('5');
    play.configure({ tables: null });
    table.open('100');
    play.configure(ascending);
    expect(reasonsOf(table.bet('10', 1))).toEqual(['round-already-settled']);
  });

  test('are not made to count by a reset', () => {
    const { play, table } = given();
    table.open('x');
    const data = { table: 'T1', sequence: '1', round: '1000', reason: 'r' };
    expect(reasonsOf(play.command({ type: 'table.reset', data }))).toEqual(['invalid-command']);
    expect(table.open('5').effect).toBe('applied');
  });

  test('remember a round that had begun before and is ahead of the newest', () => {
    const { play, table } = given();
    table.bet('500', 1);
    play.configure(ascending);
    table.bet('10', 1);
    table.settle('500');
    expect(reasonsOf(table.bet('500', 2))).toEqual(['round-already-settled']);
  });
});

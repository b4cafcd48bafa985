import { given, reasonsOf } from './testing/log-script.js';
import { readBack, textOf } from './testing/states.js';

const heartbeat = { type: 'table.heartbeat', data: {} } as const;
const bet = (seat: number, stake = 1_000) =>
  ({ type: 'bet.placed', data: { round: '1', seat, stake, baseBets: ['ante'] } }) as const;

describe('a source that its jackpot does not know', () => {
  test.each([
    ['a heartbeat', heartbeat, 'applied'],
    ['a bet that is refused', bet(1, 1), 'refused'],
    [
      'a withdrawal of no round',
      { type: 'bet.withdrawn', data: { round: '1', seat: 1 } },
      'refused',
    ],
  ] as const)('leaves nothing behind by %s, not even a sequence', (_, body, effect) => {
    const { play } = given();
    const before = textOf(play.state);
    const outcome = play.fold('T1', body, { sequence: 9n });
    expect([outcome.effect, outcome.table, textOf(play.state)]).toEqual([
      effect,
      undefined,
      before,
    ]);
    expect(play.fold('T1', bet(1), { sequence: 3n }).exceptions).toEqual([]);
  });

  test('is a table from its first applied event on', () => {
    const { play } = given();
    expect(play.state.tableCounts.get('main')).toBeUndefined();
    play.fold('T1', bet(1));
    play.fold('T1', bet(2));
    expect(play.state.tableCounts.get('main')).toBe(1);
    play.fold('T1', heartbeat);
    expect(play.tableState('T1')).toMatchObject({
      sequence: 3n,
      seenAtMs: Date.UTC(2026, 10, 21) + 3,
    });
  });
});

describe('a jackpot of so many tables', () => {
  const full = () => {
    const { play } = given({ maxTables: 2 });
    play.fold('T1', bet(1));
    play.fold('T2', bet(1));
    return play;
  };

  test('refuses one more, naming the bound and what to do, and keeps nothing of it', () => {
    const play = full();
    const before = textOf(play.state);
    const outcome = play.fold('T3', bet(1), { sequence: 9n });
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'too-many-tables']);
    expect(outcome.exceptions[0]?.detail).toBe(
      'main has 2 tables and takes no other one, such as T3, above its maxTables of 2: raise maxTables by a configuration.',
    );
    expect(textOf(play.state)).toBe(before);
  });

  test('goes on with those that it has, and takes heartbeats and commands of anybody', () => {
    const play = full();
    expect(play.fold('T1', bet(2)).effect).toBe('applied');
    expect(play.fold('T3', heartbeat)).toMatchObject({ effect: 'applied', exceptions: [] });
    const suspended = { type: 'jackpot.suspended', data: { reason: 'r' } } as const;
    expect(play.fold('ops-2', suspended).effect).toBe('applied');
  });

  test('takes one more once a configuration has raised the bound', () => {
    const play = full();
    play.configure({ maxTables: 3 });
    expect(play.fold('T3', bet(1)).effect).toBe('applied');
    expect(reasonsOf(play.fold('T4', bet(1)))).toEqual(['too-many-tables']);
  });

  test('forgets nobody when the bound is lowered below their number', () => {
    const play = full();
    play.configure({ maxTables: 1 });
    expect(play.fold('T1', bet(2)).effect).toBe('applied');
    expect(play.fold('T2', bet(2)).effect).toBe('applied');
    expect(reasonsOf(play.fold('T3', bet(1)))).toEqual(['too-many-tables']);
  });

  test('knows nothing of the source of a command', () => {
    const { play } = given({ maxTables: 1 });
    expect([...play.state.tables.keys()]).toEqual([]);
    expect(play.fold('ops', bet(1)).effect).toBe('applied');
    play.configure({ maxTables: 2 });
    expect(play.tableState('ops').sequence).toBe(2n);
  });

  test('counts them again when its state is read back', () => {
    const { tableCounts } = readBack(full().state);
    expect([...tableCounts]).toEqual([['main', 2]]);
  });
});

import { given, LogScript, reasonsOf } from './testing/log-script.js';

const heartbeat = { type: 'table.heartbeat', data: {} } as const;
const bet = (seat: number) =>
  ({
    type: 'bet.placed',
    data: { round: '1', seat, stake: 1_000, baseBets: ['ante'] },
  }) as const;

const tooSmall = { ...bet(1), data: { ...bet(1).data, stake: 1 } };

describe('a jackpot that nobody configured', () => {
  test('is unknown, whatever is done to it', () => {
    const play = new LogScript();
    const bodies = [
      bet(1),
      heartbeat,
      { type: 'jackpot.suspended', data: { reason: 'r' } },
      { type: 'pool.adjusted', data: { account: 'pool', amount: 1, reason: 'r' } },
    ] as const;
    for (const body of bodies) {
      const outcome = play.fold('T1', body);
      expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'unknown-jackpot']);
    }
  });

  test('leaves the sequence of its tables alone', () => {
    const play = new LogScript();
    play.fold('T1', bet(1), { sequence: 9n });
    expect(play.state.tables.size).toBe(0);
    play.configure();
    const outcome = play.fold('T1', bet(1), { sequence: 9n });
    expect([outcome.effect, outcome.exceptions]).toEqual(['applied', []]);
  });

  test('does not begin by a configuration of another id, which is a bug', () => {
    expect(() => new LogScript().configure({ id: 'other' })).toThrow(/configured as other/);
  });
});

describe('the sequence of a source', () => {
  test('begins anywhere without a remark, at 0 too', () => {
    const { play } = given();
    expect(play.fold('T1', bet(1), { sequence: 90_210n }).exceptions).toEqual([]);
    expect(play.fold('T2', bet(1), { sequence: 0n }).effect).toBe('applied');
    expect(play.fold('T3', bet(1), { sequence: 2n ** 63n - 1n }).effect).toBe('applied');
  });

  test('goes on by one without a remark', () => {
    const { play } = given();
    play.fold('T1', bet(1), { sequence: 5n });
    expect(play.fold('T1', bet(2), { sequence: 6n }).exceptions).toEqual([]);
  });

  test('that jumps is applied and remarked, naming how many events are missing', () => {
    const { play } = given();
    play.fold('T1', bet(1), { sequence: 5n });
    const outcome = play.fold('T1', bet(2), { sequence: 9n });
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['applied', 'sequence-gap']);
    expect(outcome.exceptions[0]?.detail).toContain('3 of its events');
    expect(play.ledger.players).toBe(-2_000);
    expect(play.fold('T1', bet(3), { sequence: 10n }).exceptions).toEqual([]);
  });

  test('that jumps with a refused event is remarked beside the refusal', () => {
    const { play } = given();
    play.fold('T1', bet(1), { sequence: 5n });
    const outcome = play.fold('T1', bet(1), { sequence: 7n });
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual([
      'refused',
      'sequence-gap',
      'seat-taken',
    ]);
  });

  test.each([
    ['the same event again', 5n, 'T1/5'],
    ['an older one', 4n, 'T1/4'],
    ['an older one with another id', 3n, 'other'],
  ])('that is not newer is a duplicate without effect or exception: %s', (_, sequence, id) => {
    const { play } = given();
    play.fold('T1', bet(1), { sequence: 5n });
    const before = JSON.stringify(play.ledger);
    const outcome = play.fold('T1', bet(2), { sequence, id });
    expect([outcome.effect, outcome.exceptions, outcome.table]).toEqual([
      'duplicate',
      [],
      undefined,
    ]);
    expect(JSON.stringify(play.ledger)).toBe(before);
    expect(play.tableState('T1')).toMatchObject({ sequence: 5n, lastId: 'T1/5' });
  });

  test('whose last is used by another event is refused, and stays as it is', () => {
    const { play } = given();
    play.fold('T1', bet(1), { sequence: 5n });
    const outcome = play.fold('T1', bet(2), { sequence: 5n, id: 'other' });
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'sequence-reused']);
    expect(play.tableState('T1').lastId).toBe('T1/5');
    expect(play.ledger.players).toBe(-1_000);
  });

  test('is used up by an event of a known source that is refused', () => {
    const { play } = given();
    play.fold('T1', bet(2), { sequence: 4n });
    play.fold('T1', tooSmall, { sequence: 5n });
    expect(play.fold('T1', bet(1), { sequence: 5n, id: 'T1/5' }).effect).toBe('duplicate');
    expect(play.fold('T1', bet(1), { sequence: 6n }).exceptions).toEqual([]);
  });

  test('of a command may jump without a remark, and a repeat has no effect', () => {
    const { play } = given();
    const adjusted = {
      type: 'pool.adjusted',
      data: { account: 'pool', amount: 5, reason: 'r' },
    } as const;
    expect(play.fold('ops', adjusted, { sequence: 77n, id: 'a' }).exceptions).toEqual([]);
    expect(play.fold('ops', adjusted, { sequence: 77n, id: 'a' }).effect).toBe('duplicate');
    expect(play.ledger.pool).toBe(100_005);
  });

  test('is its own for each source and for each jackpot', () => {
    const { play } = given();
    const other = { ...play.jackpot.configuration, id: 'other' };
    play.fold(
      'ops',
      {
        type: 'jackpot.configured',
        data: { configuration: other, exponent: 2, effective: 'now', replacesPending: false },
      },
      { jackpot: 'other', sequence: 1n },
    );
    play.fold('T1', bet(1), { sequence: 5n });
    expect(play.fold('T2', bet(1), { sequence: 5n }).effect).toBe('applied');
    expect(play.fold('T1', bet(1), { sequence: 5n, jackpot: 'other' }).effect).toBe('applied');
    expect(play.fold('T1', bet(1), { sequence: 4n, jackpot: 'other' }).effect).toBe('duplicate');
  });
});

describe('the version of a pool', () => {
  test('is the offset after that of the record that last moved it', () => {
    const { play, table } = given();
    expect(play.jackpot.version).toBe(1);
    table.heartbeat();
    expect(play.jackpot.version).toBe(1);
    table.bet('1', 1);
    expect([play.jackpot.version, play.jackpot.changedAtMs]).toEqual([
      3,
      Date.UTC(2026, 10, 21) + 2,
    ]);
    table.deal('1');
    table.bet('1', 2);
    play.adjust('reserve', 10);
    expect(play.jackpot.version).toBe(3);
    play.adjust('pool', 10);
    expect(play.jackpot.version).toBe(7);
  });

  test('rises with what the sign says of the jackpot: suspension, resumption, configuration', () => {
    const { play } = given();
    const versions = [() => play.command({ type: 'jackpot.suspended', data: { reason: 'r' } }), () => play.command({ type: 'jackpot.resumed', data: { reason: 'r' } }), () => play.configure({ seed: 5 }), () => play.configure({ seed: 6 }, 'next-restart')].map((act) => { act(); return play.jackpot.version - play.offset; }); // prettier-ignore
    expect(versions).toEqual([0, 0, 0, 0]);
  });

  test('is that of an award also where the award takes nothing from the pool', () => {
    const { play, table } = given();
    table.bet('1', 1);
    const { award } = table.settle('1', [{ seat: 1, hand: 'flush' }]);
    expect(award?.poolBeforeMicros).toBe(award?.poolAfterMicros);
    expect(play.jackpot.version).toBe(play.offset);
  });
});

test('the last win is the highest hand of the newest award, paid first of its kind', () => {
  const { play, table } = given();
  expect(play.jackpot.lastWin).toBeNull();
  for (const seat of [1, 2, 3, 4]) table.bet('1', seat);
  table.settle('1', [
    { seat: 1, hand: 'flush' },
    { seat: 4, hand: 'full-house' },
    { seat: 3, hand: 'full-house' },
  ]);
  const { offset } = play;
  expect(play.jackpot.lastWin).toEqual({
    award: `main/T1/1/${offset - 1}`,
    table: 'T1',
    hand: 'full-house',
    amountMicros: 5_000_000n,
    atMs: play.jackpot.changedAtMs,
  });
  table.bet('2', 1);
  expect(play.jackpot.lastWin?.award).toBe(`main/T1/1/${offset - 1}`);
});

test('a heartbeat changes nothing but the sequence', () => {
  const { play, table } = given();
  table.bet('1', 1);
  const outcome = table.heartbeat();
  expect(outcome).toEqual({
    effect: 'applied',
    postings: [],
    exceptions: [],
    award: undefined,
    table: 'main/T1',
    jackpotChanged: false,
  });
  expect(play.tableState('T1').rounds).toMatchObject([{ id: '1', bets: [{ seat: 1 }] }]);
});

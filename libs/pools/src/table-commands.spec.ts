import { given, reasonsOf } from './testing/log-script.js';
import { readBack, textOf } from './testing/states.js';

const heartbeat = { type: 'table.heartbeat', data: {} } as const;
const bet = (round: string, seat = 1) =>
  ({ type: 'bet.placed', data: { round, seat, stake: 1_000, baseBets: ['ante'] } }) as const;
const settled = (round: string) => ({ type: 'round.settled', data: { round, wins: [] } }) as const;
const reason = 'as agreed';
const reset = (table: string, sequence: bigint) =>
  ({ type: 'table.reset', data: { table, sequence: String(sequence), reason } }) as const;
const block = (table: string, type: 'table.blocked' | 'table.unblocked' = 'table.blocked') =>
  ({ type, data: { table, reason } }) as const;

describe('a list of tables', () => {
  test('refuses every event of another source, naming it and what to do, and keeps nothing', () => {
    const { play } = given({ tables: [{ id: 'T1' }] });
    const before = textOf(play.state);
    for (const body of [bet('1'), settled('1'), heartbeat]) {
      const outcome = play.fold('T2', body);
      expect(outcome.exceptions).toEqual([
        {
          reason: 'unknown-table',
          detail: "T2 is not a table of main: add it to the configuration's tables if it may play.",
        },
      ]);
    }
    expect(textOf(play.state)).toBe(before);
    expect(play.fold('T1', bet('1')).effect).toBe('applied');
  });

  test('holds for a table that has played before, from the configuration on', () => {
    const { play } = given();
    play.fold('T2', bet('1'));
    play.configure({ tables: [{ id: 'T1' }] });
    expect(reasonsOf(play.fold('T2', settled('1')))).toEqual(['unknown-table']);
    play.configure({ tables: null });
    expect(play.fold('T2', settled('1')).effect).toBe('applied');
  });
});

describe('a blocked table', () => {
  test('takes no bets, but settles its rounds, until it is unblocked', () => {
    const { play } = given();
    play.fold('T1', bet('1'));
    expect(play.command(block('T1')).effect).toBe('applied');
    const refused = play.fold('T1', bet('2'));
    expect(refused.exceptions).toEqual([
      { reason: 'table-blocked', detail: 'T1 is blocked and takes no new bets for main.' },
    ]);
    expect(play.fold('T1', settled('1')).effect).toBe('applied');
    expect(play.fold('T2', bet('1')).effect).toBe('applied');
    play.command(block('T1', 'table.unblocked'));
    expect(play.fold('T1', bet('3')).effect).toBe('applied');
  });

  test('stays blocked through a configuration, and through the ledger', () => {
    const { play } = given({ tables: [{ id: 'T1' }, { id: 'T2' }] });
    play.command(block('T2'));
    play.command(block('T1'));
    play.configure({ seed: 200_000, tables: [{ id: 'T1' }] });
    expect(reasonsOf(play.fold('T1', bet('1')))).toEqual(['table-blocked']);
    const again = readBack(play.state);
    expect([...(again.jackpots.get('main')?.blocked ?? [])].toSorted()).toEqual(['T1', 'T2']);
    expect(textOf(again)).toBe(textOf(play.state));
  });
});

describe('a record whose signature was verified', () => {
  const listed = { tables: [{ id: 'T1', kid: 'table-1', signs: 'claims' as const }] };
  const signed = { signed: true } as const;
  const win = { round: '1', wins: [{ seat: 1, hand: 'flush' as const }] };
  const claim = { type: 'round.settled', data: win } as const;

  test.each([
    ['at its sequence', 6n, 'sequence-reused'],
    ['far ahead', 9_000n, 'sequence-behind'],
  ])('is good once, also where a stranger has forestalled it %s', (_, sequence, why) => {
    const { play } = given(listed);
    play.fold('T1', bet('1'), { sequence: 5n });
    play.fold('T1', heartbeat, { sequence, id: 'T1/6' });
    const refused = play.fold('T1', claim, { sequence: 6n, ...signed });
    expect(reasonsOf(refused)).toEqual([why]);
    // The table sends the event once more, with another sequence; then somebody sends the first
    // again.
    expect(reasonsOf(play.command(reset('T1', 5n)))).toEqual(['invalid-command']);
    expect(play.command(reset('T1', 6n)).effect).toBe('applied');
    expect(play.fold('T1', claim, { sequence: 7n, ...signed }).award).toBeDefined();
    play.fold('T1', bet('1'), { sequence: 8n });
    const again = play.fold('T1', claim, { sequence: 6n, ...signed });
    expect(again).toMatchObject({ effect: 'refused', award: undefined });
    expect(reasonsOf(again)).toEqual(['sequence-behind']);
  });

  test('uses its sequence up however far ahead it is, and its table goes on from there', () => {
    const { play } = given(listed);
    const far = 2n ** 63n - 2n;
    play.fold('T1', bet('1'), { sequence: 5n });
    expect(play.fold('T1', claim, { sequence: far, ...signed }).award).toBeDefined();
    expect(play.fold('T1', claim, { sequence: far, ...signed }).effect).toBe('duplicate');
    expect(play.fold('T1', bet('2'), { sequence: far + 1n }).effect).toBe('applied');
  });

  test('makes its source a table also where it is refused or would be one too many', () => {
    const { play } = given({ ...listed, maxTables: 1, tables: null });
    play.fold('T2', bet('1'));
    play.configure(listed);
    const refused = play.fold('T1', claim, { sequence: 6n, ...signed });
    expect(reasonsOf(refused)).toEqual(['unknown-round']);
    play.fold('T1', bet('1'), { sequence: 7n });
    const again = play.fold('T1', claim, { sequence: 6n, ...signed });
    expect(again).toMatchObject({ effect: 'duplicate', award: undefined });
  });

  test('of another key begins the floor anew', () => {
    const { play } = given(listed);
    play.fold('T1', bet('1'), { sequence: 5n });
    play.fold('T1', settled('1'), { sequence: 2n ** 62n, ...signed });
    play.configure({ tables: [{ id: 'T1', kid: 'table-2', signs: 'claims' }] });
    expect(play.command(reset('T1', 7n)).effect).toBe('applied');
    play.fold('T1', bet('2'), { sequence: 8n });
    play.fold('T1', settled('2'), { sequence: 9n, ...signed });
    expect(reasonsOf(play.command(reset('T1', 8n)))).toEqual(['invalid-command']);
    expect(readBack(play.state).tables.get('main/T1')?.floor).toEqual({
      kid: 'table-2',
      sequence: 9n,
    });
  });
});

describe('a reset', () => {
  test('brings a table back that was muted by a sequence of somebody else', () => {
    const { play } = given();
    play.fold('T1', bet('1'), { sequence: 5n });
    play.fold('T1', heartbeat, { sequence: 9_000n, id: 'somebody' });
    expect(reasonsOf(play.fold('T1', settled('1'), { sequence: 6n, id: 'a' }))).toEqual([
      'sequence-behind',
    ]);
    expect(play.command(reset('T1', 5n))).toMatchObject({ effect: 'applied', table: 'main/T1' });
    expect(play.fold('T1', settled('1'), { sequence: 6n, id: 'a' })).toMatchObject({
      effect: 'applied',
      exceptions: [],
    });
  });

  test('never goes behind what the table has signed', () => {
    const { play } = given({ tables: [{ id: 'T1', kid: 'table-1', signs: 'settlements' }] });
    play.fold('T1', bet('1'), { sequence: 5n });
    play.fold('T1', settled('1'), { sequence: 6n, signed: true });
    play.fold('T1', heartbeat, { sequence: 9_000n });
    const before = textOf(play.state);
    const refused = play.command(reset('T1', 5n));
    expect(refused.exceptions).toEqual([
      {
        reason: 'invalid-command',
        detail:
          'Sequence 5 of T1 is below 6, which it has signed: its signed events could be sent again. Set a higher one in its controller too.',
      },
    ]);
    expect(textOf(play.state)).toBe(before);
    expect(play.command(reset('T1', 6n)).effect).toBe('applied');
    // Its earlier events stay known.
    const again = play.fold('T1', settled('1'), { sequence: 6n, signed: true });
    expect(again).toMatchObject({ effect: 'duplicate', exceptions: [] });
    const other = play.fold('T1', settled('2'), { sequence: 6n, signed: true, id: 'other' });
    expect(other.exceptions).toEqual([expect.objectContaining({ reason: 'sequence-reused' })]);
  });

  test('goes no further than a day ahead of its record', () => {
    const { play } = given();
    play.fold('T1', bet('1'));
    const now = BigInt(Date.UTC(2026, 10, 22) + play.offset) * 1_000n;
    expect(reasonsOf(play.command(reset('T1', now + 1n)))).toEqual(['invalid-command']);
    // Faults of a command come before faults of its table.
    expect(reasonsOf(play.command(reset('nobody', 2n ** 62n)))).toEqual(['invalid-command']);
    expect(play.command(reset('T1', now)).effect).toBe('applied');
  });

  test.each(['T2', 'nobody'])('of %s, which is no table, is refused', (table) => {
    const { play } = given();
    play.fold('T1', bet('1'));
    expect(reasonsOf(play.command(reset(table, 1n)))).toEqual(['unknown-table']);
    expect(reasonsOf(play.command(block(table)))).toEqual(['unknown-table']);
  });
});

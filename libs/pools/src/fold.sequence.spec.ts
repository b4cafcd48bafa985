import { given, reasonsOf, type LogScript } from './testing/log-script.js';
import { foldEvent } from './fold.js';
import { readBack, textOf } from './testing/states.js';

const clockMs = Date.UTC(2026, 10, 21);
const clock = BigInt(clockMs) * 1_000n;
const bet = (seat: number, stake = 1_000) =>
  ({ type: 'bet.placed', data: { round: '1', seat, stake, baseBets: ['ante'] } }) as const;

const reused = {
  reason: 'sequence-reused',
  detail:
    'Sequence 5 of T1 was already used by a record with other content: repeat an event byte for byte.',
};
const sameId = (play: LogScript) => play.fold('T1', bet(2), { sequence: 5n, id: 'T1/5' });

describe('the sequence of a source', () => {
  test('begins anywhere without a remark, at 0 too', () => {
    const { play } = given();
    expect(play.fold('T1', bet(1), { sequence: 90_210n }).exceptions).toEqual([]);
    expect(play.fold('T2', bet(1), { sequence: 0n }).effect).toBe('applied');
    expect(play.fold('T3', bet(1), { sequence: clock }).effect).toBe('applied');
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
    ['the same event again', 5n, 1],
    ['an older one', 4n, 3],
  ])('that is not newer is a duplicate without effect or exception: %s', (_, sequence, seat) => {
    const { play } = given();
    play.fold('T1', bet(3), { sequence: 4n });
    play.fold('T1', bet(1), { sequence: 5n });
    const before = JSON.stringify(play.ledger);
    const outcome = play.fold('T1', bet(seat), { sequence });
    expect([outcome.effect, outcome.exceptions, outcome.table]).toEqual([
      'duplicate',
      [],
      undefined,
    ]);
    expect(JSON.stringify(play.ledger)).toBe(before);
    expect(play.tableState('T1')).toMatchObject({ sequence: 5n });
  });

  test('that is older, and was not among the last 16 as it is, is refused and leaves all alone', () => {
    const { play } = given();
    for (let sequence = 1n; sequence <= 17n; sequence += 1n) {
      play.fold('T1', bet(1), { sequence });
    }
    const before = textOf(play.state);
    expect(play.fold('T1', bet(1), { sequence: 2n, id: 'T1/2' }).effect).toBe('duplicate');
    for (const [sequence, id, seat] of [
      [1n, 'T1/1', 1],
      [16n, 'other', 1],
      [16n, 'T1/16', 2],
    ] as const) {
      const outcome = play.fold('T1', bet(seat), { sequence, id });
      expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'sequence-behind']);
      expect(outcome.exceptions[0]?.detail).toBe(
        `Sequence ${sequence} of T1 is below 17, and ${id} does not repeat one of its last 16 events byte for byte: a controller that has lost its counter starts again from the clock in microseconds.`,
      );
    }
    expect(textOf(play.state)).toBe(before);
  });

  test('that was refused is remembered with the reason, among the last 16, after a restart too', () => {
    const { play } = given();
    play.fold('T1', bet(1), { sequence: 4n });
    play.fold('T1', bet(1), { sequence: 5n });
    play.fold(
      'T1',
      { type: 'round.voided', data: { round: '9', reason: 'other' } },
      { sequence: 6n },
    );
    const taken = {
      ...{ at: 1, sequence: 5n, reason: 'seat-taken' },
      type: 'bet.placed',
      round: '1',
      seat: 1,
    };
    const unknown = {
      at: 2,
      sequence: 6n,
      reason: 'unknown-round',
      type: 'round.voided',
      round: '9',
      seat: null,
    };
    expect(play.tableState('T1').refused).toEqual([taken, unknown]);
    expect(readBack(play.state).tables.get('main/T1')?.refused).toEqual([taken, unknown]);
    for (let sequence = 7n; sequence <= 21n; sequence += 1n) {
      play.fold('T1', { type: 'table.heartbeat', data: {} }, { sequence });
    }
    expect(play.tableState('T1').refused).toEqual([{ ...unknown, at: 0 }]);
  });

  test('is remembered with its content also by an event that is refused, and after a restart', () => {
    const { play } = given();
    play.fold('T1', bet(1), { sequence: 5n });
    play.fold('T1', bet(1), { sequence: 6n });
    const content = play.tableState('T1').contents.at(-1) as number;
    play.fold('T1', bet(2), { sequence: 7n });
    const event = { id: 'T1/6', jackpot: 'main', source: 'T1', sequence: 6n, content, ...bet(1) };
    const again = foldEvent(readBack(play.state), event, { offset: 9, recordedAtMs: clockMs });
    expect(again.effect).toBe('duplicate');
  });

  test('whose last is used by another event is refused, and stays as it is', () => {
    const { play } = given();
    play.fold('T1', bet(1), { sequence: 5n });
    for (const other of [play.fold('T1', bet(1), { sequence: 5n, id: 'other' }), sameId(play)]) {
      expect(other).toMatchObject({ effect: 'refused', exceptions: [reused] });
    }
    expect(play.tableState('T1').contents).toHaveLength(1);
    expect(play.ledger.players).toBe(-1_000);
  });

  test('is used up by an event of a known source that is refused', () => {
    const { play } = given();
    play.fold('T1', bet(2), { sequence: 4n });
    play.fold('T1', bet(1, 1), { sequence: 5n });
    expect(play.fold('T1', bet(1, 1), { sequence: 5n }).effect).toBe('duplicate');
    expect(play.fold('T1', bet(1), { sequence: 6n }).exceptions).toEqual([]);
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
    const older = play.fold('T1', bet(1), { sequence: 4n, jackpot: 'other' });
    expect(reasonsOf(older)).toEqual(['sequence-behind']);
  });
});

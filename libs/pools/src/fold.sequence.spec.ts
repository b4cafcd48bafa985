import { given, reasonsOf } from './testing/log-script.js';
import { foldEvent } from './fold.js';
import { readBack, textOf } from './testing/states.js';

const clockMs = Date.UTC(2026, 10, 21);
const clock = BigInt(clockMs) * 1_000n;
const bet = (seat: number, stake = 1_000) =>
  ({ type: 'bet.placed', data: { round: '1', seat, stake, baseBets: ['ante'] } }) as const;

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
    ['the same event again', 5n, 'T1/5'],
    ['an older one', 4n, 'T1/4'],
  ])('that is not newer is a duplicate without effect or exception: %s', (_, sequence, id) => {
    const { play } = given();
    play.fold('T1', bet(3), { sequence: 4n });
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

  test('that is older, with an id that was not among the last 16, is refused and leaves all alone', () => {
    const { play } = given();
    for (let sequence = 1n; sequence <= 17n; sequence += 1n) {
      play.fold('T1', bet(1), { sequence });
    }
    const before = textOf(play.state);
    expect(play.fold('T1', bet(1), { sequence: 2n, id: 'T1/2' }).effect).toBe('duplicate');
    for (const [sequence, id] of [
      [1n, 'T1/1'],
      [16n, 'other'],
    ] as const) {
      const outcome = play.fold('T1', bet(2), { sequence, id });
      expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'sequence-behind']);
      expect(outcome.exceptions[0]?.detail).toBe(
        `Sequence ${sequence} of T1 is behind 17, and ${id} is none of its last 16 events: a controller that has lost its counter starts again from the clock in microseconds.`,
      );
    }
    expect(textOf(play.state)).toBe(before);
  });

  test('is remembered with its id also by an event that is refused, and after a restart', () => {
    const { play } = given();
    play.fold('T1', bet(1), { sequence: 5n });
    play.fold('T1', bet(1), { sequence: 6n, id: 'refused' });
    play.fold('T1', bet(2), { sequence: 7n });
    const event = { id: 'refused', jackpot: 'main', source: 'T1', sequence: 6n, ...bet(3) };
    const again = foldEvent(readBack(play.state), event, { offset: 9, recordedAtMs: clockMs });
    expect(again.effect).toBe('duplicate');
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
    play.fold('T1', bet(1, 1), { sequence: 5n });
    expect(play.fold('T1', bet(1), { sequence: 5n, id: 'T1/5' }).effect).toBe('duplicate');
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

import { given, reasonsOf } from './testing/log-script.js';

const fiveMinutesMs = 300_000;

/** A table that has bet, been paid and been refunded, and its heartbeats. */
function playing() {
  const { play, table } = given();
  table.bet('1', 1);
  table.bet('1', 2);
  table.withdraw('1', 2);
  table.settle('1', [{ seat: 1, hand: 'flush' }]);
  const beat = (stakes: number, paid: number) => {
    return table.send({ type: 'table.heartbeat', data: { meters: { stakes, paid } } });
  };
  const wait = (ms: number) => (play.waitedMs += ms);
  return { play, table, beat, wait, moved: () => table.state.ownMeters?.moved ?? null };
}

const micros = (minor: number) => BigInt(minor) * 10_000n;

describe('the meters of a table and of the ledger', () => {
  // clause 19
  test('that move apart are remarked once, by how much, and compared from there on', () => {
    const { table, beat, wait, moved } = playing();
    beat(1_000, 250);
    expect(table.state.ownMeters?.base).toEqual({ stakesMicros: 0n, paidMicros: 0n });
    expect(reasonsOf(beat(2_000, 200))).toEqual([]);
    wait(fiveMinutesMs);
    const { exceptions, effect } = beat(2_000, 200);
    expect(effect).toBe('applied');
    expect(exceptions).toEqual([
      {
        reason: 'meters-differ',
        detail:
          "Since 2026-11-21T00:00:00.006Z the meters of T1 have moved from the ledger's by 1000 in stakes and -50 in prizes paid (minor units of MOP, its own less the ledger's).",
      },
    ]);
    expect(moved()).toMatchObject({ stakesMicros: micros(1_000), paidMicros: micros(-50) });
    wait(2 * fiveMinutesMs);
    expect(reasonsOf(beat(2_000, 200))).toEqual([]);
    expect(moved()).toMatchObject({ stakesMicros: micros(1_000) });
  });

  test('begin where the table’s own are: what it counted before is no fault', () => {
    const { table, beat, wait, moved } = playing();
    beat(987_654_000, 0);
    wait(fiveMinutesMs);
    table.bet('2', 1);
    table.settle('2');
    expect(reasonsOf(beat(987_655_000, 0))).toEqual([]);
    expect(moved()).toBeNull();
  });

  test('may differ for less than five minutes: what is counted late is no fault', () => {
    const { beat, wait, moved } = playing();
    beat(1_000, 250);
    for (let times = 0; times < 3; times += 1) {
      beat(0, 250);
      wait(fiveMinutesMs - 10);
      expect(reasonsOf(beat(0, 250))).toEqual([]);
      beat(1_000, 250);
    }
    expect(moved()).toBeNull();
  });

  test('may differ as long as the round runs in which that began', () => {
    const { table, beat, wait } = playing();
    beat(1_000, 250);
    table.bet('2', 1);
    beat(1_000, 250);
    wait(2 * fiveMinutesMs);
    expect(reasonsOf(beat(1_000, 250))).toEqual([]);
    table.settle('2');
    table.bet('3', 1);
    expect(reasonsOf(beat(1_000, 250))).toEqual(['meters-differ']);
  });

  test('differ also in a round that nobody ends, after an hour', () => {
    const { table, beat, wait } = playing();
    beat(1_000, 250);
    table.send({ type: 'round.opened', data: { round: '2' } });
    beat(2_000, 250);
    wait(3_600_000 - 10);
    expect(reasonsOf(beat(2_000, 250))).toEqual([]);
    wait(10);
    expect(reasonsOf(beat(2_000, 250))).toEqual(['meters-differ']);
  });

  test('of two remarks each meter keeps what it was last apart', () => {
    const { beat, wait, moved } = playing();
    beat(1_000, 250);
    beat(2_000, 250);
    wait(fiveMinutesMs);
    beat(2_000, 250);
    beat(2_000, 200);
    wait(fiveMinutesMs);
    expect(reasonsOf(beat(2_000, 200))).toEqual(['meters-differ']);
    expect(moved()).toMatchObject({ stakesMicros: micros(1_000), paidMicros: micros(-50) });
  });

  test('of a source that is no table leave nothing behind', () => {
    const { play } = given();
    const data = { meters: { stakes: 5, paid: 0 } };
    expect(play.fold('T7', { type: 'table.heartbeat', data }).effect).toBe('applied');
    expect(play.state.tables.size).toBe(0);
  });
});

import { locking, reverse, verify, win } from './testing/awards.js';
import { given, reasonsOf, type LogScript } from './testing/log-script.js';

const end = (to = 'mini') => ({ type: 'jackpot.retired', data: { to, reason: 'moved' } }) as const;
const suspend = { type: 'jackpot.suspended', data: { reason: 'moved' } } as const;
const received = (from: string, pool: string, more: object = {}) => {
  const data = { from, offset: 9, currency: 'MOP', pool, reserve: '0', reason: 'moved', ...more };
  return { type: 'transfer.received', data } as const;
};

/** @returns the transferred money, minor units */
function endOf(play: LogScript): { pool: number; reserve: number } | undefined {
  play.command(suspend);
  expect(reasonsOf(play.command(end()))).toEqual([]);
  const { retired, inForce } = play.jackpot;
  const minor = (micros: bigint) => Number(micros / inForce.minorUnitMicros);
  return retired
    ? { pool: minor(retired.poolMicros), reserve: minor(retired.reserveMicros) }
    : undefined;
}

describe('the end of a jackpot', () => {
  // clause 28
  test('gives the house its seed back, and lets go what the players have given', () => {
    const { play, table } = given();
    const { house } = play.ledger;
    table.bet('1', 1);
    table.settle('1');
    expect(endOf(play)).toEqual({ pool: 700, reserve: 50 });
    expect(play.ledger).toMatchObject({ pool: 0, reserve: 0, held: 0, players: -1_000 });
    expect(play.jackpot.causes.get('seed-returned')?.house).toBe(-BigInt(house) * 10_000n);
    expect(play.jackpot.causes.get('transfer-out')).toMatchObject({ times: 1, players: 0n });
    expect(house).toBe(-play.jackpot.configuration.seed);
  });

  test('counts of the seed of a restart only what the house has paid', () => {
    const { play } = given({ seed: 20_000 });
    play.adjust('reserve', 7_000);
    win(play, 'T1', '1', 'royal-flush');
    const { fromReserveMicros } = [...play.jackpot.claims.values()][0]?.restart ?? {};
    expect(fromReserveMicros).toBe(7_050n * 10_000n);
    expect(endOf(play)).toEqual({ pool: 7_050, reserve: 0 });
  });

  test('is the same with a win that was taken back as without it', () => {
    const ends = [true, false].map((isWon) => {
      const { play } = given({ seed: 20_000 });
      play.adjust('reserve', 7_000);
      if (isWon) reverse(play, win(play, 'T1', '1', 'royal-flush'));
      else {
        play.table('T1').bet('1', 1);
        play.table('T1').settle('1');
      }
      return endOf(play);
    });
    expect(ends).toEqual([
      { pool: 700, reserve: 7_050 },
      { pool: 700, reserve: 7_050 },
    ]);
  });

  test('is the same in whichever order wins were taken back', () => {
    const rates = { pool: 1_000, reserve: 5_000 };
    const ends = [
      [1, 2],
      [2, 1],
    ].map((order) => {
      const { play } = given({ seed: 20_000, rates });
      play.adjust('reserve', 30_000);
      const royals = ['0', '1', '2'].map((round) => {
        if (round === '2') play.adjust('reserve', 30_000);
        return win(play, 'T1', round, 'royal-flush');
      });
      for (const index of order) reverse(play, royals[index] ?? '');
      return [play.jackpot.houseSeedMicros, play.ledger.pool, endOf(play)];
    });
    expect(ends[0]).toEqual(ends[1]);
  });

  test('gives the house no seed that it has taken out already', () => {
    const { play, table } = given();
    play.adjust('pool', -60_000);
    table.bet('1', 1, { stake: 10_000 });
    table.settle('1');
    expect(endOf(play)).toMatchObject({ pool: 7_000 });
    expect(play.jackpot.causes.get('seed-returned')?.house).toBe(40_000n * 10_000n);
  });

  test('waits until the jackpot is at rest, and says what hinders it', () => {
    const { play } = locking();
    play.table('T1').bet('1', 1);
    play.table('T2').bet('1', 1);
    play.table('T2').void('1', 'dealing-procedure');
    const award = win(play, 'T3', '1', 'flush');
    const busy = play.command(end());
    expect(reasonsOf(busy)).toEqual(['jackpot-busy']);
    expect(busy.exceptions[0]?.detail).toBe(
      `main cannot end yet: it is not suspended; rounds with bets are open at T1; bets are carried at T2; awards wait: ${award}.`,
    );
    verify(play, award, 1);
    expect(play.jackpot.retired).toBeNull();
  });

  test('is asked of two people where there are approvals, and a proposal of it hinders nothing', () => {
    const { play, table } = given({ approvals: {} });
    table.bet('1', 1);
    play.command(suspend);
    const [one, other] = ['J.Wong', 'M.Silva'].map((holder) => {
      return { by: { kid: holder, holder, roles: ['adjust', 'approve'] } } as const;
    });
    expect(reasonsOf(play.command(end(), one))).toEqual(['needs-approval']);
    const act = { act: end(), digest: 'd', role: 'adjust', note: 'n' } as const;
    const expiresMs = Date.UTC(2026, 10, 22);
    const propose = { type: 'act.proposed', data: { ...act, expiresMs } } as const;
    expect(reasonsOf(play.command(propose, one))).toEqual(['jackpot-busy']);
    table.settle('1');
    const silva = { kid: 'M.Silva', holder: 'M.Silva', roles: ['approve'], x: 'x' } as const;
    play.state.authority.keys = new Map([[silva.kid, silva]]);
    expect(reasonsOf(play.command(propose, one))).toEqual([]);
    const proposal = play.offset - 1;
    const approve = { type: 'act.approved', data: { proposal, act: end(), digest: 'd' } } as const;
    expect(reasonsOf(play.command(approve, other))).toEqual([]);
    expect(play.jackpot).toMatchObject({ retired: { other: 'mini' }, proposals: [] });
  });

  test('is final: nothing follows but the end of a day, a heartbeat and what was sent before', () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.settle('1');
    endOf(play);
    const { accounts, version } = structuredClone(play.jackpot);
    const { sequence } = play.tableState('T1');
    expect(reasonsOf(table.bet('2', 1))).toEqual(['jackpot-retired']);
    expect(play.tableState('T1').sequence).toBe(sequence);
    const acts = [end(), suspend, received('mini', '5')];
    for (const act of acts) expect(reasonsOf(play.command(act))).toEqual(['jackpot-retired']);
    expect(reasonsOf(play.configure({}))).toEqual(['jackpot-retired']);
    const close = { type: 'day.closed', data: { day: '2026-11-20' } } as const;
    expect(play.command(close).effect).toBe('applied');
    expect(play.fold('T1', { type: 'table.heartbeat', data: {} }).effect).toBe('applied');
    expect(play.jackpot).toMatchObject({ accounts, version });
  });
});

describe('what a jackpot has left', () => {
  test('comes into another one, once', () => {
    const { play } = given();
    const before = play.ledger;
    expect(reasonsOf(play.command(received('old', '7000000')))).toEqual([]);
    expect(play.ledger).toEqual({
      ...before,
      ...{ pool: before.pool + 700, house: before.house - 700 },
    });
    const again = play.command(received('old', '1', { offset: 10 }));
    expect(again.exceptions).toEqual([
      { reason: 'invalid-command', detail: 'main has received the money of old already.' },
    ]);
    expect(play.jackpot.received).toHaveLength(1);
  });

  test('is of the same currency, of another jackpot, and leaves room in the ledger', () => {
    const { play } = given();
    for (const wrong of [
      received('old', '1', { currency: 'HKD' }),
      received('old', String(2n ** 61n)),
      received('old', '1', { reserve: String(2n ** 61n) }),
    ]) {
      expect(reasonsOf(play.command(wrong))).toEqual(['invalid-command']);
    }
    expect(play.jackpot.causes.has('transfer-in')).toBe(false);
  });

  test('makes the reversal of an award before it inexact, and says so', () => {
    const { play } = given();
    const award = win(play, 'T1', '1', 'straight-flush');
    play.command(received('old', '7000000'));
    const { award: reversed } = reverse(play, award);
    expect(reversed?.affects.map(({ what }) => what)).toEqual(['adjustment']);
  });
});

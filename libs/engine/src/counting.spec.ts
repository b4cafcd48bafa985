import { emptyState, type Jackpot, type PartitionState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { noJackpotCounts, type Counts } from './counting.js';
import { foldRecords } from './folding.js';

const { context, jackpots } = WrittenLog;
const [main, side] = jackpots;

function counted(log: WrittenLog, countedFrom = 0): Counts & { state: PartitionState } {
  const state = emptyState();
  return { ...foldRecords(state, log.records, context, countedFrom).counts, state };
}

const ofMain = ({ jackpots: own }: Counts) => own.get(main) ?? noJackpotCounts();

/** Every way in which money moves: a bet over the ceiling, refunds, awards, restarts, a command. */
function playedLog(): WrittenLog {
  const log = new WrittenLog()
    .configure(main, { ceiling: 101_000 })
    .configure(side)
    .bet(main, 'T1', '1', 1)
    .bet(main, 'T1', '1', 2)
    .bet(main, 'T1', '1', 3)
    .bet(side, 'T1', '1', 1);
  log.event(main, 'T1', 'bet.withdrawn', { round: '1', seat: 3 });
  log.settle(main, 'T1', '1', [
    { seat: 1, hand: 'flush' },
    { seat: 2, hand: 'straight-flush' },
  ]);
  log.bet(main, 'T1', '2', 1).bet(main, 'T2', '1', 1);
  log.settle(main, 'T1', '2', [{ seat: 1, hand: 'royal-flush' }]);
  log.event(main, 'T2', 'round.voided', { round: '1', reason: 'other' });
  log.event(main, 'ops', 'pool.adjusted', { account: 'pool', amount: 700, reason: 'r' });
  log.event(main, 'T1', 'bet.placed', { round: '3', seat: 1, stake: 9, baseBets: ['ante'] });
  return log;
}

test('bets, rounds and prizes are counted by jackpot', () => {
  const counts = counted(playedLog());
  const { bets, settled, voided, hands } = ofMain(counts);
  expect({ bets, settled, voided }).toEqual({ bets: 5, settled: 2, voided: 1 });
  expect([...hands].sort()).toEqual([
    ['flush', 1],
    ['royal-flush', 1],
    ['straight-flush', 1],
  ]);
  expect(counts.jackpots.get(side)?.bets).toBe(1);
});

test('what the players have is what they were paid and given back, without their stakes', () => {
  const counts = counted(playedLog());
  const own = ofMain(counts);
  const paid = own.paidByPoolMicros + own.paidByHouseMicros;
  const { accounts } = counts.state.jackpots.get(main) as Jackpot;
  expect(own.refundsMicros).toBeGreaterThan(0);
  expect(own.paidByPoolMicros).toBeGreaterThan(0);
  expect(own.paidByHouseMicros).toBeGreaterThan(0);
  expect(Number(accounts.players)).toBe(own.placed.players + own.refundsMicros + paid);
  const { pool, reserve, house, players } = own.placed;
  expect(pool + reserve + house).toBe(-players);
});

test('what is over the ceiling is the reserve’s, and an adjustment is nobody’s stake or refund', () => {
  const log = new WrittenLog().configure(main, { ceiling: 10_000_00, seed: 10_000_00 });
  log.bet(main, 'T1', '1', 1);
  log.event(main, 'ops', 'pool.adjusted', { account: 'reserve', amount: -1, reason: 'r' });
  const { placed, refundsMicros } = ofMain(counted(log));
  // 700 of the stake of 1,000 would be the pool's, 50 the reserve's.
  expect(placed).toEqual({
    pool: 0,
    reserve: 7_500_000,
    house: 2_500_000,
    players: -10_000_000,
  });
  expect(refundsMicros).toBe(0);
});

test('a stake that a policy returns with the prize is a refund and no payout', () => {
  const log = new WrittenLog().configure(main, { policies: { jackpotStakeOnWin: 'returned' } });
  log.bet(main, 'T1', '1', 1).settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }]);
  const { refundsMicros, paidByHouseMicros, placed } = ofMain(counted(log));
  expect(refundsMicros).toBe(-placed.players);
  expect(paidByHouseMicros).toBe(250 * 10_000);
});

test('records before the offset are folded, and not counted, wherever a run is cut', () => {
  const log = playedLog();
  const whole = counted(log);
  for (let from = 0; from <= log.records.length; from += 1) {
    const after = counted(log, from);
    const before = new WrittenLog();
    before.records.splice(0, 1, ...log.records.slice(0, from));
    const first = from === 0 ? undefined : counted(before);
    expect(after.state).toEqual(whole.state);
    expect(after.applied + (first?.applied ?? 0)).toBe(whole.applied);
    expect(after.refused + (first?.refused ?? 0)).toBe(whole.refused);
    expect(ofMain(after).bets + (first ? ofMain(first).bets : 0)).toBe(ofMain(whole).bets);
    expect(after.firstAtMs).toBe(log.records[from]?.recordedAtMs);
  }
});

test('commands are counted by the key that signed them, and what none has signed is one', () => {
  const log = new WrittenLog().configure(main);
  const [, configured] = log.records;
  const text = String(configured?.value).replace('"ops/1"', '"ops/2"').replace('"1"', '"2"');
  log.value(text, { headers: {} });
  log.value(text, { headers: { signature: 'stranger:AAAA' } });
  log.value(text, { headers: { signature: 'ops-1:AAAA' } });
  log.value(String(configured?.value));
  log.event(main, 'ops', 'pool.adjusted', { amount: -1, account: 'reserve', reason: 'r' });
  expect(Object.fromEntries(counted(log).commands)).toEqual({
    root: { applied: 1, duplicate: 0, refused: 0 },
    'ops-1': { applied: 1, duplicate: 0, refused: 1 },
    unknown: { applied: 0, duplicate: 0, refused: 4 },
  });
});

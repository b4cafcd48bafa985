import { encodeEvent, signRecord } from '#contract';
import {
  emptyState,
  type Jackpot,
  type Outcome,
  type PartitionState,
  type PoolEvent,
} from '#pools';
import { keysRecord, newKey, signingKey, testLedger } from '#testing/test-keys';
import { WrittenLog } from '#testing/written-log';
import { countOutcome, noCounts, noJackpotCounts, type Counts } from './counting.js';
import { foldRecords } from './folding.js';

const { context, jackpots } = WrittenLog;
const [main, side] = jackpots;

function counted(log: WrittenLog, countedFrom = 0): Counts & { state: PartitionState } {
  const state = emptyState();
  return { ...foldRecords(state, log.records, context, countedFrom).counts, state };
}

const ofMain = ({ jackpots: own }: Counts) => own.get(main) ?? noJackpotCounts();

/**
 * A log with every movement of money: a bet over the ceiling, refunds, awards, restarts, a command.
 */
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

// clause 26
test('what is over the ceiling is the reserve’s, and an adjustment is nobody’s stake or refund', () => {
  const log = new WrittenLog().configure(main, { ceiling: 10_000_00, seed: 10_000_00 });
  log.bet(main, 'T1', '1', 1);
  log.event(main, 'ops', 'pool.adjusted', { account: 'reserve', amount: -1, reason: 'r' });
  const { placed, refundsMicros } = ofMain(counted(log));
  // Of the stake of 1,000, 700 would go to the pool and 50 to the reserve.
  expect(placed).toEqual({
    pool: 0,
    reserve: 7_500_000,
    house: 2_500_000,
    players: -10_000_000,
    held: 0,
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

/** Two waiting awards: one is verified and paid, the other is reversed, and people grant one. */
function claimedLog(): WrittenLog {
  const policies = { jackpotStakeOnWin: 'returned' };
  const log = new WrittenLog().configure(main, { verifyAbove: 1, policies });
  log.bet(main, 'T1', '1', 1).bet(main, 'T1', '1', 2).bet(main, 'T2', '1', 4);
  log.settle(main, 'T1', '1', [
    { seat: 1, hand: 'flush' },
    { seat: 2, hand: 'straight-flush' },
  ]);
  const first = `${main}/T1/1/${log.records.length - 1}`;
  log.settle(main, 'T2', '1', [{ seat: 4, hand: 'straight-flush' }]);
  const second = `${main}/T2/1/${log.records.length - 1}`;
  const evidence = { deck: 'counted' };
  log.event(main, 'ops', 'award.verified', { award: first, seats: [1, 2], evidence });
  const [amount, receipt] = [1_250, 'r'];
  log.event(main, 'ops', 'award.paid', {
    ...{ award: first, seat: 1, slip: 1, amount, method: 'cash', withheld: 0, receipt },
  });
  const cause = { cause: 'false-claim', reason: 'r' };
  log.event(main, 'ops', 'award.reversed', { award: second, ...cause });
  log.event(main, 'ops', 'award.reversed', { award: second, ...cause });
  log.event(main, 'ops', 'award.granted', {
    ...{ table: 'T2', round: '1', cause: 'ruling', reason: 'r', replaces: second },
    payouts: [{ seat: 4, hand: 'flush', amount: 300, fromPool: 100 }],
  });
  return log;
}

test('a prize is counted once, when its award is made: locked, reversed or granted', () => {
  const counts = counted(claimedLog());
  const own = ofMain(counts);
  expect(own.acts).toEqual({
    ...{ 'award.verified': 1, 'award.paid': 1, 'award.reversed': 1 },
    ...{ 'award.expired': 0, 'award.granted': 1 },
  });
  expect([...own.hands].sort()).toEqual([
    ['flush', 2],
    ['straight-flush', 2],
  ]);
  const { accounts, claims } = counts.state.jackpots.get(main) as Jackpot;
  const payouts = [...claims.values()].flatMap((claim) => claim.payouts);
  const sumOf = (amounts: bigint[]) => Number(amounts.reduce((sum, each) => sum + each, 0n));
  const fromPool = sumOf(payouts.map(({ fromPoolMicros }) => fromPoolMicros));
  expect(own.paidByPoolMicros).toBe(fromPool);
  expect(own.paidByHouseMicros + fromPool).toBe(sumOf(payouts.map((each) => each.amountMicros)));
  // A reversal includes the stake, which the refunds still count.
  const paid = own.paidByPoolMicros + own.paidByHouseMicros;
  const takenBack = own.takenBackByPoolMicros + own.takenBackByHouseMicros + 1_000 * 10_000;
  const { players, held } = accounts;
  expect(Number(players + held)).toBe(own.placed.players + own.refundsMicros + paid - takenBack);
});

test('an act of two people is counted once, when the second has approved it', () => {
  const by = { 'award.reversed': [{ from: 0, by: ['approve'] }] };
  const log = new WrittenLog().configure(main, { verifyAbove: 1, approvals: by });
  log.bet(main, 'T1', '1', 1).settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }]);
  const award = `${main}/T1/1/${log.records.length - 1}`;
  const act = { type: 'award.reversed', data: { award, cause: 'misread', reason: 'r' } };
  const expires = '2026-11-22T00:00:00.000Z';
  log.event(main, 'ops', 'act.proposed', { act, expires, note: 'n' });
  const proposal = log.records.length - 1;
  expect(ofMain(counted(log)).acts['award.reversed']).toBe(0);
  const floor = newKey('floor-1');
  const { signer } = WrittenLog.keys;
  const keys = keysRecord(
    [signer, floor].map((key) => signingKey(key)),
    signer,
    {
      ...{ version: 2, sequence: 3, atMs: log.records[0]?.recordedAtMs ?? NaN },
    },
  );
  log.value(keys.value.toString(), { headers: keys.headers });
  const envelope = {
    ...{ id: 'floor/1', source: 'floor', sequence: 1, subject: main },
    expires: new Date(expires),
  };
  const approved = { type: 'act.approved', ...envelope, data: { proposal, act } };
  const value = Buffer.from(JSON.stringify(encodeEvent(approved)));
  const signature = signRecord(testLedger, value, floor.kid, floor.privateKey);
  log.value(value.toString(), { headers: { signature } });
  expect(ofMain(counted(log)).acts['award.reversed']).toBe(1);
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

test('an adjustment is counted when its money moves, and not with an approval before the last', () => {
  expect(ofMain(counted(playedLog())).adjustments).toBe(1);
  const counts = noCounts();
  const data = { proposal: 1, act: { type: 'pool.adjusted', data: {} } };
  const approved = { type: 'act.approved', jackpot: main, data } as unknown as PoolEvent;
  const outcome = { effect: 'applied', postings: [], exceptions: [], award: null };
  countOutcome(counts, approved, outcome as unknown as Outcome, undefined);
  expect(counts.jackpots.get(main)?.adjustments ?? 0).toBe(0);
  const done = { ...outcome, postings: [{ pool: 1n, house: -1n }] };
  countOutcome(counts, approved, done as unknown as Outcome, undefined);
  expect(counts.jackpots.get(main)?.adjustments).toBe(1);
});

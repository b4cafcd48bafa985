import { createHash } from 'node:crypto';
import { canonicalJson, statementSchema, type StatementMessage } from '#contract';
import { accountNames, emptyState } from '#pools';
import { fortune } from '#testing/jackpot';
import { WrittenLog } from '#testing/written-log';
import { foldRecords } from './folding.js';

const { context, jackpots, partition } = WrittenLog;
const [main] = jackpots;

/** All parts of all statements of a log. */
function statementsIn(log: WrittenLog, cuts: readonly number[] = []): StatementMessage[] {
  const state = emptyState();
  const ends = [...cuts, log.records.length];
  return ends.flatMap((end, index) => {
    const records = log.records.slice(ends[index - 1] ?? 0, end);
    const { outbox } = foldRecords(state, records, context);
    const own = outbox.filter(({ topic }) => topic === 'statements');
    return own.map(({ key, id, value }) => {
      const said = statementSchema.parse(JSON.parse(value));
      expect(key).toBe(said.jackpot);
      expect(id).toBe(`${partition}/${said.offset}/statement/${said.part}`);
      return said;
    });
  });
}

function bets(log: WrittenLog, table: string, count: number): void {
  for (let made = 0; made < count; made += 1) {
    const round = `${log.records.length}`;
    const data = { round, seat: 3, stake: 5_000, baseBets: ['ante'] };
    log.event(main, table, 'bet.placed', data).settle(main, table, round);
  }
}

function royal(log: WrittenLog, table: string): string {
  const round = `${log.records.length}`;
  const data = { round, seat: 3, stake: 5_000, baseBets: ['ante'] };
  log.event(main, table, 'bet.placed', data);
  log.settle(main, table, round, [{ seat: 3, hand: 'royal-flush' }]);
  return `${main}/${table}/${round}/${log.records.length - 1}`;
}

/** The worked case: a royal flush that is reversed on the first day, and one that is paid. */
function twoDays(): WrittenLog {
  const log = new WrittenLog().configure(main, { ...fortune, verifyAbove: 1_000_000 });
  bets(log, 'T1', 99);
  const taken = royal(log, 'T1');
  bets(log, 'T2', 10);
  const act = (type: string, data: object) => log.event(main, 'ops', type, data);
  act('award.reversed', { award: taken, cause: 'misread', reason: 'a test' });
  act('day.closed', { day: '2026-11-20', funds: 150_000_000 });
  const award = royal(log, 'T1');
  act('award.verified', { award, seats: [3], evidence: { deck: 'counted' } });
  const paid = { award, seat: 3, slip: 1, amount: 100_388_500, method: 'cheque' };
  act('award.paid', paid);
  return act('day.closed', { day: '2026-11-21' });
}

/** Converts micro-units to major units. */
const major = (micros: string | undefined) => Number(micros) / 1e6;

// clause 27
test('a day says where it began, what each cause has posted, and where it ended', () => {
  const [first, second] = statementsIn(twoDays());
  expect(first).toMatchObject({ day: '2026-11-20', after: null, days: null, from: 0 });
  expect([first?.opening.pool, first?.funds]).toEqual(['0', 150_000_000]);
  const seed = first?.causes.find(({ cause }) => cause === 'seed');
  expect(major(seed?.day.pool)).toBe(2_000_000);
  const { pool, reserve, held } = first?.closing ?? {};
  expect([pool, reserve, held].map(major)).toEqual([1_003_850, 275, 0]);

  const next = { day: '2026-11-21', after: '2026-11-20', days: 1, from: Number(first?.offset) + 1 };
  expect(second).toMatchObject({ ...next, opening: first?.closing, funds: null, generation: 3 });
  expect(major(second?.closing.pool)).toBe(1_000_000);
  const [hand] = second?.hands ?? [];
  expect([hand?.hand, hand?.day.seats, hand?.seats]).toEqual(['royal-flush', 1, 2]);
  expect([hand?.day.paidAtTable, hand?.day.paidBySlip].map(major)).toEqual([0, 1_003_885]);
});

// clause 29
test('each row sums to zero, and the rows of the day to the difference of its accounts', () => {
  for (const { opening, closing, causes } of statementsIn(twoDays())) {
    const sums = { pool: 0n, reserve: 0n, house: 0n, players: 0n, held: 0n };
    for (const { day } of causes) {
      let row = 0n;
      for (const account of accountNames) {
        row += BigInt(day[account]);
        sums[account] += BigInt(day[account]);
      }
      expect(row).toBe(0n);
    }
    for (const account of accountNames) {
      expect(BigInt(opening[account]) + sums[account]).toBe(BigInt(closing[account]));
    }
  }
});

test('the statements are the same to the byte, however the log is cut', () => {
  const log = twoDays();
  const whole = JSON.stringify(statementsIn(log));
  for (const cuts of [
    [1, 50, 223],
    [224, 225, 226],
    log.records.slice(1).map((_, index) => index + 1),
  ]) {
    expect(JSON.stringify(statementsIn(log, cuts))).toBe(whole);
  }
});

test('a day without a bet is stated too, and one that nobody closed is part of the next', () => {
  const log = new WrittenLog()
    .configure(main)
    .event(main, 'ops', 'day.closed', { day: '2026-11-17' });
  log.event(main, 'ops', 'day.closed', { day: '2026-11-20' });
  const [, second] = statementsIn(log);
  expect(second).toMatchObject({ after: '2026-11-17', days: 3, tables: [], hands: [] });
  expect(second?.causes.map(({ cause, day }) => [cause, day.times])).toEqual([['seed', 0]]);
});

test('rounds and bets that go on, carried bets, and awards that wait are named', () => {
  const log = new WrittenLog().configure(main, { verifyAbove: 1 });
  log.bet(main, 'T2', '1', 1).bet(main, 'T2', '1', 2);
  log.bet(main, 'T1', '7', 4);
  log.event(main, 'T1', 'round.voided', { round: '7', reason: 'shuffler-fault' });
  log.bet(main, 'T1', '8', 2).settle(main, 'T1', '8', [{ seat: 2, hand: 'flush' }]);
  log.event(main, 'ops', 'day.closed', { day: '2026-11-20' });
  const [said] = statementsIn(log);
  const down = said?.tables.map(({ table, openRounds, openBets, carriedBets }) => {
    return [table, openRounds, openBets, carriedBets];
  });
  expect(down).toEqual([
    ['T1', 0, 0, 0],
    ['T2', 1, 2, 0],
  ]);
  const [claim] = said?.claims ?? [];
  expect(claim).toMatchObject({ table: 'T1', locked: '2500000', verified: '0' });
  expect(said?.closing.held).toBe('2500000');
});

test('more than 500 tables are in parts, each of which is a whole statement', () => {
  const log = new WrittenLog().configure(main, { maxTables: 2_000 });
  for (let table = 0; table < 1_001; table += 1) log.bet(main, `T${table}`, '1', 1);
  log.event(main, 'ops', 'day.closed', { day: '2026-11-20' });
  const parts = statementsIn(log);
  expect(parts.map(({ part, parts: count, tables }) => [part, count, tables.length])).toEqual([
    [1, 3, 500],
    [2, 3, 500],
    [3, 3, 1],
  ]);
  const names = parts.flatMap(({ tables }) => tables.map(({ table }) => table));
  expect(names).toEqual(names.toSorted());
  expect(new Set(parts.map(({ closing, causes }) => JSON.stringify([closing, causes]))).size).toBe(
    1,
  );
});

// clause 11
test('the configuration is named by the digest of what the ledger has of it', () => {
  const log = new WrittenLog()
    .configure(main)
    .configure(main, { effective: 'next-restart', seed: 7 });
  log.event(main, 'ops', 'day.closed', { day: '2026-11-20' });
  const state = emptyState();
  foldRecords(state, log.records, context);
  const { configuration, pending } = state.jackpots.get(main) ?? {};
  const digestOf = (value: unknown) =>
    createHash('sha256')
      .update(canonicalJson(JSON.parse(JSON.stringify(value))))
      .digest('hex');
  const [said] = statementsIn(log);
  expect([said?.configuration, said?.pending]).toEqual([configuration, pending].map(digestOf));
});

test('a fold stops behind the record with which its outputs are as large as they may be', () => {
  const log = new WrittenLog().configure(main);
  for (let table = 0; table < 50; table += 1) log.bet(main, `T${table}`, '1', 1);
  const firstClose = log.records.length;
  for (let day = 10; day < 20; day += 1) {
    log.event(main, 'ops', 'day.closed', { day: `2026-11-${day}` });
  }
  const state = emptyState();
  const bounded = { ...context, outputSizeAtMost: 30_000 };
  const ends: number[] = [];
  for (let from = 0; from < log.records.length; from = Number(ends.at(-1)) + 1) {
    ends.push(foldRecords(state, log.records.slice(from), bounded).to);
  }
  expect(ends.length).toBeGreaterThan(2);
  expect(ends[0]).toBeGreaterThanOrEqual(firstClose);
  expect(ends.at(-1)).toBe(log.records.length - 1);
});

import { signRecord } from '#contract';
import type { LogRecord } from '#log';
import { newKey, testLedger } from '#testing/test-keys';
import { WrittenLog } from '#testing/written-log';

/** Logs whose last event has several reasons for refusal. */

const { context, jackpots, partition } = WrittenLog;
const { partitions } = context;
export const [main] = jackpots;

/** An operator with the role `operate` only. */
export const guest = newKey('guest');

export const bet = { round: '1', seat: 1, stake: 1_000, baseBets: ['ante'] };
export const placed = (log: WrittenLog, changes: object) =>
  log.event(main, 'T1', 'bet.placed', { ...bet, ...changes });
export const withdrawn = (log: WrittenLog, round: string, seat = 1) =>
  log.event(main, 'T1', 'bet.withdrawn', { round, seat });
export const begun = (log: WrittenLog) => log.configure(main).bet(main, 'T1', '1', 1);
export const ended = (log: WrittenLog) => begun(log).settle(main, 'T1', '1');
export const blocked = (log: WrittenLog, table = 'T1') =>
  log.event(main, 'ops', 'table.blocked', { table, reason: 'audit' });
/** Time after which a proposal of these logs has expired. */
export const twoHoursMs = 7_200_000;
export const adjusted = { amount: 1, account: 'pool', reason: 'audit' };
/** The operator proposes an adjustment, at offset 2. */
export const proposed = (log: WrittenLog) => {
  log.configure(main, { approvals: { 'pool.adjusted': [{ from: 0, by: ['approve'] }] } });
  return propose(log, 'pool.adjusted', adjusted);
};
export const approved = (log: WrittenLog, changes: object, laterMs: number) => {
  const act = { type: 'pool.adjusted', data: { ...adjusted, ...changes } };
  log.event(main, 'ops', 'act.approved', { proposal: 2, act });
  const last = log.records.pop() as LogRecord;
  log.records.push({ ...last, recordedAtMs: last.recordedAtMs + laterMs });
  return log;
};
/** An award, at offset 3. */
export const won = (log: WrittenLog, changes: object = {}) =>
  log
    .configure(main, changes)
    .bet(main, 'T1', '1', 1)
    .settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }]);
export const idAt = (offset: number) => `${main}/T1/1/${offset}`;
export const wrongly = { cause: 'misread', reason: 'audit' };
export const reversed = (log: WrittenLog, offset: number) =>
  log.event(main, 'ops', 'award.reversed', { award: idAt(offset), ...wrongly });
export const propose = (log: WrittenLog, type: string, data: object) =>
  log.event(main, 'ops', 'act.proposed', {
    act: { type, data },
    expires: '2026-11-21T05:00:00Z',
    note: 'audit',
  });
export const suspended = (log: WrittenLog) =>
  log.event(main, 'ops', 'jackpot.suspended', { reason: 'audit' });
export const retired = (log: WrittenLog) =>
  log.event(main, 'ops', 'jackpot.retired', { to: 'house', reason: 'audit' });

const envelope = {
  ...{ specversion: '1.0', id: 'x', source: 'T1', sequence: '9', subject: main },
  expires: '2026-11-22T04:00:00Z',
};
export const text = (changes: object) => JSON.stringify({ ...envelope, data: {}, ...changes });
/** Two days after the records of these logs. */
export const far = `${Date.parse('2026-11-23T04:00:01Z')}000`;
/** A time long after the records of these logs, and a time before them. */
export const lasting = '2026-12-21T03:00:00Z';
export const long = '2026-11-21T03:00:00Z';
export const suspend = { type: 'jackpot.suspended', data: { reason: 'audit' } };
/** A command whose data is wrong. */
export const nonsense = { type: 'jackpot.suspended', data: {} };
export const elsewhere = { partition: (partition + 1) % partitions };
export const unsigned = { headers: {} };
export const signedByGuest = (value: string, over = value) => ({
  headers: { signature: signRecord(testLedger, Buffer.from(over), 'guest', guest.privateKey) },
});

/** A pair of reasons for the refusal of one event. */
export interface Pair {
  readonly first: string;
  readonly second: string;
  /** Says why the reason listed next to `first` cannot occur together with it. */
  readonly skips?: string;
  /**
   * Writes a log whose last event has both reasons or, once `fixed`, only the second: this proves
   * that it has the second reason too.
   */
  readonly write: (log: WrittenLog, fixed: boolean) => WrittenLog;
}

/** A reason that cannot occur together with a later one. */
export interface Alone {
  readonly first: string;
  readonly skips: string;
}

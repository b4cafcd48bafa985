import { signRecord } from '#contract';
import type { LogRecord } from '#log';
import { newKey, testLedger } from '#testing/test-keys';
import { WrittenLog } from '#testing/written-log';

/** What deserves two reasons to be refused, so that their order shows. */

const { context, jackpots, partition } = WrittenLog;
const { partitions } = context;
const [main] = jackpots;

/** An operator with the role operate alone. */
export const guest = newKey('guest');

/** A pair of reasons that one event deserves. */
export interface Pair {
  readonly first: string;
  readonly second: string;
  /** Where the reason listed next to `first` cannot be deserved with it: why. */
  readonly skips?: string;
  /**
   * Writes a log whose last event deserves both reasons or, once `fixed`, the second alone: so
   * that it deserves the second is seen too.
   */
  readonly write: (log: WrittenLog, fixed: boolean) => WrittenLog;
}

/** A reason that no event can deserve together with a later one. */
interface Alone {
  readonly first: string;
  readonly skips: string;
}

const bet = { round: '1', seat: 1, stake: 1_000, baseBets: ['ante'] };
const placed = (log: WrittenLog, changes: object) =>
  log.event(main, 'T1', 'bet.placed', { ...bet, ...changes });
const withdrawn = (log: WrittenLog, round: string, seat = 1) =>
  log.event(main, 'T1', 'bet.withdrawn', { round, seat });
const begun = (log: WrittenLog) => log.configure(main).bet(main, 'T1', '1', 1);
const ended = (log: WrittenLog) => begun(log).settle(main, 'T1', '1');
const blocked = (log: WrittenLog, table = 'T1') =>
  log.event(main, 'ops', 'table.blocked', { table, reason: 'audit' });
const dayMs = 86_400_000;
const adjusted = { amount: 1, account: 'pool', reason: 'audit' };
/** The operator proposes an adjustment, at offset 2. */
const proposed = (log: WrittenLog) =>
  log
    .configure(main, { approvals: { 'pool.adjusted': [{ from: 0, by: ['approve'] }] } })
    .event(main, 'ops', 'act.proposed', {
      act: { type: 'pool.adjusted', data: adjusted },
      expires: '2026-11-21T05:00:00Z',
      note: 'audit',
    });
const approved = (log: WrittenLog, changes: object, laterMs: number) => {
  const act = { type: 'pool.adjusted', data: { ...adjusted, ...changes } };
  log.event(main, 'ops', 'act.approved', { proposal: 2, act });
  const last = log.records.pop() as LogRecord;
  log.records.push({ ...last, recordedAtMs: last.recordedAtMs + laterMs });
  return log;
};
const suspended = (log: WrittenLog) =>
  log.event(main, 'ops', 'jackpot.suspended', { reason: 'audit' });

const envelope = { specversion: '1.0', id: 'x', source: 'T1', sequence: '9', subject: main };
const text = (changes: object) => JSON.stringify({ ...envelope, data: {}, ...changes });
/** Two days after the records of these logs. */
const far = `${Date.parse('2026-11-23T04:00:01Z')}000`;
/** Before the records of these logs. */
const long = '2026-11-21T03:00:00Z';
const suspend = { type: 'jackpot.suspended', data: { reason: 'audit' } };
/** A command whose data is wrong. */
const nonsense = { type: 'jackpot.suspended', data: {} };
const elsewhere = { partition: (partition + 1) % partitions };
const unsigned = { headers: {} };
const signedByGuest = (value: string, over = value) => ({
  headers: { signature: signRecord(testLedger, Buffer.from(over), 'guest', guest.privateKey) },
});

/** In the order of the contract 3.5, which is that of `exceptionReasons`. */
export const rows: readonly (Pair | Alone)[] = [
  {
    first: 'malformed',
    second: 'unknown-type',
    write: (log, fixed) =>
      log.value(text({ type: 'bet.doubled', ...(!fixed && { sequence: 'nine' }) })),
  },
  {
    first: 'unknown-type',
    second: 'wrong-partition',
    write: (log, fixed) =>
      log.value(text({ type: fixed ? 'table.heartbeat' : 'bet.doubled' }), elsewhere),
  },
  {
    first: 'wrong-partition',
    second: 'unsigned-command',
    write: (log, fixed) => log.value(text(suspend), { ...unsigned, ...(!fixed && elsewhere) }),
  },
  {
    first: 'unsigned-command',
    second: 'invalid-command',
    skips: 'A signature that is not there is not bad, and names no key that could lack the role.',
    write: (log, fixed) => log.value(text(nonsense), fixed ? {} : unsigned),
  },
  {
    first: 'unsigned-claim',
    second: 'sequence-ahead',
    skips: 'A signature that is not there is not bad.',
    write: (log, fixed) => {
      log.configure(main, {
        tables: [{ id: 'T1', kid: 'table-1', signs: fixed ? 'claims' : 'all' }],
      });
      return log.value(text({ type: 'table.heartbeat', sequence: far }), unsigned);
    },
  },
  {
    first: 'bad-signature',
    second: 'sequence-ahead',
    write: (log, fixed) => {
      const value = text({ ...suspend, sequence: far });
      return log.value(value, signedByGuest(value, fixed ? value : 'another text'));
    },
  },
  {
    first: 'sequence-ahead',
    second: 'command-expired',
    skips: 'What is a day ahead of the clock is newer than all that was taken, so never repeated.',
    write: (log, fixed) => {
      const value = text({ ...suspend, expires: long, ...(!fixed && { sequence: far }) });
      return log.value(value, signedByGuest(value));
    },
  },
  {
    first: 'command-repeated',
    second: 'command-expired',
    write: (log, fixed) => {
      const first = text({ ...suspend, sequence: '5' });
      log.value(first, signedByGuest(first));
      const value = text({ ...suspend, expires: long, sequence: fixed ? '6' : '5' });
      return log.value(value, signedByGuest(value));
    },
  },
  {
    first: 'command-expired',
    second: 'not-permitted',
    write: (log, fixed) => {
      const expiry = fixed ? {} : { expires: long };
      const value = text({ type: 'pool.adjusted', data: {}, ...expiry });
      return log.value(value, signedByGuest(value));
    },
  },
  {
    first: 'not-permitted',
    second: 'invalid-command',
    write: (log, fixed) => {
      const value = text({ type: fixed ? 'jackpot.suspended' : 'pool.adjusted', data: {} });
      return log.value(value, signedByGuest(value));
    },
  },
  {
    first: 'invalid-command',
    second: 'unknown-jackpot',
    write: (log, fixed) => log.value(text(fixed ? suspend : nonsense)),
  },
  {
    first: 'unknown-jackpot',
    second: 'too-many-tables',
    skips:
      'The jackpot has a list of tables, or a table whose sequence could be reused, so it is known.',
    write: (log, fixed) => {
      if (fixed) log.configure(main, { maxTables: 1 }).bet(main, 'T2', '1', 1);
      return log.value(text({ type: 'bet.placed', data: bet }));
    },
  },
  {
    first: 'needs-approval',
    skips:
      'It is for acts, which have none of the later reasons; those are for proposals and tables.',
  },
  { first: 'unknown-proposal', skips: 'What is unknown has no other fault.' },
  {
    first: 'proposal-expired',
    second: 'proposal-differs',
    write: (log, fixed) => approved(proposed(log), { reason: 'other' }, fixed ? 0 : dayMs),
  },
  {
    first: 'proposal-differs',
    second: 'same-person',
    write: (log, fixed) => approved(proposed(log), fixed ? {} : { reason: 'other' }, 0),
  },
  { first: 'same-person', skips: 'It is the last reason for act.approved.' },
  { first: 'too-many-proposals', skips: 'It is the last reason for act.proposed.' },
  {
    first: 'unknown-table',
    second: 'sequence-reused',
    write: (log, fixed) => {
      log.configure(main).bet(main, 'T1', '1', 1);
      log.configure(main, { tables: [{ id: fixed ? 'T1' : 'T2' }] });
      return log.value(text({ type: 'bet.placed', data: bet, sequence: '1' }));
    },
  },
  {
    first: 'sequence-reused',
    second: 'table-blocked',
    skips: 'A sequence that is the last one is not behind it, and its source is a table already.',
    write: (log, fixed) => {
      blocked(log.configure(main).bet(main, 'T1', '1', 1));
      return log.value(text({ type: 'bet.placed', data: bet, sequence: fixed ? '2' : '1' }));
    },
  },
  {
    first: 'sequence-behind',
    second: 'table-blocked',
    skips: 'A source with a sequence is a table already.',
    write: (log, fixed) => {
      blocked(log.configure(main).bet(main, 'T1', '1', 1));
      return log.value(text({ type: 'bet.placed', data: bet, sequence: fixed ? '2' : '0' }));
    },
  },
  {
    first: 'too-many-tables',
    second: 'table-blocked',
    write: (log, fixed) => {
      const tables = [{ id: 'T1' }, { id: 'T2' }];
      log.configure(main, { maxTables: 1, tables }).bet(main, 'T1', '1', 1);
      blocked(blocked(log), 'T2');
      return log.event(main, fixed ? 'T1' : 'T2', 'bet.placed', { ...bet, round: '2' });
    },
  },
  {
    first: 'table-blocked',
    second: 'jackpot-suspended',
    write: (log, fixed) => {
      suspended(log.configure(main, { tables: [{ id: 'T1' }] }));
      if (!fixed) blocked(log);
      return log.event(main, 'T1', 'bet.placed', bet);
    },
  },
  {
    first: 'jackpot-suspended',
    second: 'round-already-settled',
    write: (log, fixed) => placed(fixed ? ended(log) : suspended(ended(log)), {}),
  },
  {
    first: 'round-already-settled',
    second: 'unknown-round',
    write: (log, fixed) => withdrawn(ended(log), fixed ? '2' : '1'),
  },
  {
    first: 'unknown-round',
    second: 'no-such-bet',
    skips:
      'A round that is not open is not closed for bets either; and the reasons from wrong-currency to seat-taken are for bet.placed, which begins its round.',
    write: (log, fixed) => withdrawn(begun(log), fixed ? '1' : '2', 2),
  },
  {
    first: 'bets-closed',
    second: 'wrong-currency',
    write: (log, fixed) => {
      begun(log).event(main, 'T1', 'round.dealt', { round: fixed ? '2' : '1' });
      return placed(log, { round: fixed ? '3' : '1', currency: 'HKD' });
    },
  },
  {
    first: 'wrong-currency',
    second: 'stake-out-of-limits',
    write: (log, fixed) => placed(begun(log), { currency: fixed ? 'MOP' : 'HKD', stake: 1 }),
  },
  {
    first: 'stake-out-of-limits',
    second: 'no-base-bet',
    write: (log, fixed) => placed(begun(log), { stake: fixed ? 1_000 : 1, baseBets: [] }),
  },
  {
    first: 'no-base-bet',
    second: 'seat-taken',
    write: (log, fixed) => placed(begun(log), { baseBets: fixed ? ['ante'] : [] }),
  },
  {
    first: 'seat-taken',
    skips: 'It is the last reason for bet.placed; those after it are for other types.',
  },
  {
    first: 'no-such-bet',
    skips: 'It is the last reason for bet.withdrawn; those after it are for round.settled.',
  },
  {
    first: 'impossible-wins',
    second: 'wins-disagree-with-cards',
    write: (log, fixed) =>
      begun(log)
        .bet(main, 'T1', '1', 2)
        .event(main, 'T1', 'round.settled', {
          round: '1',
          wins: (fixed ? [1] : [1, 2]).map((seat) => ({ seat, hand: 'royal-flush' })),
          community: ['2h', '9s'],
        }),
  },
];

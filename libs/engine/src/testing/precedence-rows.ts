import {
  main,
  bet,
  blocked,
  twoHoursMs,
  adjusted,
  proposed,
  approved,
  won,
  wrongly,
  idAt,
  reversed,
  propose,
  text,
  far,
  lasting,
  long,
  suspend,
  retired,
  suspended,
  nonsense,
  elsewhere,
  unsigned,
  signedByGuest,
  type Alone,
  type Pair,
} from './precedence-logs.js';
import { roundRows } from './precedence-round-rows.js';

/** Events with two reasons for refusal, which show the order of the reasons. */

/** The rows in the order of contract 3.5, which is that of `exceptionReasons`. */
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
    second: 'command-repeated',
    skips: 'What had to be signed is never too far ahead.',
    write: (log, fixed) => {
      const first = text({ ...suspend, sequence: '5' });
      log.value(first, signedByGuest(first));
      return log.value(first, signedByGuest(first, fixed ? first : 'another text'));
    },
  },
  {
    first: 'sequence-ahead',
    second: 'unknown-jackpot',
    skips: 'It is for tables, and those between are for commands.',
    write: (log, fixed) => {
      return log.value(text({ type: 'table.heartbeat', ...(!fixed && { sequence: far }) }));
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
      const type = fixed ? 'jackpot.suspended' : 'pool.adjusted';
      const value = text({ type, data: suspend.data, expires: lasting });
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
      'The jackpot has ended, or has a list of tables, or a table whose sequence could be reused, so it is known.',
    write: (log, fixed) => {
      if (fixed) log.configure(main, { maxTables: 1 }).bet(main, 'T2', '1', 1);
      return log.value(text({ type: 'bet.placed', data: bet }));
    },
  },
  {
    first: 'jackpot-retired',
    second: 'unknown-table',
    skips: 'Those between are for commands, and where an act needs two people, so does the end.',
    write: (log, fixed) => {
      log.configure(main, { tables: [{ id: 'T2' }] });
      if (!fixed) retired(suspended(log));
      return log.value(text({ type: 'bet.placed', data: bet }));
    },
  },
  {
    first: 'needs-approval',
    second: 'unknown-award',
    skips: 'It is for acts, and those between are for proposals.',
    write: (log, fixed) => {
      const rows = [{ from: 0, by: ['approve'] }];
      log.configure(main, fixed ? {} : { approvals: { 'award.reversed': rows } });
      return reversed(log, 9);
    },
  },
  { first: 'unknown-proposal', skips: 'What is unknown has no other fault.' },
  {
    first: 'proposal-expired',
    second: 'proposal-differs',
    write: (log, fixed) => approved(proposed(log), { reason: 'other' }, fixed ? 0 : twoHoursMs),
  },
  {
    first: 'proposal-differs',
    second: 'same-person',
    write: (log, fixed) => approved(proposed(log), fixed ? {} : { reason: 'other' }, 0),
  },
  { first: 'same-person', skips: 'It is the last reason for act.approved.' },
  {
    first: 'too-many-proposals',
    second: 'unknown-award',
    write: (log, fixed) => {
      const rows = [{ from: 0, by: ['approve'] }];
      log.configure(main, { approvals: { 'award.reversed': rows, 'pool.adjusted': rows } });
      for (let count = fixed ? 31 : 32; count > 0; count -= 1)
        propose(log, 'pool.adjusted', adjusted);
      return propose(log, 'award.reversed', { award: idAt(9), ...wrongly });
    },
  },
  {
    first: 'unknown-award',
    second: 'award-state',
    write: (log, fixed) => {
      won(log);
      const seats = fixed ? [1] : [1, 7];
      const data = { award: idAt(3), seats, evidence: { deck: 'counted' } };
      return log.event(main, 'ops', 'award.verified', data);
    },
  },
  {
    first: 'award-state',
    second: 'amount-differs',
    skips: 'An award that is reversed has no seat that was paid or has expired.',
    write: (log, fixed) => {
      won(log, { verifyAbove: 0 });
      const evidence = { deck: 'counted' };
      const verified = { award: idAt(3), seats: [1], evidence };
      if (fixed) log.event(main, 'ops', 'award.verified', verified);
      const data = { award: idAt(3), seat: 1, slip: 1, amount: 1, method: 'cash' };
      return log.event(main, 'ops', 'award.paid', data);
    },
  },
  {
    first: 'award-final',
    skips: 'Of what is final or forgotten no amount is compared, and no table asked for.',
  },
  { first: 'amount-differs', skips: 'It is the last reason for award.paid.' },
  { first: 'day-closed', skips: 'It is the last reason for day.closed.' },
  { first: 'jackpot-busy', skips: 'It is the last reason for jackpot.retired.' },
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
    second: 'seat-taken',
    skips: 'A sequence that is the last one is not behind it, and its source is a table already.',
    write: (log, fixed) => {
      log.configure(main).bet(main, 'T1', '1', 1);
      return log.value(text({ type: 'bet.placed', data: bet, sequence: fixed ? '2' : '1' }));
    },
  },
  {
    first: 'sequence-behind',
    second: 'seat-taken',
    skips: 'A source with a sequence is a table already.',
    write: (log, fixed) => {
      log.configure(main).bet(main, 'T1', '1', 1);
      return log.value(text({ type: 'bet.placed', data: bet, sequence: fixed ? '2' : '0' }));
    },
  },
  {
    first: 'too-many-tables',
    second: 'table-blocked',
    skips: 'A new table has no bet, so no seat is taken.',
    write: (log, fixed) => {
      const tables = [{ id: 'T1' }, { id: 'T2' }];
      log.configure(main, { maxTables: 1, tables }).bet(main, 'T1', '1', 1);
      blocked(blocked(log), 'T2');
      return log.event(main, fixed ? 'T1' : 'T2', 'bet.placed', { ...bet, round: '2' });
    },
  },
  ...roundRows,
];

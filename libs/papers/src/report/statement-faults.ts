import type { StatementMessage } from '#contract';
import { accountNames, type Cause } from '#pools';
import { allTables, tableDays, tablesApart } from './day-figures.js';

type FigureMembers = Readonly<Record<string, unknown>>;

/**
 * Lists the parts of a statement that do not follow from itself and the one before, as sentences.
 * Others can write to the topic; a statement from the log is always without a fault.
 * @param before null for a jackpot's first day.
 */
export function statementFaults(now: StatementMessage, before: StatementMessage | null): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, what: string): void => {
    if (!isRight) faults.push(what);
  };
  check(
    now.from === (before ? before.offset + 1 : 0),
    'it does not begin where the last one ended',
  );
  check(now.offset >= now.from, 'it ends before it begins');
  for (const account of accountNames) {
    const closed = before?.closing[account] ?? '0';
    check(now.opening[account] === closed, `${account} does not begin with what it had`);
    const posted = now.causes.reduce((sum, cause) => sum + BigInt(cause[account]), 0n);
    check(posted === BigInt(now.closing[account]), `${account} is not what its causes have posted`);
  }
  for (const { cause, day, ...total } of now.causes) {
    const then = before?.causes.find((each) => each.cause === cause);
    check(isSum(total, then, day), `${cause} of the day is not what was added`);
    check(
      accountNames.reduce((sum, account) => sum + BigInt(total[account]), 0n) === 0n,
      `${cause} does not sum to 0`,
    );
  }
  for (const { hand, day, ...total } of now.hands) {
    const then = before?.hands.find((each) => each.hand === hand);
    check(isSum(total, then, day), `${hand} of the day is not what was added`);
  }
  for (const { table, ...added } of tableDays(now, before)) {
    check(
      Object.values(added).every((each) => BigInt(each) >= 0n),
      `table ${table} has less than before`,
    );
  }
  const posted = (cause: Cause) => now.causes.find((each) => each.cause === cause);
  const [came, went] = [posted('transfer-in'), posted('transfer-out')];
  for (const account of ['pool', 'reserve'] as const) {
    const got = now.received.reduce((sum, each) => sum + BigInt(each[account]), 0n);
    check(got === BigInt(came?.[account] ?? 0), `${account} is not what was received`);
    const left = BigInt(now.retired?.[account] ?? 0);
    check(-left === BigInt(went?.[account] ?? 0), `${account} is not what was left`);
  }
  const all = allTables(now.tables);
  faults.push(...tablesApart({ causes: now.causes.map((each) => ({ ...each, day: each })) }, all));
  for (const name of [
    'seats',
    'awarded',
    'paidAtTable',
    'paidBySlip',
    'expired',
    'reversed',
    'returned',
  ] as const) {
    const won = now.hands.reduce((sum, hand) => sum + BigInt(hand[name]), 0n);
    check(won === BigInt(all[name]), `tables and hands differ in ${name}`);
  }
  return faults;
}

/** Returns true if each member of `total` is the sum of the one before and the day's. */
function isSum(
  total: FigureMembers,
  before: FigureMembers | undefined,
  day: FigureMembers,
): boolean {
  return Object.keys(total).every((name) => {
    const then = BigInt((before?.[name] ?? 0) as string);
    return BigInt(total[name] as string) === then + BigInt(day[name] as string);
  });
}

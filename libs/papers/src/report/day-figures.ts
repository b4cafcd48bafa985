import { isDeepStrictEqual } from 'node:util';
import type { StatementMessage } from '#contract';
import { microsPerMinor, type Cause } from '#pools';

/** The meters of a table, without its momentary values. */
export type TableDay = Omit<
  StatementMessage['tables'][number],
  'openRounds' | 'openBets' | 'carriedBets'
>;

/** The sources and uses of money that neither players nor house have, micro-units. */
export interface DayBalance {
  /** Pool, reserve and held at the beginning. */
  readonly opening: bigint;
  /** From the stakes. */
  readonly contributions: bigint;
  /** From the house: seeds, its part of prizes and refunds, adjustments. */
  readonly fundsIn: bigint;
  /** From jackpots that have ended. */
  readonly transferIn: bigint;
  /** From players: prizes paid at the table that were reversed on the day. */
  readonly givenBack: bigint;
  /** To players, without returned stakes; also what was reversed since. */
  readonly paid: bigint;
  readonly refunded: bigint;
  /** To the house by reversals, of prizes that were given back or not yet paid. */
  readonly reversed: bigint;
  /** To the house: adjustments, expired prizes. */
  readonly removed: bigint;
  /** To another jackpot or the house, at the end of the jackpot. */
  readonly transferOut: bigint;
  readonly displayed: bigint;
  readonly reserve: bigint;
  readonly held: bigint;
  /** The first five minus all others: 0, or the statement is wrong. */
  readonly difference: bigint;
}

/**
 * Compares the totals that all tables have added on a day with the causes; lists differences as
 * sentences.
 */
export function tablesApart({ causes }: Pick<StatementMessage, 'causes'>, all: TableDay): string[] {
  const of = (cause: Cause) => causes.find((each) => each.cause === cause)?.day;
  const [bets, refunds, overflow] = [of('contribution'), of('refund'), of('overflow')];
  const given = [bets, overflow].reduce(
    (sum, day) => sum + BigInt(day?.pool ?? 0) + BigInt(day?.reserve ?? 0),
    0n,
  );
  const pairs: [what: string, ofTables: string, ofCauses: string][] = [
    ['bets', String(all.bets), String(bets?.times ?? 0)],
    ['stakes', all.stakes, String(-BigInt(bets?.players ?? 0))],
    ['contributions', all.contributions, String(given)],
    ['refunds', String(all.refunds), String(refunds?.times ?? 0)],
    ['refunded', all.refunded, refunds?.players ?? '0'],
  ];
  return pairs.flatMap(([what, ofTables, ofCauses]) => {
    if (ofTables === ofCauses) return [];
    return `The tables and the causes differ in ${what}: ${ofTables} and ${ofCauses}.`;
  });
}

/** The movements of the sign's amount on a day, net by cause, micro-units. */
export function movedSign({
  causes,
}: Pick<StatementMessage, 'causes'>): (readonly [Cause, bigint])[] {
  const moved = causes.map(({ cause, day }) => [cause, BigInt(day.pool)] as const);
  return moved.filter(([, micros]) => micros !== 0n);
}

/**
 * The money that the house keeps apart minus pool, reserve and held, micro-units; null: not stated.
 */
export function fundsOver(
  { funds, exponent }: Pick<StatementMessage, 'funds' | 'exponent'>,
  { displayed, reserve, held }: Pick<DayBalance, 'displayed' | 'reserve' | 'held'>,
): bigint | null {
  if (funds === null) return null;
  return BigInt(funds) * microsPerMinor(exponent) - displayed - reserve - held;
}

const noTable: TableDay = {
  ...{ table: '', bets: 0, stakes: '0', contributions: '0', refunds: 0, refunded: '0', seats: 0 },
  ...{
    awarded: '0',
    paidAtTable: '0',
    paidBySlip: '0',
    expired: '0',
    reversed: '0',
    returned: '0',
  },
};

/** The sum of all tables. */
export function allTables(tables: readonly TableDay[]): TableDay {
  return tables.reduce((sum, each) => plus(sum, each), { ...noTable, table: 'all' });
}

/** Adds the meters of another table, or subtracts earlier ones. */
function plus(one: TableDay, other: TableDay, sign: 1 | -1 = 1): TableDay {
  const names = Object.keys(noTable).filter((name) => name !== 'table') as (keyof TableDay)[];
  const sums = names.map((name) => {
    const [a, b] = [one[name], other[name]];
    if (typeof a === 'number') return [name, a + sign * Number(b)];
    return [name, String(BigInt(a) + BigInt(sign) * BigInt(b))];
  });
  return { table: one.table, ...Object.fromEntries(sums) } as TableDay;
}

/** The sources and uses of a day's money. */
export function dayBalance({ opening: was, closing: is, causes }: StatementMessage): DayBalance {
  const sum = ({ pool, reserve, held }: typeof was): bigint =>
    BigInt(pool) + BigInt(reserve) + BigInt(held);
  let [contributions, fundsIn, paid, refunded, reversed, removed] = [0n, 0n, 0n, 0n, 0n, 0n];
  let [transferIn, transferOut, givenBack] = [0n, 0n, 0n];
  for (const { cause, day } of causes) {
    if (cause === 'contribution' || cause === 'overflow') {
      contributions += sum(day);
      continue;
    }
    const [players, house] = [BigInt(day.players), BigInt(day.house)];
    if (cause === 'transfer-in' || cause === 'transfer-out') {
      if (cause === 'transfer-in') transferIn += sum(day);
      else transferOut -= sum(day);
      continue;
    }
    if (cause === 'reversal') {
      givenBack -= players;
      reversed += house;
      continue;
    }
    if (cause === 'refund') refunded += players;
    else paid += players;
    if (house < 0n) fundsIn -= house;
    else removed += house;
  }
  const [opening, displayed] = [sum(was), BigInt(is.pool)];
  const [reserve, held] = [BigInt(is.reserve), BigInt(is.held)];
  const difference =
    opening +
    contributions +
    fundsIn +
    transferIn +
    givenBack -
    sum(is) -
    (paid + refunded + reversed + removed + transferOut);
  const flows = { opening, contributions, fundsIn, paid, refunded, reversed, removed };
  return { ...flows, transferIn, transferOut, givenBack, displayed, reserve, held, difference };
}

/** The amounts that each table has added, for tables with additions, by name. */
export function tableDays(
  now: Pick<StatementMessage, 'tables'>,
  before: Pick<StatementMessage, 'tables'> | null,
): TableDay[] {
  const then = new Map(before?.tables.map((row) => [row.table, row]));
  const added = now.tables.map((row) => plus(row, then.get(row.table) ?? noTable, -1));
  return added.filter((row) => !isDeepStrictEqual(row, { ...noTable, table: row.table }));
}

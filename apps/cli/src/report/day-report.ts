import { isDeepStrictEqual } from 'node:util';
import type { StatementMessage } from '#contract';
import { microsPerMinor, type Cause } from '#pools';

/** The meters of a table; what it has at one moment is none of them. */
type TableDay = Omit<StatementMessage['tables'][number], 'openRounds' | 'openBets' | 'carriedBets'>;

/** Where the money was and went that neither players nor house have, micro-units. */
export interface DayBalance {
  /** Pool, reserve and held at the beginning. */
  readonly opening: bigint;
  /** Of the stakes. */
  readonly contributions: bigint;
  /** By the house: seeds, its part of prizes and refunds, adjustments. */
  readonly fundsIn: bigint;
  /** To players, stakes that were given back not counted. */
  readonly paid: bigint;
  readonly refunded: bigint;
  /** By reversals, to the house; what players give back of it is not in `paid`. */
  readonly reversed: bigint;
  /** By the house: adjustments, what has expired. */
  readonly removed: bigint;
  readonly displayed: bigint;
  readonly reserve: bigint;
  readonly held: bigint;
  /** The first three less all others: 0, or the statement is wrong. */
  readonly difference: bigint;
}

/** What `report day` says of a gaming day. */
export interface DayReport {
  readonly statement: StatementMessage;
  readonly balance: DayBalance;
  /** What has lowered the pool, by how much: micro-units, all acts of a cause together. */
  readonly lowered: readonly { readonly cause: Cause; readonly micros: bigint }[];
  /** What has raised it, likewise. */
  readonly raised: DayReport['lowered'];
  /** What each table has added on this day; null where the statement before is not there. */
  readonly tables: readonly TableDay[] | null;
  /** All tables together. */
  readonly all: TableDay | null;
  /** What of the tables is not what the causes say, as sentences. */
  readonly apart: readonly string[];
  /** What the house keeps apart less pool, reserve and held, micro-units; null: not said. */
  readonly fundsOver: bigint | null;
}

/**
 * What follows from the statement of a day.
 * @param before that of the day closed before it; undefined where the topic does not have it.
 */
export function dayReport(
  statement: StatementMessage,
  before: StatementMessage | undefined,
): DayReport {
  const moved = (sign: bigint): DayReport['lowered'] =>
    statement.causes.flatMap(({ cause, day }) => {
      const micros = sign * BigInt(day.pool);
      return micros > 0n ? [{ cause, micros }] : [];
    });
  const isKnown = statement.after === null || before !== undefined;
  const tables = isKnown ? tableDays(statement, before) : null;
  const all = tables && tables.reduce((sum, each) => plus(sum, each), { ...noTable, table: 'all' });
  const balance = balanceOf(statement);
  const { displayed, reserve, held } = balance;
  const { funds, exponent } = statement;
  const fundsOver =
    funds === null ? null : BigInt(funds) * microsPerMinor(exponent) - displayed - reserve - held;
  const [lowered, raised] = [moved(-1n), moved(1n)];
  const apart = all ? apartOf(statement, all) : [];
  return { statement, balance, lowered, raised, tables, all, apart, fundsOver };
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

/** The meters of a table with those of another, or less those of before. */
function plus(one: TableDay, other: TableDay, sign: 1 | -1 = 1): TableDay {
  const names = Object.keys(noTable).filter((name) => name !== 'table') as (keyof TableDay)[];
  const sums = names.map((name) => {
    const [a, b] = [one[name], other[name]];
    if (typeof a === 'number') return [name, a + sign * Number(b)];
    return [name, String(BigInt(a) + BigInt(sign) * BigInt(b))];
  });
  return { table: one.table, ...Object.fromEntries(sums) } as TableDay;
}

/** Tables and causes are counted apart in the ledger, and must agree. */
function apartOf({ causes }: StatementMessage, all: TableDay): string[] {
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
    return ofTables === ofCauses ? [] : `${what}: ${ofTables} by tables, ${ofCauses} by causes`;
  });
}

function balanceOf({ opening: was, closing: is, causes }: StatementMessage): DayBalance {
  const sum = ({ pool, reserve, held }: typeof was): bigint =>
    BigInt(pool) + BigInt(reserve) + BigInt(held);
  let [contributions, fundsIn, paid, refunded, reversed, removed] = [0n, 0n, 0n, 0n, 0n, 0n];
  for (const { cause, day } of causes) {
    if (cause === 'contribution' || cause === 'overflow') {
      contributions += sum(day);
      continue;
    }
    const [players, house] = [BigInt(day.players), BigInt(day.house)];
    if (cause === 'reversal') {
      reversed += players + house;
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
    opening + contributions + fundsIn - (paid + refunded + reversed + removed) - sum(is);
  const flows = { opening, contributions, fundsIn, paid, refunded, reversed, removed };
  return { ...flows, displayed, reserve, held, difference };
}

/** The difference of two statements, for each table that has added something. */
function tableDays(now: StatementMessage, before: StatementMessage | undefined): TableDay[] {
  const then = new Map(before?.tables.map((row) => [row.table, row]));
  const added = now.tables.map((row) => plus(row, then.get(row.table) ?? noTable, -1));
  return added.filter((row) => !isDeepStrictEqual(row, { ...noTable, table: row.table }));
}

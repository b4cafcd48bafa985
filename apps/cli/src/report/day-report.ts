import type { StatementMessage } from '#contract';
import type { Cause } from '#pools';

type TableRow = StatementMessage['tables'][number];
type TableDay = Omit<TableRow, (typeof ofMoment)[number]>;

/** What a table has at one moment: no meters, so they have no difference. */
const ofMoment = ['openRounds', 'openBets', 'carriedBets'] as const;

/** Where the money of players was and went, micro-units: what players and house do not have. */
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
  /** By the house: adjustments, what has expired. */
  readonly removed: bigint;
  readonly displayed: bigint;
  readonly reserve: bigint;
  readonly held: bigint;
  /** The first three less all others: 0, or something is wrong. */
  readonly difference: bigint;
}

/** What `report day` says of a gaming day. */
export interface DayReport {
  readonly statement: StatementMessage;
  readonly balance: DayBalance;
  /** What has lowered the pool, by how much, micro-units. */
  readonly lowered: readonly { readonly cause: Cause; readonly micros: bigint }[];
  /** What each table has added on this day; null where the statement before is not to be had. */
  readonly tables: readonly TableDay[] | null;
}

/**
 * What follows from the statement of a day.
 * @param before that of the day closed before it; undefined where the topic does not have it.
 */
export function dayReport(
  statement: StatementMessage,
  before: StatementMessage | undefined,
): DayReport {
  const lowered = statement.causes.flatMap(({ cause, day }) => {
    const micros = -BigInt(day.pool);
    return micros > 0n ? [{ cause, micros }] : [];
  });
  const isKnown = statement.after === null || before !== undefined;
  const tables = isKnown ? tableDays(statement, before) : null;
  return { statement, balance: balanceOf(statement), lowered, tables };
}

function balanceOf({ opening: was, closing: is, causes }: StatementMessage): DayBalance {
  const sum = ({ pool, reserve, held }: typeof was): bigint =>
    BigInt(pool) + BigInt(reserve) + BigInt(held);
  let [contributions, fundsIn, paid, refunded, removed] = [0n, 0n, 0n, 0n, 0n];
  for (const { cause, day } of causes) {
    if (cause === 'contribution' || cause === 'overflow') {
      contributions += sum(day);
      continue;
    }
    const [players, house] = [BigInt(day.players), BigInt(day.house)];
    if (cause === 'refund') refunded += players;
    else paid += players;
    if (house < 0n) fundsIn -= house;
    else removed += house;
  }
  const [opening, displayed] = [sum(was), BigInt(is.pool)];
  const [reserve, held] = [BigInt(is.reserve), BigInt(is.held)];
  const difference =
    opening + contributions + fundsIn - paid - refunded - removed - displayed - reserve - held;
  const flows = { opening, contributions, fundsIn, paid, refunded, removed };
  return { ...flows, displayed, reserve, held, difference };
}

/** The difference of two statements, for each table that has added something. */
function tableDays(now: StatementMessage, before: StatementMessage | undefined): TableDay[] {
  const then = new Map(before?.tables.map((row) => [row.table, row]));
  return now.tables.flatMap((row) => {
    const { table, ...meters } = row;
    const known = then.get(table);
    const names = Object.keys(meters) as (keyof typeof meters)[];
    const added = names
      .filter((name) => !ofMoment.some((each) => each === name))
      .map((name) => {
        const [sum, earlier] = [meters[name], known?.[name] ?? 0];
        const isCount = typeof sum === 'number';
        return [name, isCount ? sum - Number(earlier) : String(BigInt(sum) - BigInt(earlier))];
      });
    const isIdle = added.every(([, more]) => Number(more) === 0);
    return isIdle ? [] : [{ table, ...Object.fromEntries(added) } as TableDay];
  });
}

import { visible } from '#acts';
import { exitCodes, formatMicros, UserError, type StatementMessage } from '#contract';
import { dayBalance, fundsOver } from '../day-figures.js';
import { closedDayRows, gamingDays } from '../gaming-days.js';
import type { ReportRow, Sink } from '../report.js';
import { rowOf } from '../statement-rows.js';
import type { ReportKind } from './kind.js';

/** Debts of jackpots: pool, reserve and held, as they were when a day was closed. */
export const liabilityKind: ReportKind = {
  name: 'liability',
  description: 'pool, reserve and held of all jackpots, when a day was closed',
  sections: ['liability', 'transfers', 'currencies', 'closed-days'],
  ...{ isOfOne: false, isOfDays: false, folds: 'never' },
  async begin({ connections, homes, asked }) {
    const found: StatementMessage[] = [];
    const notes: string[] = [];
    const missing: string[] = [];
    let compared: 'ledger' | 'topic' = 'ledger';
    for (const home of homes) {
      const days = await daysIfClosed(connections, home, asked);
      if (!days) {
        missing.push(home.id);
        continue;
      }
      const { last, frame, made } = days;
      found.push(last);
      notes.push(...frame.notes.map((note) => `${home.id}: ${note}`));
      if (made.compared === 'topic') compared = 'topic';
    }
    const fill = (sink: Sink) => {
      sink('liability', found.map(liabilityRow));
      sink(
        'transfers',
        found.flatMap((each) => transferRows(each, found)),
      );
      sink('currencies', currencyRows(found));
      sink('closed-days', closedDayRows(found));
      const notes = found.flatMap((each) => countedTwice(each, found));
      if (missing.length === 0) return { notes };
      const message = `${missing.map(visible).join(', ')} ${missing.length === 1 ? 'has' : 'have'} no statement of ${asked.to}: the sums are incomplete.`;
      return { notes: [...notes, message], failure: { message, exitCode: exitCodes.failed } };
    };
    const frame = { currency: null, day: asked.to, place: null, notes };
    return { frame, made: { block: null, compared }, fill };
  },
};

/** Undefined if the jackpot has not closed the day, or began after it. */
async function daysIfClosed(...[connections, home, asked]: Parameters<typeof gamingDays>) {
  const { retired, closed } = home.jackpot;
  // The amounts of an ended jackpot on its last closed day stay the same on every later day.
  const isOver = retired && closed && closed.offset > retired.offset && closed.day < asked.to;
  const days = isOver ? { from: closed.day, to: closed.day } : asked;
  try {
    return await gamingDays(connections, home, days);
  } catch (error) {
    if (error instanceof UserError && error.exitCode === exitCodes.failed) return undefined;
    throw error;
  }
}

function liabilityRow(statement: StatementMessage): ReportRow {
  const { closing } = statement;
  const over = fundsOver(statement, dayBalance(statement));
  const total =
    sumOf([statement], 'pool') + sumOf([statement], 'reserve') + sumOf([statement], 'held');
  const funds = over === null ? null : over + total;
  return rowOf('liability', { ...statement, ...closing, total, funds, over });
}

function currencyRows(found: readonly StatementMessage[]): ReportRow[] {
  const own = [...Map.groupBy(found, ({ currency }) => currency)];
  own.sort(([one], [other]) => (one < other ? -1 : 1));
  return own.map(([currency, all]) => {
    const [pool, reserve, held] = [sumOf(all, 'pool'), sumOf(all, 'reserve'), sumOf(all, 'held')];
    const transfers = all.reduce((sum, each) => sum + onTheWay(each, found), 0n);
    const total = pool + reserve + held + transfers;
    return rowOf('currencies', { currency, pool, reserve, held, transfers, total });
  });
}

/** The amounts that a jackpot left at its end; no row if it has not ended. */
function transferRows(
  statement: StatementMessage,
  found: readonly StatementMessage[],
): ReportRow[] {
  const { jackpot, currency, retired } = statement;
  if (!retired || amountLeft(retired) === 0n) return [];
  const { to, offset } = retired;
  const received = to === 'house' ? 'house' : whetherReceived(statement, found);
  const amount = amountLeft(retired);
  return [rowOf('transfers', { jackpot, currency, offset, heir: visible(to), amount, received })];
}

/** Answers from the other jackpot's statement of the day, if there is one. */
function whetherReceived(
  { jackpot, retired }: StatementMessage,
  found: readonly StatementMessage[],
): 'yes' | 'no' | 'unknown' {
  const heir = found.find((each) => each.jackpot === retired?.to);
  if (!heir) return 'unknown';
  const isReceived = heir.received.some(
    ({ from, offset, pool, reserve }) =>
      from === jackpot &&
      offset === retired?.offset &&
      pool === retired.pool &&
      reserve === retired.reserve,
  );
  return isReceived ? 'yes' : 'no';
}

/** Amounts that a jackpot has left and the other has not received, as far as known; micro-units. */
function onTheWay(statement: StatementMessage, found: readonly StatementMessage[]): bigint {
  const { retired } = statement;
  if (!retired || retired.to === 'house') return 0n;
  return whetherReceived(statement, found) === 'yes' ? 0n : amountLeft(retired);
}

/**
 * Finds money that counts twice: a jackpot closed the day before its end, and its heir closed it
 * after the end.
 */
function countedTwice(
  { jackpot, currency, received }: StatementMessage,
  found: readonly StatementMessage[],
): string[] {
  return received.flatMap((each) => {
    const sender = found.find((other) => other.jackpot === each.from);
    if (!sender || sender.retired) return [];
    const money = formatMicros(amountLeft(each), currency);
    return [
      `${money} is counted twice: ${visible(each.from)} closed the day before it ended, and ${jackpot} after it had received that.`,
    ];
  });
}

function amountLeft({
  pool,
  reserve,
}: {
  readonly pool: string;
  readonly reserve: string;
}): bigint {
  return BigInt(pool) + BigInt(reserve);
}

function sumOf(all: readonly StatementMessage[], account: 'pool' | 'reserve' | 'held'): bigint {
  return all.reduce((sum, { closing }) => sum + BigInt(closing[account]), 0n);
}

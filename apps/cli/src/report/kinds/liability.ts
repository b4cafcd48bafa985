import type { StatementMessage } from '#contract';
import { readStatement } from '../../reading/statement-topic.js';
import { commonZone } from '../../options/time-option.js';
import { dayBalance, fundsOver } from '../day-figures.js';
import { closedDayRows } from '../gaming-days.js';
import type { ReportRow, Sink } from '../report.js';
import { rowOf } from '../statement-rows.js';
import type { ReportKind } from './kind.js';

/** What all jackpots owe: pool, reserve and held, as they stood when a day was closed. */
export const liabilityKind: ReportKind = {
  name: 'liability',
  description: 'pool, reserve and held of all jackpots, when a day was closed',
  sections: ['liability', 'currencies', 'closed-days'],
  ...{ isOfOne: false, isOfDays: false, folds: 'never' },
  async begin({ connections, homes, asked }) {
    const found: StatementMessage[] = [];
    const notes: string[] = [];
    for (const { id } of homes) {
      const statement = await readStatement(connections, id, asked.to);
      if (statement) found.push(statement);
      else notes.push(`${id} has not closed ${asked.to}, and is missing here.`);
    }
    const zone = commonZone(homes.map(({ jackpot }) => jackpot)) ?? 'UTC';
    const fill = (sink: Sink) => {
      sink('liability', found.map(liabilityRow));
      sink('currencies', currencyRows(found));
      sink('closed-days', closedDayRows(found));
      return { notes };
    };
    const frame = { currency: null, zone, place: null, notes: [] };
    return { frame, made: { block: null, compared: null }, fill };
  },
};

function liabilityRow(statement: StatementMessage): ReportRow {
  const { closing, funds } = statement;
  const balance = dayBalance(statement);
  const over = fundsOver(statement, balance);
  const total = owedIn(statement);
  const kept = funds === null || over === null ? null : over + total;
  return rowOf('liability', { ...statement, ...closing, total, funds: kept, over });
}

function owedIn({ closing: { pool, reserve, held } }: StatementMessage): bigint {
  return BigInt(pool) + BigInt(reserve) + BigInt(held);
}

function currencyRows(found: readonly StatementMessage[]): ReportRow[] {
  const own = [...Map.groupBy(found, ({ currency }) => currency)];
  own.sort(([one], [other]) => (one < other ? -1 : 1));
  return own.map(([currency, all]) => {
    const sum = (account: 'pool' | 'reserve' | 'held'): bigint =>
      all.reduce((so, { closing }) => so + BigInt(closing[account]), 0n);
    const [pool, reserve, held] = [sum('pool'), sum('reserve'), sum('held')];
    return rowOf('currencies', { currency, pool, reserve, held, total: pool + reserve + held });
  });
}

import { tableDays } from '../day-figures.js';
import { closedDayRows, gamingDays } from '../gaming-days.js';
import type { Sink } from '../report.js';
import { rowOf } from '../statement-rows.js';
import type { ReportKind } from './kind.js';

/** Bets and wins of each table, by gaming day. */
export const tablesKind: ReportKind = {
  name: 'tables',
  description: 'what each table has bet and won, by gaming day',
  sections: ['table-days', 'closed-days'],
  ...{ isOfOne: true, isOfDays: true, folds: 'never' },
  async begin({ connections, homes: [home], asked }) {
    const { statements, before, frame, made } = await gamingDays(connections, home, asked);
    const fill = (sink: Sink) => {
      let then = before;
      for (const now of statements) {
        const own = tableDays(now, then).map((each) => ({ ...each, day: now.day }));
        sink(
          'table-days',
          own.map((each) => rowOf('table-days', each)),
        );
        then = now;
      }
      sink('closed-days', closedDayRows(statements));
      return { notes: [] };
    };
    return { frame, made, fill };
  },
};

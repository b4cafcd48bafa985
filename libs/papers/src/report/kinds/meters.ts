import { closedDayRows, gamingDays } from '../gaming-days.js';
import type { Sink } from '../report.js';
import { allCauseRows, handRow, tableRow } from '../statement-rows.js';
import type { ReportKind } from './kind.js';

/** The meters since the jackpot's beginning, as they were when a day was closed. */
export const metersKind: ReportKind = {
  name: 'meters',
  description: 'the meters since the beginning, as they stood when a day was closed',
  sections: ['causes', 'hands', 'tables', 'closed-days'],
  ...{ isOfOne: true, isOfDays: false, folds: 'never' },
  async begin({ connections, homes: [home], asked }) {
    const { last, frame, made } = await gamingDays(connections, home, asked);
    const fill = (sink: Sink) => {
      sink('causes', allCauseRows(last));
      sink(
        'hands',
        last.hands.map(({ hand, day: _, ...prizes }) => handRow(hand, prizes)),
      );
      sink('tables', last.tables.map(tableRow));
      sink('closed-days', closedDayRows([last]));
      return { notes: [] };
    };
    return { frame, made, fill };
  },
};

import { visible } from '#acts';
import { formatMicros, type StatementMessage } from '#contract';
import { microsPerMinor } from '#pools';
import { allTables, dayBalance, fundsOver, movedSign, tableDays } from '../day-figures.js';
import { majorUnits } from '../cell-text.js';
import { closedDayRows, gamingDays } from '../gaming-days.js';
import { assertFolded } from '../prove-statement.js';
import type { BalanceItem } from '../report-words.js';
import type { ReportRow, Sink } from '../report.js';
import {
  claimRows,
  dayCauseRows,
  handRow,
  openBetRows,
  proposalRows,
  tableRow,
} from '../statement-rows.js';
import type { ReportKind } from './kind.js';

/** A gaming day, from its statement (contract 8.10). */
export const dayKind: ReportKind = {
  name: 'day',
  description: 'a gaming day: what was bet, contributed, won, paid and is held',
  sections: [
    ...(['causes', 'balance', 'sign', 'tables', 'hands'] as const),
    ...(['claims', 'open-bets', 'proposals', 'closed-days'] as const),
  ],
  ...{ isOfOne: true, isOfDays: false, folds: 'to-prove' },
  async begin({ connections, homes: [home], asked, isProven, checkpoint, openReplay }) {
    const { before, last, frame, made } = await gamingDays(connections, home, asked);
    if (isProven) await assertFolded(openReplay, [before, last], checkpoint);
    const compared = isProven ? ('log' as const) : made.compared;
    const fill = (sink: Sink) => {
      const tables = tableDays(last, before);
      const all = allTables(tables);
      sink('causes', dayCauseRows(last));
      sink('balance', balanceRows(last));
      const { opening, closing } = last;
      sink('sign', [['at-beginning', opening.pool], ...movedSign(last), ['at-end', closing.pool]]);
      sink('tables', tables.length === 0 ? [] : [...tables, all].map(tableRow));
      const hands = last.hands.filter(({ day }) => day.seats > 0);
      sink(
        'hands',
        hands.map(({ hand, day }) => handRow(hand, day)),
      );
      sink('claims', claimRows(last));
      sink('open-bets', openBetRows(last));
      sink('proposals', proposalRows(last));
      sink('closed-days', closedDayRows([last]));
      const over = fundsOver(last, dayBalance(last));
      const notes = endNotes(last);
      if (over === null || over >= 0n) return { notes };
      const lacking = majorUnits(-over, last.currency);
      return {
        notes: [...notes, `The house keeps ${lacking} less apart than sign, reserve and held are.`],
      };
    };
    return { frame, made: { ...made, compared }, fill };
  },
};

/** Notes the end of the jackpot, for the head of its last days. */
function endNotes({ jackpot, retired, currency }: StatementMessage): string[] {
  if (!retired) return [];
  const [pool, reserve] = [retired.pool, retired.reserve].map((micros) => {
    return formatMicros(BigInt(micros), currency);
  });
  return [
    `${jackpot} has ended at offset ${retired.offset}, and left ${pool} of its pool and ${reserve} of its reserve to ${visible(retired.to)}.`,
  ];
}

/** Omits an item that most days do not have. */
function rareRow(item: BalanceItem, micros: bigint): [BalanceItem, bigint][] {
  return micros === 0n ? [] : [[item, micros]];
}

function balanceRows(statement: StatementMessage): ReportRow[] {
  const { opening, contributions, fundsIn, difference, ...went } = dayBalance(statement);
  const { paid, refunded, reversed, removed, displayed, reserve, held } = went;
  const { transferIn, transferOut, givenBack } = went;
  const rows: [BalanceItem, bigint][] = [
    ['opening', opening],
    ['contributions', contributions],
    ['funds-in', fundsIn],
    ...rareRow('transfer-in', transferIn),
    ...rareRow('given-back', givenBack),
    ['together-in', opening + contributions + fundsIn + transferIn + givenBack],
    ['paid', paid],
    ['refunded', refunded],
    ['reversed', reversed],
    ['removed', removed],
    ...rareRow('transfer-out', transferOut),
    ['displayed', displayed],
    ['reserve', reserve],
    ['held', held],
    [
      'together-out',
      paid + refunded + reversed + removed + transferOut + displayed + reserve + held,
    ],
    ['difference', difference],
  ];
  const over = fundsOver(statement, went);
  if (over === null) return rows;
  const kept = BigInt(statement.funds ?? 0) * microsPerMinor(statement.exponent);
  return [...rows, ['kept-apart', kept], ['kept-apart-less-owed', over]];
}

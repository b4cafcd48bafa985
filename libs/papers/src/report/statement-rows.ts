import type { StatementMessage } from '#contract';
import { accountNames } from '#pools';
import { ageInWords } from '#acts';
import type { TableDay } from './day-figures.js';
import type { SectionName } from './report-words.js';
import { columnsOfSection, type ReportCell, type ReportRow } from './report.js';

type PostedTexts = Readonly<Record<(typeof accountNames)[number], string | bigint>>;
type HandPrizes = StatementMessage['hands'][number];

/** A row with the members named by a list's columns. */
export function rowOf(section: SectionName, members: object): ReportRow {
  const named = members as Readonly<Record<string, ReportCell>>;
  return columnsOfSection(section).map((column) => named[column] ?? null);
}

/** The matrix of a day, with the balance of each account before and after it. */
export function dayCauseRows({ opening, closing, causes }: StatementMessage): ReportRow[] {
  const added = accountNames.map((name) => [name, BigInt(closing[name]) - BigInt(opening[name])]);
  const own = causes.filter(({ day }) => day.times > 0);
  return [
    causeRow('at-beginning', null, opening),
    ...own.map(({ cause, day }) => causeRow(cause, day.times, day)),
    causeRow('the-day', null, Object.fromEntries(added) as PostedTexts),
    causeRow('at-end', null, closing),
  ];
}

/** The matrix since the jackpot's beginning. */
export function allCauseRows({ closing, causes }: StatementMessage): ReportRow[] {
  return [
    ...causes.map((each) => causeRow(each.cause, each.times, each)),
    causeRow('at-end', null, closing),
  ];
}

function causeRow(cause: string, times: number | null, posted: PostedTexts): ReportRow {
  return rowOf('causes', { ...posted, cause, times });
}

export function handRow(hand: HandPrizes['hand'], prizes: HandPrizes['day']): ReportRow {
  return rowOf('hands', { ...prizes, hand });
}

export function tableRow(table: TableDay): ReportRow {
  return rowOf('tables', table);
}

/** Awards that wait for people when a day is closed. */
export function claimRows({ claims, at }: StatementMessage): ReportRow[] {
  return claims.map(({ recordedAt: recorded, ...claim }) => {
    const waited = ageInWords(Date.parse(at) - Date.parse(recorded));
    return rowOf('claims', { ...claim, recorded, waited });
  });
}

/** Tables whose bets continue into the next day. */
export function openBetRows({ tables }: StatementMessage): ReportRow[] {
  const open = tables.filter(({ openRounds, carriedBets }) => openRounds + carriedBets > 0);
  return open.map((each) => rowOf('open-bets', each));
}

/** Acts that wait for approval when a day is closed. */
export function proposalRows({ proposals }: StatementMessage): ReportRow[] {
  return proposals.map(({ type: act, ...each }) => rowOf('proposals', { ...each, act }));
}

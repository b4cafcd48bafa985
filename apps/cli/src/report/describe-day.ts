import { visible } from '#acts';
import { formatMicros, formatMinor, type StatementMessage } from '#contract';
import { accountNames } from '#pools';
import { ageInWords } from '../format/age.js';
import { houseTime } from '../format/house-time.js';
import { table } from '../format/table.js';
import { csvOf } from './csv.js';
import type { DayReport } from './day-report.js';

const accounts = [
  'players',
  'pool',
  'reserve',
  'house',
  'held',
] as const satisfies readonly (typeof accountNames)[number][];

/** What the head of a report says beside its statement. */
export interface ReportHead {
  /** The house's time zone. */
  readonly zone: string;
  /** The block of the journal that has the record of the statement; null where none was found. */
  readonly block: { readonly block: number; readonly hash: string } | null;
  readonly partition: number;
  /** SHA-256 of the statement as JSON, hex. */
  readonly digest: string;
  /** When the report was made, ISO 8601, and by which version. */
  readonly madeAt: string;
  readonly version: string;
}

/** A report of a day as a person reads it; amounts in major units. */
export function describeDay(report: DayReport, head: ReportHead): string {
  const { statement } = report;
  const money = (micros: string | bigint): string => {
    return formatMicros(BigInt(micros), statement.currency).replace(`${statement.currency} `, '');
  };
  return [
    headLines(statement, head),
    `\n${matrix(statement, money)}`,
    `\n${balanceLines(report, money)}`,
    report.lowered.length === 0
      ? ''
      : `The sign went down by: ${report.lowered.map(({ cause, micros }) => `${cause} ${money(micros)}`).join(', ')}\n`,
    `\n${tableLines(report, money)}`,
    `\n${waitingLines(statement, money)}`,
  ].join('');
}

function headLines(said: StatementMessage, head: ReportHead): string {
  const { day, days, after, jackpot, currency, by, offset, from, at, funds } = said;
  const more = days !== null && days > 1 ? ` It covers ${days} days, from after ${after} on.` : '';
  const { block, partition } = head;
  const proof = block
    ? `block ${block.block} of partition ${partition} has it: ${block.hash}`
    : `no block of partition ${partition} was found that has it`;
  return [
    `Gaming day ${day} of ${visible(jackpot)}, ${currency}.${more}\n`,
    `  closed ${houseTime(at, head.zone)} by ${visible(by.holder)} (${visible(by.kid)}), offset ${offset}; from offset ${from}\n`,
    `  journal: ${proof}\n`,
    `  configuration ${said.configuration}\n`,
    `  statement ${head.digest}\n`,
    `  made ${houseTime(head.madeAt, head.zone)} by jackpot ${head.version}\n`,
    ...(funds === null ? [] : [`  the house keeps ${formatMinor(funds, currency)} apart\n`]),
  ].join('');
}

/** The matrix of a day as CSV; amounts in major units. */
export function dayAsCsv({ statement }: Pick<DayReport, 'statement'>): string {
  const { jackpot, day, currency, opening, closing, causes } = statement;
  const amount = plainMoney(currency);
  const line = (what: string, times: number | string, of: typeof opening) => {
    return [jackpot, day, currency, what, times, ...accounts.map((account) => amount(of[account]))];
  };
  const texts = ['jackpot', 'day', 'currency', 'cause'] as const;
  const columns = [
    ...texts.map((name) => ({ name, is: 'text' as const })),
    ...['times', ...accounts].map((name) => ({ name, is: 'number' as const })),
  ];
  return csvOf(columns, [
    line('opening', '', opening),
    ...causes.map((each) => line(each.cause, each.day.times, each.day)),
    line('closing', '', closing),
  ]);
}

/** Without the currency and without marks between thousands. */
function plainMoney(currency: string): Money {
  return (micros) =>
    formatMicros(BigInt(micros), currency).replace(`${currency} `, '').replaceAll(',', '');
}

type Money = (micros: string | bigint) => string;

function matrix({ opening, closing, causes }: StatementMessage, money: Money): string {
  const cells = (of: typeof opening): string[] => accounts.map((account) => money(of[account]));
  const rows = causes.filter(({ day }) => day.times > 0);
  return table(
    ['', 'times', ...accounts],
    [
      ['opening', '', ...cells(opening)],
      ...rows.map(({ cause, day }) => [cause, day.times, ...cells(day)]),
      ['closing', '', ...cells(closing)],
    ],
  );
}

function balanceLines({ balance, statement }: DayReport, money: Money): string {
  const rows: [string, bigint][] = [
    ['opening', balance.opening],
    ['+ contributions', balance.contributions],
    ['+ funds in', balance.fundsIn],
    ['= paid', balance.paid],
    ['+ refunded', balance.refunded],
    ['+ removed', balance.removed],
    ['+ displayed', balance.displayed],
    ['+ reserve', balance.reserve],
    ['+ held', balance.held],
    ['difference', balance.difference],
  ];
  return table(
    ['', statement.currency],
    rows.map(([what, micros]) => [what, money(micros)]),
  );
}

function tableLines({ tables, statement }: DayReport, money: Money): string {
  if (tables === null) {
    return `What each table has added is not known: the statement of ${statement.after} is not on its topic.\n`;
  }
  if (tables.length === 0) return 'No table has bet or won anything.\n';
  const heads = ['table', 'bets', 'stakes', 'contributions', 'refunded', 'wins', 'awarded'];
  return table(
    [...heads, 'paid at table', 'by slip'],
    tables.map((row) => [
      ...[visible(row.table), row.bets, money(row.stakes), money(row.contributions)],
      ...[money(row.refunded), row.seats, money(row.awarded)],
      ...[money(row.paidAtTable), money(row.paidBySlip)],
    ]),
  );
}

function waitingLines({ claims, tables, proposals, at }: StatementMessage, money: Money): string {
  const open = tables.reduce((sum, { openBets, carriedBets }) => sum + openBets + carriedBets, 0);
  const lines = [
    `${open} bets of open rounds, or carried, went over into the next day.\n`,
    proposals.length === 0 ? '' : `${proposals.length} acts waited for approval.\n`,
  ];
  if (claims.length === 0) return [...lines, 'No award waited.\n'].join('');
  const rows = claims.map(({ award, recordedAt, locked, verified }) => {
    const age = ageInWords(Date.parse(at) - Date.parse(recordedAt));
    return [visible(award), age, money(locked), money(verified)];
  });
  return [...lines, '\n', table(['award', 'waited', 'locked', 'verified'], rows)].join('');
}

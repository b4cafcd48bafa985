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
  /** The ledger has this day as its last, with the same meters, and the journal proves it. */
  readonly isLedgers: boolean;
  /** SHA-256 of the statement as JSON, hex. */
  readonly digest: string;
  /** The day that was asked for: another than the statement's where nobody closed it. */
  readonly asked: string;
  /** When the day before was closed, ISO 8601; null where that is not known, or it is the first. */
  readonly beganAt: string | null;
  /** When the report was made, ISO 8601, and by which version. */
  readonly madeAt: string;
  readonly version: string;
}

/** A report of a day as a person reads it; amounts in major units. */
export function describeDay(report: DayReport, head: ReportHead): string {
  const { statement, fundsOver } = report;
  const { currency, funds } = statement;
  const money = (micros: string | bigint): string =>
    formatMicros(BigInt(micros), currency).replace(`${currency} `, '');
  const moves = (what: string, all: DayReport['lowered']): string => {
    const named = all.map(({ cause, micros }) => `${cause} ${money(micros)}`).join(', ');
    return named === '' ? '' : `The sign went ${what}, net of each cause, by: ${named}\n`;
  };
  const apart = (over: bigint): string => {
    const kept = `The house keeps ${formatMinor(funds ?? 0, currency)} apart: sign, reserve and held`;
    return `${kept} are ${money(over < 0n ? -over : over)} ${over < 0n ? 'more' : 'less'}.\n`;
  };
  return [
    headLines(statement, head),
    `\n${causesAndAccounts(statement, money)}`,
    `\n${balanceLines(report, money)}`,
    moves('up', report.raised),
    moves('down', report.lowered),
    fundsOver === null ? '' : apart(fundsOver),
    `\n${tableLines(report, money)}`,
    `\n${goneOver(statement, money)}`,
  ].join('');
}

function headLines(said: StatementMessage, head: ReportHead): string {
  const { day, days, after, jackpot, currency, by, offset, from, at } = said;
  const { block, partition, zone } = head;
  const asked =
    head.asked === day ? '' : `${head.asked} was not closed by itself: it is in ${day}.\n`;
  const first = days === null || days === 1 ? '' : ` It covers ${days} days, all after ${after}.`;
  const began = head.beganAt === null ? 'the beginning' : houseTime(head.beganAt, zone);
  const record = `the record at offset ${offset} is in`;
  const proof = block
    ? `${record} block ${block.block} of partition ${partition}, ${block.hash}`
    : `${record} no block of partition ${partition} that was found`;
  const isLedgers = head.isLedgers
    ? 'compared with the ledger, which has the same'
    : 'as its topic has it: `verify` compares it with the log';
  return [
    asked,
    `Gaming day ${day} of ${visible(jackpot)}, ${visible(currency)}.${first}\n`,
    `  from ${began} to ${houseTime(at, zone)}: offsets ${from} to ${offset}\n`,
    `  closed by ${visible(by.holder)} (${visible(by.kid)})\n`,
    `  journal: ${proof}\n`,
    `  configuration, SHA-256: ${said.configuration}\n`,
    `  statement, ${isLedgers}\n`,
    `  SHA-256 of its JSON: ${head.digest}\n`,
    `  made ${houseTime(head.madeAt, zone)} by jackpot ${head.version}\n`,
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

function causesAndAccounts({ opening, closing, causes }: StatementMessage, money: Money): string {
  const cells = (of: typeof opening): string[] => accounts.map((account) => money(of[account]));
  const rows = causes.filter(({ day }) => day.times > 0);
  const added = accounts.map((account) =>
    money(BigInt(closing[account]) - BigInt(opening[account])),
  );
  return table(
    ['', 'times', ...accounts],
    [
      ['opening', '', ...cells(opening)],
      ...rows.map(({ cause, day }) => [cause, day.times, ...cells(day)]),
      ['the day', '', ...added],
      ['closing', '', ...cells(closing)],
    ],
  );
}

function balanceLines({ balance, statement }: DayReport, money: Money): string {
  const { opening, contributions, fundsIn, difference, ...went } = balance;
  const { paid, refunded, reversed, removed, displayed, reserve, held } = went;
  const rows: [string, bigint][] = [
    ['opening: sign, reserve and held', opening],
    ['contributions to pool and reserve', contributions],
    ['added by the house', fundsIn],
    ['  together', opening + contributions + fundsIn],
    ['paid to players', paid],
    ['stakes given back', refunded],
    ['taken back by reversals', reversed],
    ['removed by the house', removed],
    ['on the sign', displayed],
    ['in the reserve', reserve],
    ['held for winners', held],
    ['  together', paid + refunded + reversed + removed + displayed + reserve + held],
    ['difference', difference],
  ];
  return table(
    ['', statement.currency],
    rows.map(([what, micros]) => [what, money(micros)]),
  );
}

function tableLines({ tables, all, apart, statement }: DayReport, money: Money): string {
  if (tables === null || all === null) {
    return `What each table has added is not known: the statement of ${statement.after} is not on its topic.\n`;
  }
  if (tables.length === 0) return 'No table has bet or won anything.\n';
  const heads = ['table', 'bets', 'stakes', 'contributions', 'refunded', 'wins', 'awarded'];
  const rows = table(
    [...heads, 'paid at table', 'by slip'],
    [...tables, all].map((row) => [
      ...[visible(row.table), row.bets, money(row.stakes), money(row.contributions)],
      ...[money(row.refunded), row.seats, money(row.awarded)],
      ...[money(row.paidAtTable), money(row.paidBySlip)],
    ]),
  );
  const agree = 'The tables agree with the causes in bets, stakes, contributions and refunds.\n';
  return (
    rows + (apart.length === 0 ? agree : `The tables and the causes differ: ${apart.join('; ')}\n`)
  );
}

function goneOver({ claims, tables, proposals, at }: StatementMessage, money: Money): string {
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

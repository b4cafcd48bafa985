import { Home } from '#acts';
import { UserError } from '#contract';
import {
  awardsKind,
  CsvList,
  dayKind,
  liabilityKind,
  makeReport,
  metersKind,
  readStatements,
  reportHtml,
  tablesKind,
  type ReportKind,
  type ReportSource,
} from '#papers';
import { tableKey } from '#pools';
import { Get, NotFoundException, Param } from '@nestjs/common';
import { ConsoleLedger } from '../ledger/console-ledger.js';
import { Floor } from '../ledger/floor.js';
import { daysBody, type OfferedReport } from './days-page.js';
import { jackpotBody } from './jackpot-page.js';
import type { Reader } from './layout.js';
import { page, Pages, paperPolicy, Reading, type PageAnswer } from './page-answers.js';
import { tableBody, tablesBody } from './tables-page.js';
import { said } from './words.js';

const shownDays = 31;

const kinds: Readonly<Record<OfferedReport, ReportKind>> = {
  day: dayKind,
  awards: awardsKind,
  tables: tablesKind,
  meters: metersKind,
  liability: liabilityKind,
};

/** Jackpots with their tables and gaming days. */
@Pages()
export class RoomsController {
  constructor(
    private readonly live: ConsoleLedger,
    private readonly floor: Floor,
  ) {}

  @Get('jackpots/:jackpot')
  async jackpot(@Reading() reader: Reader, @Param('jackpot') id: string) {
    const { home } = await this.homeOf(id);
    return page(reader, said.jackpot, jackpotBody(reader, home.jackpot));
  }

  @Get(['tables', 'tables/:jackpot'])
  async tables(@Reading() reader: Reader, @Param('jackpot') id?: string) {
    const { ids, home } = await this.homeOf(id);
    const view = { ids, jackpot: home.jackpot, tables: home.now.tables };
    return page(reader, said.tables, tablesBody(reader, view));
  }

  @Get('tables/:jackpot/:table')
  async table(
    @Reading() reader: Reader,
    @Param('jackpot') id: string,
    @Param('table') name: string,
  ) {
    const { jackpot, now } = (await this.homeOf(id)).home;
    const table = now.tables.get(tableKey(id, name));
    const isListed = jackpot.configuration.tables?.some((each) => each.id === name);
    if (table || isListed || jackpot.blocked.has(name)) {
      return page(reader, said.table, tableBody(reader, jackpot, name, table));
    }
    throw new NotFoundException(`${id} has heard of no table ${name}.`);
  }

  @Get(['days', 'days/:jackpot'])
  async days(@Reading() reader: Reader, @Param('jackpot') id?: string) {
    const { ids, home } = await this.homeOf(id);
    const { jackpot } = home;
    const to = jackpot.closed?.day;
    const statements = to === undefined ? [] : await this.statementsUpTo(home.id, to);
    const view = { ids, jackpot, statements: statements.toReversed() };
    return page(reader, said.days, daysBody(reader, view));
  }

  @Get('days/:jackpot/:day/:report')
  async report(
    @Param('jackpot') id: string,
    @Param('day') day: string,
    @Param('report') file: string,
  ) {
    const [, name = '', format] = /^([a-z]+)(\.csv)?$/.exec(file) ?? [];
    const kind = kindNamed(name);
    if (!kind || !/^\d{4}-\d\d-\d\d$/.test(day)) throw new NotFoundException('No such report.');
    const homes = kind.isOfOne ? [await Home.open(this.live, id)] : await Home.all(this.live);
    const [first, ...others] = homes;
    if (!first) throw new NotFoundException('There is no jackpot yet.');
    const source: ReportSource = {
      ...{ connections: this.live, homes: [first, ...others], isProven: false },
      asked: { report: kind.name, jackpots: homes.map((home) => home.id), from: day, to: day },
      checkpoint: undefined,
      openReplay: notHere,
    };
    return format === '.csv' ? reportCsv(kind, source) : reportPage(kind, source);
  }

  private statementsUpTo(id: string, to: string) {
    const from = new Date(Date.parse(to) - shownDays * 86_400_000).toISOString().slice(0, 10);
    return readStatements(this.live, id, { from, to });
  }

  /** Returns the requested jackpot, or the first; and the ids of all. */
  private async homeOf(asked: string | undefined): Promise<{ ids: string[]; home: Home }> {
    const { readings } = await this.floor.now();
    const ids = readings.map(({ jackpot }) => jackpot.id);
    const id = asked ?? ids[0];
    if (id === undefined) throw new NotFoundException('There is no jackpot yet.');
    if (!ids.includes(id)) throw new NotFoundException(`There is no jackpot ${id}.`);
    return { ids, home: await Home.open(this.live, id) };
  }
}

function kindNamed(name: string): ReportKind | undefined {
  return Object.entries(kinds).find(([each]) => each === name)?.[1];
}

async function reportPage(kind: ReportKind, source: ReportSource): Promise<PageAnswer> {
  const maker = { house: null, signer: undefined, isSigned: false };
  const { report } = await makeReport(kind, source, maker);
  return { text: reportHtml(report), policy: paperPolicy };
}

/** Returns the first list of a report. */
async function reportCsv(kind: ReportKind, source: ReportSource): Promise<PageAnswer> {
  const [section] = kind.sections;
  if (!section) throw new NotFoundException('This report has no list.');
  const { frame, fill } = await kind.begin(source);
  const list = new CsvList(source.asked, frame, section);
  let text = list.head;
  await fill((name, rows) => {
    if (name === section && rows.length > 0) text += list.lines(rows);
  });
  const { report, jackpots, to } = source.asked;
  const file = `${report}-${jackpots.join('-')}-${to}.csv`;
  return { text, type: 'text/csv; charset=utf-8', file };
}

function notHere(): Promise<never> {
  throw new UserError('This report folds the log: `jackpot report` makes it.');
}

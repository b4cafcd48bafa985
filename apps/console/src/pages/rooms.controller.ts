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
import { Controller, Get, NotFoundException, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleLedger } from '../ledger/console-ledger.js';
import { daysBody, type OfferedReport } from './days-page.js';
import { PageFailure } from './failure.filter.js';
import { jackpotBody } from './jackpot-page.js';
import { PageAnswers, paperPolicy, type PageAnswer } from './page-answers.js';
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
@Controller()
@ApiExcludeController()
@UseFilters(PageFailure)
export class RoomsController {
  constructor(
    private readonly live: ConsoleLedger,
    private readonly answers: PageAnswers,
  ) {}

  @Get('jackpots/:jackpot')
  jackpot(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('jackpot') id: string,
  ) {
    return this.answers.show(request, reply, said.jackpot, async (reader) => {
      return jackpotBody(reader, (await Home.open(this.live, id)).jackpot);
    });
  }

  @Get(['tables', 'tables/:jackpot'])
  tables(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('jackpot') id?: string,
  ) {
    return this.answers.show(request, reply, said.tables, async (reader) => {
      const { ids, home } = await this.homeOf(id);
      return tablesBody(reader, { ids, jackpot: home.jackpot, tables: home.now.tables });
    });
  }

  @Get('tables/:jackpot/:table')
  table(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('jackpot') id: string,
    @Param('table') name: string,
  ) {
    return this.answers.show(request, reply, said.table, async (reader) => {
      const { jackpot, now } = await Home.open(this.live, id);
      const table = now.tables.get(tableKey(id, name));
      const isListed = jackpot.configuration.tables?.some((each) => each.id === name);
      if (table || isListed || jackpot.blocked.has(name)) {
        return tableBody(reader, jackpot, name, table);
      }
      throw new NotFoundException(`${id} has heard of no table ${name}.`);
    });
  }

  @Get(['days', 'days/:jackpot'])
  days(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('jackpot') id?: string) {
    return this.answers.show(request, reply, said.days, async (reader) => {
      const { ids, home } = await this.homeOf(id);
      const { jackpot } = home;
      const to = jackpot.closed?.day;
      const statements = to === undefined ? [] : await this.statementsUpTo(home.id, to);
      return daysBody(reader, { ids, jackpot, statements: statements.toReversed() });
    });
  }

  @Get('days/:jackpot/:day/:report')
  report(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('jackpot') id: string,
    @Param('day') day: string,
    @Param('report') file: string,
  ) {
    return this.answers.visit(request, reply, async () => {
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
    });
  }

  private statementsUpTo(id: string, to: string) {
    const from = new Date(Date.parse(to) - shownDays * 86_400_000).toISOString().slice(0, 10);
    return readStatements(this.live, id, { from, to });
  }

  /** The jackpot that is asked for, or the first; and the ids of all. */
  private async homeOf(id: string | undefined): Promise<{ ids: string[]; home: Home }> {
    const all = await Home.all(this.live);
    const home = id === undefined ? all[0] : all.find((each) => each.id === id);
    if (home) return { ids: all.map((each) => each.id), home };
    throw new NotFoundException(
      id === undefined ? 'There is no jackpot yet.' : `There is no jackpot ${id}.`,
    );
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

/** The first list of a report. */
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

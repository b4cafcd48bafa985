import { declaredCards, Home, looksOf, openAwards } from '#acts';
import { formatMinor, UserError } from '#contract';
import { awardMessage, LedgerReader, signState } from '#engine';
import { readSlip, slipHtml } from '#papers';
import type { Jackpot } from '#pools';
import {
  Controller,
  Get,
  NotFoundException,
  Param,
  Query,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleLedger } from '../ledger/console-ledger.js';
import { attentionOf, tablesInNeed, type Attention } from '../ledger/attention.js';
import { awardsBody, claimBody, type QueuedAward } from './claims-page.js';
import { PageFailure } from './failure.filter.js';
import { floorBody } from './floor-page.js';
import { PageAnswers, paperPolicy } from './page-answers.js';
import { said } from './words.js';

const listLimit = 200;

/** The floor, and the awards. */
@Controller()
@ApiExcludeController()
@UseFilters(PageFailure)
export class ClaimsController {
  constructor(
    private readonly live: ConsoleLedger,
    private readonly reader: LedgerReader,
    private readonly answers: PageAnswers,
  ) {}

  @Get()
  floor(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.answers.show(request, reply, said.floor, async (reader) => {
      const { readings, unreadable } = await this.reader.readJackpots();
      const pools = readings.map(({ jackpot, valueMinor }) => ({
        id: jackpot.id,
        name: nameFor(jackpot, reader.language),
        value: formatMinor(valueMinor, jackpot.configuration.currency),
        state: signState(jackpot),
      }));
      const queue: QueuedAward[] = [];
      for (const { jackpot } of readings) {
        const page = { afterOffset: -1, limit: listLimit };
        const found = await this.reader.readClaims(jackpot.id, page);
        const { zone } = jackpot.configuration;
        queue.push(...(found?.claims ?? []).map((award) => ({ award, zone })));
      }
      queue.sort((one, other) => (one.award.recordedAt < other.award.recordedAt ? -1 : 1));
      const attention = await attentionOf(this.live.ledger, readings);
      attention.push(...(await this.tablesInNeed()));
      return floorBody(reader, {
        ...{ pools, unreadable, attention },
        queue: queue.slice(0, listLimit),
      });
    });
  }

  @Get('claims')
  awards(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('jackpot') asked?: string,
    @Query('before') before?: string,
  ) {
    return this.answers.show(request, reply, said.claims, async (reader) => {
      const { readings } = await this.reader.readJackpots();
      const found = readings.find(({ jackpot }) => jackpot.id === asked) ?? readings[0];
      const ids = readings.map(({ jackpot }) => jackpot.id);
      if (!found) return awardsBody(reader, { ids, jackpot: undefined, awards: [], zone: 'UTC' });
      const { jackpot } = found;
      const beforeOffset = before !== undefined && /^\d{1,15}$/.test(before) ? +before : undefined;
      const page = await this.reader.readAwards(jackpot, { beforeOffset, limit: 100 });
      const { zone } = jackpot.configuration;
      return awardsBody(reader, { ids, jackpot: jackpot.id, zone, ...page });
    });
  }

  @Get('claims/:jackpot/:offset')
  claim(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('jackpot') id: string,
    @Param('offset') offset: string,
  ) {
    return this.answers.show(request, reply, said.award, async (reader) => {
      const { home, claim } = await this.awardAt(id, offset);
      const { zone } = home.jackpot.configuration;
      const award = awardMessage(claim, home.jackpot);
      const open = await openAwards(this.live, home);
      const next = open.find((each) => each.id === award.id)?.next ?? [];
      const isOpen = home.jackpot.open.has(award.id);
      const verified = { type: 'award.verified', data: { award: award.id } } as const;
      const looks = isOpen ? await looksOf(this.live, home, verified) : [];
      const cards = await declaredCards(this.live, home, claim);
      return claimBody(reader, { award, next, zone, cards, looks });
    });
  }

  @Get('claims/:jackpot/:offset/slip/:seat')
  slip(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('jackpot') id: string,
    @Param('offset') offset: string,
    @Param('seat') seat: string,
  ) {
    return this.answers.visit(request, reply, async () => {
      const { home, claim } = await this.awardAt(id, offset);
      const award = awardMessage(claim, home.jackpot);
      const slip = await readSlip(this.live, home, { award, seat: Number(seat) }, null);
      return { text: slipHtml(slip), policy: paperPolicy };
    });
  }

  /** None where the journal does not prove what Redis has: what is halted is said anyhow. */
  private async tablesInNeed(): Promise<Attention[]> {
    try {
      return (await Home.all(this.live)).flatMap(tablesInNeed);
    } catch (error) {
      if (error instanceof UserError) return [];
      throw error;
    }
  }

  private async awardAt(id: string, offset: string) {
    const home = await Home.open(this.live, id);
    const claim = [...home.jackpot.claims.values()].find((each) => String(each.offset) === offset);
    if (claim) return { home, claim };
    throw new NotFoundException(`${id} has no award ${offset} that the ledger remembers.`);
  }
}

function nameFor({ id, configuration }: Jackpot, language: string): string {
  const names: Readonly<Record<string, string>> = configuration.name;
  return names[language] ?? names['en'] ?? id;
}

import { Home, looksOf, openAwards, readProposed } from '#acts';
import { formatMinor, jwkOf, UserError } from '#contract';
import { awardMessage, LedgerReader, signState } from '#engine';
import { readSlip, slipHtml, type Words } from '#papers';
import { Controller, Get, NotFoundException, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { declaredCards } from '../acts/wishes.js';
import { ConsoleLedger } from '../ledger/console-ledger.js';
import { Door } from '../people/door.js';
import { Enrolment } from '../people/enrolment.js';
import { Holders } from '../people/holders.js';
import { claimBody, claimsBody, type QueuedAward } from './claims-page.js';
import { PageFailure } from './failure.filter.js';
import { html, type Markup } from './html.js';
import { jackpotBody } from './jackpot-page.js';
import { layout, pagePolicy, signInPage, type Reader } from './layout.js';
import { readerOf } from './page-context.js';
import { peopleBody } from './people-page.js';
import { proposalBody, proposalsBody, type ProposalView } from './proposals-page.js';
import { said } from './words.js';

const queueLimit = 200;

/** What is sent; a page of the console unless it says otherwise. */
interface PageAnswer {
  readonly text: string;
  readonly type?: string;
  readonly policy?: string;
}

/** A slip has its style and its font with it. */
const slipPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

const enrolBody = html`<div data-enrol></div>
  <p class="warning" role="alert" hidden></p>`;

/** What people read; each page is there whole without a script. */
@Controller()
@ApiExcludeController()
@UseFilters(PageFailure)
export class PagesController {
  constructor(
    private readonly live: ConsoleLedger,
    private readonly reader: LedgerReader,
    private readonly door: Door,
    private readonly holders: Holders,
    private readonly enrolment: Enrolment,
  ) {}

  @Get()
  claims(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.show(request, reply, said.claims, async (reader) => {
      const { readings } = await this.reader.readJackpots();
      const pools = readings.map(({ jackpot, valueMinor }) => ({
        id: jackpot.id,
        name: poolName(jackpot.configuration.name, reader.language) ?? jackpot.id,
        value: formatMinor(valueMinor, jackpot.configuration.currency),
        state: signState(jackpot),
      }));
      const queue: QueuedAward[] = [];
      for (const { jackpot } of readings) {
        const page = await this.reader.readClaims(jackpot.id, {
          afterOffset: -1,
          limit: queueLimit,
        });
        const { zone } = jackpot.configuration;
        queue.push(...(page?.claims ?? []).map((award) => ({ award, zone })));
      }
      queue.sort(
        (one, other) => Date.parse(one.award.recordedAt) - Date.parse(other.award.recordedAt),
      );
      return claimsBody(reader, pools, queue.slice(0, queueLimit));
    });
  }

  @Get('claims/:jackpot/:offset')
  claim(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('jackpot') id: string,
    @Param('offset') offset: string,
  ) {
    return this.show(request, reply, said.claims, async (reader) => {
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
    return this.visit(request, reply, async () => {
      const { home, claim } = await this.awardAt(id, offset);
      const award = awardMessage(claim, home.jackpot);
      const slip = await readSlip(this.live, home, { award, seat: Number(seat) }, null);
      return { text: slipHtml(slip), policy: slipPolicy };
    });
  }

  @Get('jackpots/:jackpot')
  jackpot(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('jackpot') id: string,
  ) {
    return this.show(request, reply, said.jackpot, async (reader) => {
      return jackpotBody(reader, (await Home.open(this.live, id)).jackpot);
    });
  }

  @Get('proposals')
  proposals(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.show(request, reply, said.proposals, async (reader) => {
      const views: ProposalView[] = [];
      for (const home of await Home.all(this.live)) views.push(...(await this.proposalsOf(home)));
      return proposalsBody(reader, views);
    });
  }

  @Get('proposals/:jackpot/:offset')
  proposal(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('jackpot') id: string,
    @Param('offset') offset: string,
  ) {
    return this.show(request, reply, said.proposals, async (reader) => {
      const views = await this.proposalsOf(await Home.open(this.live, id));
      const view = views.find(({ proposal }) => String(proposal.offset) === offset);
      if (view) return proposalBody(reader, view);
      throw new UserError(
        `No act of ${id} waits as proposal ${offset}: it is done, withdrawn or over.`,
      );
    });
  }

  @Get('people')
  people(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.show(request, reply, said.people, async (reader) => {
      const { keys } = await this.holders.authority();
      return peopleBody(reader, [...keys.values()], await this.enrolment.waiting());
    });
  }

  @Get('people/waiting/:file')
  waiting(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('file') file: string) {
    return this.visit(request, reply, async () => {
      const waiting = await this.enrolment.waiting();
      const found = waiting.find(({ key }) => file === `${key.kid}.public.jwk`);
      if (!found) throw new NotFoundException(`No key waits as ${file}.`);
      const text = `${JSON.stringify(jwkOf(found.key), null, 2)}\n`;
      return { text, type: 'application/json' };
    });
  }

  /** Who has an invitation comes in here; its text is behind the `#`, which no log has. */
  @Get('enrol')
  async enrol(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const reader = readerOf(request, undefined);
    await send(reply, { text: layout(reader, said.enrol, enrolBody) });
  }

  @Get('*')
  nothing(): never {
    throw new NotFoundException('There is no such page.');
  }

  private async awardAt(id: string, offset: string) {
    const home = await Home.open(this.live, id);
    const claim = [...home.jackpot.claims.values()].find((each) => String(each.offset) === offset);
    if (claim) return { home, claim };
    throw new NotFoundException(`${id} has no award ${offset} that the ledger remembers.`);
  }

  private async proposalsOf({ id, jackpot, partition }: Home): Promise<ProposalView[]> {
    const proposed = await readProposed(this.live, partition, jackpot.proposals);
    const { zone, currency } = jackpot.configuration;
    return jackpot.proposals.map((proposal) => {
      return { jackpot: id, zone, currency, proposal, proposed: proposed.get(proposal.offset) };
    });
  }

  private async show(
    request: FastifyRequest,
    reply: FastifyReply,
    title: Words,
    body: (reader: Reader) => Promise<Markup>,
  ): Promise<void> {
    await this.visit(request, reply, async (reader) => ({
      text: layout(reader, title, await body(reader)),
    }));
  }

  /** Answers who is signed in; others get the page to sign in, at the same address. */
  private async visit(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (reader: Reader) => Promise<PageAnswer>,
  ): Promise<void> {
    const visitor = await this.door.visitor(request, request.headers['x-live'] === undefined);
    const reader = readerOf(request, visitor?.key);
    if (visitor) return send(reply, await answer(reader));
    reply.status(401);
    return send(reply, { text: signInPage(reader) });
  }
}

async function send(reply: FastifyReply, answer: PageAnswer): Promise<void> {
  const { text, type = 'text/html; charset=utf-8', policy = pagePolicy } = answer;
  reply.type(type).header('content-security-policy', policy).header('cache-control', 'no-store');
  await reply.send(text);
}

function poolName(names: Readonly<Record<string, string>>, language: string): string | undefined {
  return names[language] ?? names['en'];
}

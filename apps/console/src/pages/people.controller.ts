import { Home, readProposed } from '#acts';
import { jwkOf, UserError } from '#contract';
import { awardMessage, freshnessOf } from '#engine';
import { provenSnapshot } from '#proof';
import { Controller, Get, NotFoundException, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleLedger } from '../ledger/console-ledger.js';
import { Enrolment } from '../people/enrolment.js';
import { Holders } from '../people/holders.js';
import { PageFailure } from './failure.filter.js';
import { html } from './html.js';
import { layout } from './layout.js';
import { PageAnswers, sendPage } from './page-answers.js';
import { readerOf } from './page-context.js';
import { peopleBody } from './people-page.js';
import { proofBody, type ShownPartition } from './proof-page.js';
import { proposalBody, proposalsBody, type ProposalView } from './proposals-page.js';
import { said } from './words.js';

const enrolBody = html`<div data-enrol></div>
  <p class="warning" role="alert" hidden></p>`;

/** What waits for people, who they are, and how far the ledger is. */
@Controller()
@ApiExcludeController()
@UseFilters(PageFailure)
export class PeopleController {
  constructor(
    private readonly live: ConsoleLedger,
    private readonly answers: PageAnswers,
    private readonly holders: Holders,
    private readonly enrolment: Enrolment,
  ) {}

  @Get('proposals')
  proposals(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.answers.show(request, reply, said.proposals, async (reader) => {
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
    return this.answers.show(request, reply, said.proposals, async (reader) => {
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
    return this.answers.show(request, reply, said.people, async (reader) => {
      const { keys } = await this.holders.authority();
      return peopleBody(reader, [...keys.values()], await this.enrolment.waiting());
    });
  }

  @Get('people/waiting/:file')
  waiting(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('file') file: string) {
    return this.answers.visit(request, reply, async () => {
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
    await sendPage(reply, { text: layout(reader, said.enrol, enrolBody) });
  }

  @Get('proof')
  proof(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.answers.show(request, reply, said.proof, async (reader) => {
      const marks = await this.live.watermarks('events');
      const views: ShownPartition[] = [];
      for (const [partition, { high }] of marks.entries()) {
        views.push({ partition, high, ...(await this.partitionAt(partition)) });
      }
      return proofBody(reader, views);
    });
  }

  @Get('*')
  nothing(): never {
    throw new NotFoundException('There is no such page.');
  }

  /** How far a partition is; why it cannot be shown, where the journal does not prove it. */
  private async partitionAt(partition: number) {
    const { pulse } = await this.live.ledger.readValues(partition);
    const { fault, asOf } = freshnessOf(pulse);
    try {
      const { position, block, head, halted } = await provenSnapshot(this.live, partition);
      return { fault, asOf, position, block, head, why: halted?.detail };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { fault, asOf, why: error.message };
    }
  }

  private async proposalsOf({ id, jackpot, partition }: Home): Promise<ProposalView[]> {
    const proposed = await readProposed(this.live, partition, jackpot.proposals);
    const { zone, currency } = jackpot.configuration;
    return jackpot.proposals.map((proposal) => {
      const own = proposed.get(proposal.offset);
      const { award = '' } = (own?.act.data ?? {}) as { award?: string };
      const found = jackpot.claims.get(award);
      const claim = found && awardMessage(found, jackpot);
      return { jackpot: id, zone, currency, proposal, proposed: own, claim };
    });
  }
}

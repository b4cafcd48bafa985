import { Home, isOutdated, readProposed, signedBy } from '#acts';
import { jwkOf, UserError } from '#contract';
import { awardMessage, freshnessOf } from '#engine';
import { provenSnapshot } from '#proof';
import { Get, NotFoundException, Param } from '@nestjs/common';
import { ConsoleLedger } from '../ledger/console-ledger.js';
import { Floor } from '../ledger/floor.js';
import { SharedReading } from '../ledger/shared-reading.js';
import { AlertWatch } from '../monitor/alert-watch.js';
import { Enrolment } from '../people/enrolment.js';
import { Holders } from '../people/holders.js';
import type { Reader } from './layout.js';
import { page, Pages, Reading } from './page-answers.js';
import { peopleBody } from './people-page.js';
import { personBody } from './person-page.js';
import { proofBody, type ShownPartition } from './proof-page.js';
import { proposalBody, proposalsBody, type ProposalView } from './proposals-page.js';
import { said } from './words.js';

/** Limit of the search in the log for a person's signed records. */
const recordsSearched = 200_000;
const searchFreshForMs = 2_000;

/** The work that waits for people, the people, and the position of the ledger. */
@Pages()
export class PeopleController {
  /** Searches by key: there are no more than keys in force. */
  private readonly searches = new Map<
    string,
    SharedReading<Awaited<ReturnType<typeof signedBy>>>
  >();

  constructor(
    private readonly live: ConsoleLedger,
    private readonly holders: Holders,
    private readonly enrolment: Enrolment,
    private readonly floor: Floor,
    private readonly watch: AlertWatch,
  ) {}

  @Get('proposals')
  async proposals(@Reading() reader: Reader) {
    const views: ProposalView[] = [];
    for (const home of await Home.all(this.live)) views.push(...(await this.proposalsOf(home)));
    return page(reader, said.proposals, proposalsBody(reader, views));
  }

  @Get('proposals/:jackpot/:offset')
  async proposal(
    @Reading() reader: Reader,
    @Param('jackpot') id: string,
    @Param('offset') offset: string,
  ) {
    const views = await this.proposalsOf(await Home.open(this.live, id));
    const view = views.find(({ proposal }) => String(proposal.offset) === offset);
    if (view) return page(reader, said.proposals, proposalBody(reader, view));
    throw new UserError(
      `No act of ${id} waits as proposal ${offset}: it is done, withdrawn or over.`,
    );
  }

  @Get('people')
  async people(@Reading() reader: Reader) {
    const { keys } = await this.holders.authority();
    const waiting = await this.enrolment.waiting();
    return page(reader, said.people, peopleBody(reader, [...keys.values()], waiting));
  }

  @Get('people/:kid')
  async person(@Reading() reader: Reader, @Param('kid') kid: string) {
    const authority = await this.holders.authority();
    const key = authority.keys.get(kid);
    if (!key) throw new NotFoundException(`No key ${kid} is in force.`);
    const signed = await this.signedBy(kid);
    const { readings } = await this.floor.now();
    const configurations = readings.map(({ jackpot }) => jackpot.configuration);
    const placeOf = (id: string) => configurations.find((each) => each.id === id);
    const view = { key, signed: signed.found, isCut: signed.isCut, placeOf };
    return page(reader, said.people, personBody(reader, view));
  }

  @Get('people/waiting/:file')
  async waiting(@Param('file') file: string) {
    const waiting = await this.enrolment.waiting();
    const found = waiting.find(({ key }) => file === `${key.kid}.public.jwk`);
    if (!found) throw new NotFoundException(`No key waits as ${file}.`);
    const text = `${JSON.stringify(jwkOf(found.key), null, 2)}\n`;
    return { text, type: 'application/json' };
  }

  @Get('proof')
  async proof(@Reading() reader: Reader) {
    const marks = await this.live.watermarks('events');
    const views: ShownPartition[] = [];
    for (const [partition, { high }] of marks.entries()) {
      views.push({ partition, high, ...(await this.partitionAt(partition)) });
    }
    const { zone } = await this.floor.now();
    return page(reader, said.proof, proofBody(reader, views, this.watch.view, zone));
  }

  /** Allows one search of the log at a time for each key. */
  private signedBy(kid: string): ReturnType<typeof signedBy> {
    const known = this.searches.get(kid);
    const search =
      known ??
      new SharedReading(
        async () => signedBy(this.live, await this.holders.authority(), kid, recordsSearched),
        searchFreshForMs,
      );
    this.searches.set(kid, search);
    return search.get();
  }

  /**
   * Returns the position of a partition; the reason it is hidden if the journal does not prove it.
   */
  private async partitionAt(partition: number) {
    const { pulse } = await this.live.ledger.readValues(partition);
    const { fault, asOf } = freshnessOf(pulse);
    try {
      const {
        position,
        block,
        head,
        halted,
        build: appliedBy,
      } = await provenSnapshot(this.live, partition);
      return { fault, asOf, position, block, head, appliedBy, why: halted?.detail };
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
      const about = { jackpot: id, zone, currency, claim };
      return { ...about, proposal, proposed: own, isOutdated: isOutdated(jackpot, own) };
    });
  }
}

import { declaredCards, Home, looksOf, openAwards } from '#acts';
import { awardMessage, LedgerReader } from '#engine';
import { readSlip, slipHtml } from '#papers';
import { Get, NotFoundException, Param, Query } from '@nestjs/common';
import { partitionFault } from '../ledger/attention.js';
import { ConsoleLedger } from '../ledger/console-ledger.js';
import { Floor } from '../ledger/floor.js';
import { awardsBody, claimBody } from './claims-page.js';
import { floorBody } from './floor-page.js';
import type { Reader } from './layout.js';
import { page, Pages, paperPolicy, Reading } from './page-answers.js';
import { said } from './words.js';

/** The floor, and the awards. */
@Pages()
export class ClaimsController {
  constructor(
    private readonly live: ConsoleLedger,
    private readonly ledger: LedgerReader,
    private readonly floor: Floor,
  ) {}

  @Get()
  async showFloor(@Reading() reader: Reader) {
    return page(reader, said.floor, floorBody(reader, await this.floor.now()));
  }

  @Get('claims')
  async awards(
    @Reading() reader: Reader,
    @Query('jackpot') asked?: string,
    @Query('before') before?: string,
  ) {
    const { readings } = await this.floor.now();
    const shown = readings.find(({ jackpot }) => jackpot.id === asked) ?? readings[0];
    const ids = readings.map(({ jackpot }) => jackpot.id);
    if (!shown) {
      const none = { ids, jackpot: undefined, awards: [], zone: 'UTC' };
      return page(reader, said.claims, awardsBody(reader, none));
    }
    const { jackpot } = shown;
    const beforeOffset = before !== undefined && /^\d{1,15}$/.test(before) ? +before : undefined;
    const found = await this.ledger.readAwards(jackpot, { beforeOffset, limit: 100 });
    const { zone } = jackpot.configuration;
    const view = { ids, jackpot: jackpot.id, zone, ...found };
    return page(reader, said.claims, awardsBody(reader, view));
  }

  @Get('claims/:jackpot/:offset')
  async claim(
    @Reading() reader: Reader,
    @Param('jackpot') id: string,
    @Param('offset') offset: string,
  ) {
    const { home, claim } = await this.awardAt(id, offset);
    const { zone } = home.jackpot.configuration;
    const award = awardMessage(claim, home.jackpot);
    const open = await openAwards(this.live, home);
    const next = open.find((each) => each.id === award.id)?.next ?? [];
    const isOpen = home.jackpot.open.has(award.id);
    const verified = { type: 'award.verified', data: { award: award.id } } as const;
    const looks = isOpen ? await looksOf(this.live, home, verified) : [];
    const cards = await declaredCards(this.live, home, claim);
    const offsets = next.map(({ proposal }) => proposal);
    const proposals = home.jackpot.proposals.filter((each) => offsets.includes(each.offset));
    const { unclaimedAfterHours } = home.jackpot.configuration;
    const expiresFromMs = claim.recordedAtMs + unclaimedAfterHours * 3_600_000;
    const fault = await partitionFault(this.live.ledger, home.partition);
    const view = { award, next, zone, cards, looks, fault, proposals, expiresFromMs };
    return page(reader, said.award, claimBody(reader, view));
  }

  @Get('claims/:jackpot/:offset/slip/:seat')
  async slip(
    @Param('jackpot') id: string,
    @Param('offset') offset: string,
    @Param('seat') seat: string,
  ) {
    const { home, claim } = await this.awardAt(id, offset);
    const award = awardMessage(claim, home.jackpot);
    const slip = await readSlip(this.live, home, { award, seat: Number(seat) }, null);
    return { text: slipHtml(slip), policy: paperPolicy };
  }

  private async awardAt(id: string, offset: string) {
    const home = await Home.open(this.live, id);
    const claim = [...home.jackpot.claims.values()].find((each) => String(each.offset) === offset);
    if (claim) return { home, claim };
    throw new NotFoundException(`${id} has no award ${offset} that the ledger remembers.`);
  }
}

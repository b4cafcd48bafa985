import { houseTime, type NextStep } from '#acts';
import { formatMinor, type AwardMessage } from '#contract';
import { amountInWords, causeNames, handNames, type Words } from '#papers';
import type { ShownCards } from '#pools';
import type { QueuedAward } from '../ledger/floor.js';
import { drawn } from './cards.js';
import { claimForms, type ClaimView } from './claim-forms.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { agoText } from './local-text.js';
import { factList, jackpotLinks, listTable, looksList, money, rolesText } from './parts.js';
import { restPart } from './rest-part.js';
import { said } from './words.js';
import { actName, seatStateNames } from './act-words.js';

export const queueHeads = [
  ...[said.amount, said.table, said.seat, said.hand, said.state, said.age],
];

/** A page of the awards of a jackpot, the newest first. */
interface AwardsView {
  /** Ids of all jackpots. */
  readonly ids: readonly string[];
  /** Undefined while no jackpot exists. */
  readonly jackpot: string | undefined;
  readonly zone: string;
  readonly awards: readonly AwardMessage[];
  /** Offset before which the next page begins; undefined if the ledger remembers no more. */
  readonly next?: number | undefined;
}

/** All awards that the ledger remembers, finished ones too. */
export function awardsBody(
  reader: Reader,
  { ids, jackpot, zone, awards, next }: AwardsView,
): Markup {
  const rows = awards.map((award) => queueRow(reader, { award, zone }));
  const pathOf = (id: string): string => `/claims?jackpot=${encodeURIComponent(id)}`;
  const more =
    jackpot !== undefined &&
    next !== undefined &&
    html`<p>
      <a class="button" href="${pathOf(jackpot)}&before=${next}">${tell(reader, said.older)}</a>
    </p>`;
  return html`${jackpotLinks(ids, jackpot, pathOf)} ${listTable(reader, queueHeads, rows)} ${more}`;
}

/** A row of a list of awards. */
export function queueRow(reader: Reader, { award, zone }: QueuedAward): (Markup | string)[] {
  const { jackpot, offset, table, payouts, states, recordedAt, currency } = award;
  const own = (words: Words): string => tell(reader, words);
  const each = (text: (index: number) => string): Markup[] =>
    payouts.map((_, index) => html`<div>${text(index)}</div>`);
  const stateOf = (index: number) => seatStateNames[states[index]?.state ?? 'locked'];
  const isOpen = states.some(({ state }) => state === 'locked' || state === 'verified');
  const time = houseTime(recordedAt, zone);
  const amounts = each((at) => formatMinor(amountOf(award, at), currency));
  return [
    money(html`<a href="${awardPath(award)}">${amounts}</a>`),
    html`${table}<br /><small>${jackpot} · ${offset}</small>`,
    html`${each((at) => String(payouts[at]?.seat))}`,
    html`${each((at) => own(handNames[payouts[at]?.hand ?? 'flush']))}`,
    html`${each((at) => own(stateOf(at)))}`,
    isOpen ? html`${agoText(reader, recordedAt)}<br /><small>${time}</small>` : time,
  ];
}

/** Returns the address of an award. */
export function awardPath({ jackpot, offset }: Pick<AwardMessage, 'jackpot' | 'offset'>): string {
  return `/claims/${encodeURIComponent(jackpot)}/${offset}`;
}

/** Returns the address of a jackpot. */
export function jackpotPath(id: string): string {
  return `/jackpots/${encodeURIComponent(id)}`;
}

/** Returns the sum of all seats of an award, in minor units. */
export function wholeOf(award: AwardMessage): number {
  return award.payouts.reduce((sum, _, index) => sum + amountOf(award, index), 0);
}

function amountOf({ payouts }: AwardMessage, index: number): number {
  const { amount = 0, stakeReturned = 0 } = payouts[index] ?? {};
  return amount + stakeReturned;
}

/** One award: the win, its cards, and the acts that the person at the page may do. */
export function claimBody(reader: Reader, view: ClaimView): Markup {
  const { award, zone, cards } = view;
  const own = (words: Words): string => tell(reader, words);
  const { payouts, by, currency } = award;
  const seats = payouts.map((_, index) => seatPart(reader, view, index));
  const actors = by.map(
    ({ act, holder, kid, at }) =>
      html`<li>
        ${own(actName(act))} <b>${holder}</b> <small>${kid}</small>
        <time datetime="${at}">${houseTime(at, zone)}</time>
      </li>`,
  );
  const pool = [award.poolBefore, award.poolAfter].map((each) => formatMinor(each, currency));
  const facts = factList(reader, [
    [said.jackpot, html`<a href="${jackpotPath(award.jackpot)}">${award.jackpot}</a>`],
    [said.table, html`<b>${award.table}</b> <small>${own(said.round)} ${award.round}</small>`],
    [said.pool, pool.join(' → ')],
    [said.recorded, `${houseTime(award.recordedAt, zone)} · ${agoText(reader, award.recordedAt)}`],
    [said.cause, award.cause && own(causeNames[award.cause])],
  ]);
  const fault =
    view.fault && html`<section class="looks"><p>${faultPart(reader, view.fault)}</p></section>`;
  return html`${facts} ${fault} ${looksList(reader, view.looks)}
    ${restPart(reader, award, { isDone: true })} ${communityPart(reader, cards)} ${seats}
    ${
      actors.length === 0
        ? undefined
        : html`<h2>${own(said.acted)}</h2>
            <ol class="actors">
              ${actors}
            </ol>`
    }
    ${claimForms(reader, view)}
    <p class="id"><small>${award.id}</small></p>`;
}

/** What is wrong with the service of a partition, and where to read more. */
export function faultPart(reader: Reader, fault: 'halted' | 'silent'): Markup {
  const what = fault === 'halted' ? said.partitionHalted : said.partitionSilent;
  return html`${tell(reader, what)} <a href="/proof">${tell(reader, said.proof)}</a>`;
}

function communityPart(reader: Reader, cards: ShownCards | undefined): Markup {
  if (!cards) return html`<p>${tell(reader, said.noCards)}</p>`;
  const community = cards.community ?? [];
  if (community.length === 0) return html``;
  return html`<p class="cards">
    ${drawn(community)} <small>${tell(reader, said.onTable)}</small>
  </p>`;
}

function seatPart(reader: Reader, { award, cards, next }: ClaimView, index: number): Markup {
  const own = (words: Words): string => tell(reader, words);
  const payout = award.payouts[index];
  const stood = award.states[index];
  if (!payout || !stood) return html``;
  const { seat, hand, fromPool, fromHouse } = payout;
  const { currency } = award;
  const amount = amountOf(award, index);
  const held = cards?.hands?.find((each) => each.seat === seat)?.cards ?? [];
  const step = next.find((each) => each.seat === seat);
  const slip =
    stood.slip === null
      ? undefined
      : html`<p>
          <a href="${awardPath(award)}/slip/${seat}" target="_blank"
            >${own(said.print)} ${stood.slip}</a
          >
        </p>`;
  return html`<section class="seat">
    <h2>
      ${own(said.seat)} ${seat} · ${own(handNames[hand])}
      <span class="state ${stood.state}">${own(seatStateNames[stood.state])}</span>
    </h2>
    <p class="cards">${drawn(held)}</p>
    <p class="amount">
      <span class="money">${formatMinor(amount, currency)}</span>
      <small
        >${formatMinor(fromPool, currency)} ${own(said.fromPool)},
        ${formatMinor(fromHouse, currency)} ${own(said.fromHouse)}</small
      >
    </p>
    <p class="words">
      <small>${own(said.inWords)}</small> ${amountInWords(amount, currency)[reader.language]}
    </p>
    ${step ? html`<p><small>${own(said.next)}:</small> ${stepText(reader, step)}</p>` : undefined}
    ${slip}
  </section>`;
}

function stepText(reader: Reader, { act, roles, proposal }: NextStep): string {
  const own = (words: Words): string => tell(reader, words);
  const words = {
    'verify-award': said.verify,
    pay: said.pay,
    approve: said.approve,
    wait: said.wait,
  };
  const of = proposal === null ? '' : ` ${proposal}`;
  return `${own(words[act])}${of}, ${own(said.takesRole)} ${rolesText(reader, roles)}`;
}

import type { OpenAward, NextStep } from '#acts';
import { ageOfAward, houseTime } from '#acts';
import { formatMinor, type AwardMessage } from '#contract';
import { amountInWords, causeNames, deckNames, handNames, methodNames, type Words } from '#papers';
import type { Role, ShownCards, SigningKey } from '#pools';
import { drawn } from './cards.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { actName, said, seatStateNames } from './words.js';

/** A pool as the signs show it. */
export interface ShownPool {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly state: 'running' | 'suspended' | 'retired';
}

/** An award of the queue. */
export interface QueuedAward {
  readonly award: AwardMessage;
  readonly zone: string;
}

/** What waits for people, the oldest first. */
export function claimsBody(
  reader: Reader,
  pools: readonly ShownPool[],
  queue: readonly QueuedAward[],
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const tiles = pools.map(
    ({ id, name, value, state }) =>
      html`<li class="pool ${state}">
        <b><a href="/jackpots/${encodeURIComponent(id)}">${name}</a></b> <small>${id}</small
        ><span class="money" data-pool="${id}">${value}</span>${
          state === 'running'
            ? undefined
            : html`<span class="state ${state}">${own(said[state])}</span>`
        }
      </li>`,
  );
  const rows = queue.map(({ award, zone }) => queueRow(reader, award, zone));
  const heads = [said.amount, said.table, said.seat, said.hand, said.state, said.age].map(
    (words) => html`<th scope="col">${own(words)}</th>`,
  );
  const list =
    queue.length === 0
      ? html`<p class="none">${own(said.nothingWaits)}</p>`
      : html`<div class="scroll">
          <table class="queue">
            <thead>
              <tr>
                ${heads}
              </tr>
            </thead>
            <tbody>
              ${rows}
            </tbody>
          </table>
        </div>`;
  return html`<ul class="pools">
      ${tiles}
    </ul>
    ${list}`;
}

function queueRow(reader: Reader, award: AwardMessage, zone: string): Markup {
  const { jackpot, offset, table, payouts, states, recordedAt, currency } = award;
  const own = (words: Words): string => tell(reader, words);
  const each = (text: (index: number) => string): Markup[] =>
    payouts.map((_, index) => html`<div>${text(index)}</div>`);
  const stateOf = (index: number) => seatStateNames[states[index]?.state ?? 'locked'];
  return html`<tr>
    <td class="money">
      <a href="${awardPath(award)}">${each((at) => formatMinor(amountOf(award, at), currency))}</a>
    </td>
    <td>${table}<br /><small>${jackpot} · ${offset}</small></td>
    <td>${each((at) => String(payouts[at]?.seat))}</td>
    <td>${each((at) => own(handNames[payouts[at]?.hand ?? 'flush']))}</td>
    <td>${each((at) => own(stateOf(at)))}</td>
    <td>${ageOfAward({ recordedAt })}<br /><small>${houseTime(recordedAt, zone)}</small></td>
  </tr>`;
}

/** The address of an award. */
export function awardPath({ jackpot, offset }: Pick<AwardMessage, 'jackpot' | 'offset'>): string {
  return `/claims/${encodeURIComponent(jackpot)}/${offset}`;
}

function amountOf({ payouts }: AwardMessage, index: number): number {
  const { amount = 0, stakeReturned = 0 } = payouts[index] ?? {};
  return amount + stakeReturned;
}

/** What is known of one award. */
export interface ClaimView {
  readonly award: AwardMessage;
  /** What is next for each seat that waits. */
  readonly next: OpenAward['next'];
  readonly zone: string;
  /** As the table has declared them. */
  readonly cards: ShownCards | undefined;
  readonly looks: readonly string[];
}

/** One award: what was won, by which cards, and what the person at the page may do about it. */
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
  return html`<dl class="facts">
      <dt>${own(said.table)}</dt>
      <dd><b>${award.table}</b> <small>${own(said.round)} ${award.round}</small></dd>
      <dt>${own(said.pool)}</dt>
      <dd>
        ${formatMinor(award.poolBefore, currency)} → ${formatMinor(award.poolAfter, currency)}
      </dd>
      <dt>${own(said.recorded)}</dt>
      <dd>${houseTime(award.recordedAt, zone)} · ${ageOfAward(award)}</dd>
      ${
        award.cause === null
          ? undefined
          : html`<dt>${own(said.cause)}</dt>
              <dd>${own(causeNames[award.cause])}</dd>`
      }
    </dl>
    ${looksList(reader, view.looks)} ${communityPart(reader, cards)} ${seats}
    ${
      actors.length === 0
        ? undefined
        : html`<h2>${own(said.acted)}</h2>
            <ol class="actors">
              ${actors}
            </ol>`
    }
    ${actForms(reader, view)}
    <p class="id"><small>${award.id}</small></p>`;
}

/** What speaks against something, one sentence each. */
export function looksList(reader: Reader, looks: readonly string[]): Markup | undefined {
  if (looks.length === 0) return undefined;
  const sentences = looks.map((look) => html`<li lang="en">${look}</li>`);
  return html`<section class="looks">
    <h2>${tell(reader, said.look)}</h2>
    <ul>
      ${sentences}
    </ul>
  </section>`;
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
    ${step ? html`<p><small>${own(said.next)}</small> ${stepText(reader, step)}</p>` : undefined}
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
  return `${own(words[act])}${of} (${roles.join(', ')})`;
}

/** A form for each act that the person has the role for. */
function actForms(reader: Reader, view: ClaimView): Markup {
  const { award, next } = view;
  const { person } = reader;
  if (!person) return html``;
  const waiting = (...of: NextStep['act'][]) => next.filter(({ act }) => of.includes(act));
  const has = (role: Role): boolean => hasRole(person, role);
  const isFinal = award.states.every(({ state }) => state === 'paid' || state === 'reversed');
  const proposals = new Set(next.flatMap(({ proposal }) => proposal ?? []));
  return html`<div class="acts">
    ${[...proposals].map(
      (proposal) =>
        html`<p>
          <a class="button" href="/proposals/${encodeURIComponent(award.jackpot)}/${proposal}"
            >${tell(reader, said.proposals)} ${proposal}</a
          >
        </p>`,
    )}
    ${has('operate') && waiting('verify-award').length > 0 ? verifyForm(reader, view) : undefined}
    ${has('pay') ? waiting('pay').map(({ seat }) => payForm(reader, view, seat)) : []}
    ${has('adjust') && !isFinal ? reverseForm(reader, view) : undefined}
    ${has('adjust') ? next.map(({ seat }) => expireForm(reader, view, seat)) : []}
  </div>`;
}

function hasRole({ roles }: Pick<SigningKey, 'roles'>, role: Role): boolean {
  return roles.includes(role);
}

function form(reader: Reader, { award }: ClaimView, act: string, title: string, fields: Markup) {
  return html`<details class="form">
    <summary>${title}</summary>
    <form data-act="${act}">
      <input type="hidden" name="jackpot" value="${award.jackpot}" /><input
        type="hidden"
        name="award"
        value="${award.id}"
      />
      ${fields}
      <p><button class="main">${tell(reader, said.preview)}</button></p>
    </form>
  </details>`;
}

function verifyForm(reader: Reader, view: ClaimView): Markup {
  const own = (words: Words): string => tell(reader, words);
  const locked = view.next.filter(({ act }) => act === 'verify-award');
  const boxes = locked.map(
    ({ seat }) =>
      html`<label
        ><input type="checkbox" name="seats" value="${seat}" checked /> ${own(said.seat)}
        ${seat}</label
      >`,
  );
  const cards = view.cards
    ? html`<label
        ><input type="checkbox" name="areCardsSeen" value="yes" /> ${own(said.areCardsSeen)}</label
      >`
    : undefined;
  return form(
    reader,
    view,
    'verify',
    own(said.verify),
    html`${boxes}${cards}${choice(reader, 'deck', said.deck, deckNames)}${textField(reader, 'surveillance', said.surveillance)}${textField(reader, 'note', said.note)}`,
  );
}

function payForm(reader: Reader, view: ClaimView, seat: number): Markup {
  const own = (words: Words): string => tell(reader, words);
  return form(
    reader,
    view,
    'pay',
    `${own(said.pay)} · ${own(said.seat)} ${seat}`,
    html`<input
        type="hidden"
        name="seat"
        value="${seat}"
      />${choice(reader, 'method', said.method, methodNames)}${textField(reader, 'withheld', said.withheldSuchAs)}${textField(reader, 'receipt', said.receipt)}`,
  );
}

function reverseForm(reader: Reader, view: ClaimView): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { misread, misdeal, malfunction } = causeNames;
  const causes = { 'false-claim': causeNames['false-claim'], misread, misdeal, malfunction };
  const atTable = view.award.states.some(({ state }) => state === 'awarded');
  const chips = atTable
    ? html`<label
        ><input type="checkbox" name="areChipsBack" value="yes" /> ${own(said.areChipsBack)}</label
      >`
    : undefined;
  return form(
    reader,
    view,
    'reverse',
    own(said.reverse),
    html`${choice(reader, 'cause', said.cause, causes)}${textField(reader, 'reason', said.reason, true)}${chips}`,
  );
}

function expireForm(reader: Reader, view: ClaimView, seat: number): Markup {
  const own = (words: Words): string => tell(reader, words);
  return form(
    reader,
    view,
    'expire',
    `${own(said.expire)} · ${own(said.seat)} ${seat}`,
    html`<input
        type="hidden"
        name="seat"
        value="${seat}"
      />${textField(reader, 'reason', said.reason, true)}`,
  );
}

function choice(
  reader: Reader,
  name: string,
  label: Words,
  options: Readonly<Record<string, Words>>,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const each = Object.entries(options).map(
    ([value, words]) => html`<option value="${value}">${own(words)}</option>`,
  );
  return html`<label
    >${own(label)}
    <select name="${name}" required>
      <option value="">– ${own(said.choose)} –</option>
      ${each}
    </select></label
  >`;
}

/** A line of text. */
export function textField(reader: Reader, name: string, label: Words, isNeeded = false): Markup {
  const needed = isNeeded ? html` required` : undefined;
  return html`<label
    >${tell(reader, label)} <input name="${name}" maxlength="500" autocomplete="off" ${needed}
  /></label>`;
}

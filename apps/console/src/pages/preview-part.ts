import { houseTime, type ActFacts, type Condition, type Left } from '#acts';
import { formatMicros, formatMinor } from '#contract';
import { amountInWords, handNames, type Words } from '#papers';
import { accountNames } from '#pools';
import { factsIn, leftAfter, type TouchOutcome, type Preview } from '../acts/previews.js';
import { awardPath } from './claims-page.js';
import { html, prettyJson, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { looksList, textField } from './parts.js';
import { saidPart } from './said-part.js';
import { actName, said, seatStateNames } from './words.js';

/** What an act changes, and the button that signs it. */
export function previewPart(reader: Reader, preview: Preview, hasMoved = false): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { id, wish, written, looks, isDoubtful, digest, home } = preview;
  const facts = factsIn(preview.prepared);
  // To be shown a text may be written otherwise; these are the bytes that are signed.
  const bytes = Buffer.from(written.value).toString('base64url');
  const action = isDoubtful
    ? html`<form data-act="${wish.act}" data-wish="${wishAgain(wish)}">
        <p>${own(said.lookFirst)}</p>
        ${textField(reader, 'despite', said.despite, true)}
        <p><button class="main">${own(said.previewAgain)}</button></p>
      </form>`
    : html`<p>
        <button
          type="button"
          class="main"
          data-sign="${id}"
          data-kid="${preview.kid}"
          data-cancelled="${own(said.cancelled)}"
          data-ledger="${written.ledger}"
          data-value="${bytes}"
        >
          ${own(said.sign)}
        </button>
      </p>`;
  return html`${hasMoved ? html`<p class="warning" role="alert">${own(said.moved)}</p>` : undefined}
    <h2>${own(said[wish.act])} · ${home.id}</h2>
    ${facts ? factsPart(reader, facts) : undefined} ${approvalPart(reader, preview)}
    ${looksList(reader, [...looks, ...doubtsOf(facts)])}
    <p class="compare">
      <b>${own(said.digest)} <code>${digest}</code></b> <small>${own(said.compare)}</small>
    </p>
    ${action}`;
}

/** The same wish again, byte for byte, with what the person adds. */
function wishAgain({ despite: _, ...wish }: Preview['wish']): string {
  return Buffer.from(JSON.stringify(wish)).toString('base64url');
}

/** What the round of an award gives against it. */
function doubtsOf(facts: ActFacts | undefined): string[] {
  const same = facts?.award?.sameSeats ?? [];
  return same.map(
    ({ id, seat, state }) =>
      `seat ${seat} has another award of this round, ${id}, which is ${state}`,
  );
}

function factsPart(reader: Reader, facts: ActFacts): Markup {
  const { award, currency, before, after } = facts;
  const own = (words: Words): string => tell(reader, words);
  const money = (micros: string): string => formatMicros(BigInt(micros), currency);
  const changed = accountNames.filter((name) => award !== null || before[name] !== after[name]);
  const rows = changed.map((name) =>
    changeRow(own(said[name]), money(before[name]), money(after[name])),
  );
  const signs = changeRow(
    own(said.signs),
    formatMinor(before.sign, currency),
    formatMinor(after.sign, currency),
  );
  return html`${award ? awardPart(reader, award, currency) : stateRow(before, after)}
    ${saidPart(reader, facts.act, currency)}
    <table class="change">
      <thead>
        <tr>
          <td></td>
          <th scope="col">${own(said.before)}</th>
          <th scope="col">${own(said.after)}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}${signs}
      </tbody>
    </table>
    ${facts.changes.length === 0 ? undefined : prettyJson(facts.changes)}
    ${
      facts.endsProposals.length === 0
        ? undefined
        : html`<p class="warning">${own(said.endsProposals)}: ${facts.endsProposals.join(', ')}</p>`
    }`;
}

function stateRow({ state }: Condition, { state: then }: Condition): Markup | undefined {
  return state === then ? undefined : html`<p>${state} → ${then}</p>`;
}

function changeRow(name: string, before: string, after: string): Markup {
  const same = before === after ? html` class="same"` : undefined;
  return html`<tr${same}><th scope="row">${name}</th><td class="money">${before}</td><td class="money">${after}</td></tr>`;
}

function awardPart(
  reader: Reader,
  { award, statesBefore }: NonNullable<ActFacts['award']>,
  currency: string,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const seats = award.payouts.map(({ seat, hand, amount, stakeReturned = 0 }, index) => {
    const [from, to] = [statesBefore?.[index]?.state, award.states[index]?.state ?? 'locked'];
    const was = from === undefined || from === to ? '' : `${own(seatStateNames[from])} → `;
    const whole = amount + stakeReturned;
    return html`<li>
      <b>${own(said.seat)} ${seat}</b> ${own(handNames[hand])}
      <span class="money">${formatMinor(whole, currency)}</span>
      <small>${amountInWords(whole, currency)[reader.language]}</small> ${was}<b
        >${own(seatStateNames[to])}</b
      >
    </li>`;
  });
  return html`<p><b>${award.table}</b> · ${own(said.round)} ${award.round}</p>
    <ul class="seats">
      ${seats}
    </ul>`;
}

/** Who has proposed it and why, and who must approve it after this. */
function approvalPart(reader: Reader, { prepared, home }: Preview): Markup | undefined {
  if (prepared.is === 'act') return leftPart(reader, leftAfter(prepared.act));
  const own = (words: Words): string => tell(reader, words);
  const { zone } = home.jackpot.configuration;
  const { proposal, proposed } =
    prepared.is === 'approval' ? prepared.approval : prepared.withdrawal;
  const left = prepared.is === 'approval' ? prepared.approval.then : null;
  return html`<p>
      ${own(actName(proposal.type))}: ${own(said.proposed)} ${own(said.by)}
      <b>${proposal.holder}</b>, ${own(said.until)} ${houseTime(proposal.expiresMs, zone)}<br />
      <q>${proposed?.note ?? ''}</q>
    </p>
    ${leftPart(reader, left)}`;
}

function leftPart(reader: Reader, left: Left | null): Markup | undefined {
  if (!left) return undefined;
  return html`<p>
    <b>${tell(reader, said.waitsFor)}</b> ${left.people} (${left.roles.join(', ')})
  </p>`;
}

/** What became of a touch. */
export function outcomePart(reader: Reader, { refusal, result, left }: TouchOutcome): Markup {
  const own = (words: Words): string => tell(reader, words);
  if (refusal !== undefined) {
    return html`<h2>${own(said.refused)}</h2>
      <p class="warning" role="alert" lang="en">${refusal}</p>
      ${closeButton(reader)}`;
  }
  const slips = (result?.states ?? []).flatMap(({ seat, slip, state }) =>
    slip !== null && state === 'verified' && result
      ? html`<li>
          <a class="button" href="${awardPath(result)}/slip/${seat}" target="_blank"
            >${own(said.print)} ${slip}</a
          >
        </li>`
      : [],
  );
  return html`<h2>${own(left ? said.proposed : said.done)}</h2>
    ${leftPart(reader, left)} ${result === undefined ? html`<p>${own(said.unread)}</p>` : undefined}
    <ul class="slips">
      ${slips}
    </ul>
    ${closeButton(reader)}`;
}

function closeButton(reader: Reader): Markup {
  return html`<p>
    <button type="button" class="main" data-close>${tell(reader, said.close)}</button>
  </p>`;
}

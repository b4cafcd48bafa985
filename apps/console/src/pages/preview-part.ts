import { houseTime, type ActFacts, type Condition } from '#acts';
import { formatMicros, formatMinor } from '#contract';
import { amountInWords, handNames, type Words } from '#papers';
import { accountNames, type SigningKey } from '#pools';
import type { Preview } from '../acts/previews.js';
import { factsIn, leftAfter, type Prepared } from '../acts/rehearsals.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { changesPart } from './changes-part.js';
import { factList, listTable, looksList, rolesText, textField } from './parts.js';
import { configurationTable } from './configuration-table.js';
import { dayPart } from './day-part.js';
import { kindPart } from './people-page.js';
import { digestPart, leftPart } from './outcome-part.js';
import { restOfAct } from './rest-part.js';
import { saidPart } from './said-part.js';
import { said } from './words.js';
import { actName, seatStateNames } from './act-words.js';

/** The changes of an act, and the button that signs it. */
export function previewPart(reader: Reader, preview: Preview, hasMoved = false): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { id, wish, signed, looks, isDoubtful, digest, home, prepared } = preview;
  const facts = factsIn(prepared);
  const jackpot = home?.now.jackpots.get(home.id);
  // The shown text may differ in form; these are the bytes that are signed.
  const bytes = Buffer.from(signed.value).toString('base64url');
  const action = isDoubtful
    ? html`<form data-act="${wish.act}" data-wish="${wishAgain(wish)}">
        <p>${own(said.lookFirst)}</p>
        ${textField(reader, 'despite', said.despite, true)}
        <p><button class="main">${own(said.previewAgain)}</button></p>
      </form>`
    : html`<p class="signs-it">
        <button
          type="button"
          class="main"
          data-sign="${id}"
          data-kid="${preview.kid}"
          data-cancelled="${own(said.cancelled)}"
          data-ledger="${signed.ledger}"
          data-value="${bytes}"
        >
          ${own(said.sign)}
        </button>
      </p>`;
  return html`${hasMoved ? html`<p class="warning" role="alert">${own(said.moved)}</p>` : undefined}
    <h2>${own(said[wish.act])} · ${home?.id ?? aboutWhom(preview)}</h2>
    ${isForSeveral(prepared) ? digestPart(reader, digest) : undefined}
    ${facts ? factsPart(reader, facts) : undefined} ${peoplePart(reader, preview)}
    ${jackpot && wish.act === 'close-day' ? dayPart(reader, jackpot) : undefined}
    ${jackpot ? approvalPart(reader, prepared, jackpot.configuration.zone) : newPart(reader, prepared)}
    ${looksList(reader, [...looks, ...doubtsOf(facts)])} ${action}`;
}

/** The whole configuration of a jackpot that an act creates. */
function newPart(reader: Reader, prepared: Prepared): Markup | undefined {
  const made = prepared.is === 'act' ? prepared.act.rehearsed.after?.jackpot : undefined;
  return made && configurationTable(reader, made.configuration);
}

/** Returns whether another person sees the same act at another screen. */
function isForSeveral(prepared: Prepared): boolean {
  if (prepared.is === 'act') return prepared.act.sent.type === 'act.proposed';
  return prepared.is === 'approval';
}

function aboutWhom({ prepared }: Preview): string {
  return 'holder' in prepared ? prepared.holder : '';
}

/** Returns the same wish again, byte for byte; the person adds to it. */
function wishAgain(wish: Preview['wish']): string {
  return Buffer.from(JSON.stringify({ ...wish, despite: undefined })).toString('base64url');
}

/** Returns the doubts that the round of an award gives. */
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
  return html`${award ? awardPart(reader, award, currency) : stateRow(reader, before, after)}
    ${saidPart(reader, facts.act, currency)} ${restOfAct(reader, facts)}
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
    ${endPart(reader, facts)} ${changesPart(reader, facts)}
    ${
      facts.endsProposals.length === 0
        ? undefined
        : html`<p class="warning">${own(said.endsProposals)}: ${facts.endsProposals.join(', ')}</p>`
    }`;
}

/** The amounts that a jackpot leaves when it ends. */
function endPart(reader: Reader, { left, currency }: ActFacts): Markup | undefined {
  if (!left) return undefined;
  const money = (micros: string): string => formatMicros(BigInt(micros), currency);
  const { pool, reserve, seed } = left;
  return factList(reader, [
    [said.goesOver, `${tell(reader, said.pool)} ${money(pool)}`],
    [said.goesOver, `${tell(reader, said.reserve)} ${money(reserve)}`],
    [said.seedBack, money(seed)],
  ]);
}

function stateRow(reader: Reader, from: Condition, to: Condition): Markup | undefined {
  if (from.sequence !== to.sequence) {
    return html`<p>${tell(reader, said.sequence)}: ${from.sequence ?? '–'} → ${to.sequence}</p>`;
  }
  if (from.state === to.state) return undefined;
  return html`<p>${tell(reader, said[from.state])} → ${tell(reader, said[to.state])}</p>`;
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

/** The proposer with the reason, and the people who must still approve. */
function approvalPart(reader: Reader, prepared: Prepared, zone: string): Markup | undefined {
  if (prepared.is === 'act') {
    const { note } = prepared.act.sent.data as { note?: string };
    return html`${note ? factList(reader, [[said.reason, note]]) : undefined}
    ${leftPart(reader, leftAfter(prepared.act))}`;
  }
  if (prepared.is !== 'approval' && prepared.is !== 'withdrawal') return undefined;
  const own = (words: Words): string => tell(reader, words);
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

/** Keys that come, go or change, or the person whom an invitation is for. */
function peoplePart(reader: Reader, { prepared, wish }: Preview): Markup | undefined {
  if (prepared.is === 'invitation' && wish.act === 'invite') {
    return factList(reader, [
      [said.holder, wish.holder],
      [said.key, wish.kid],
      [said.roles, rolesText(reader, wish.roles)],
      [said.until, houseTime(prepared.expires, 'UTC')],
    ]);
  }
  if (prepared.is !== 'keys') return undefined;
  const rolesOf = (key: SigningKey | undefined): string =>
    key ? rolesText(reader, key.roles) : '–';
  const rows = prepared.keySet.changes.map(({ before, after }) => {
    const key = after ?? before;
    const kind = key && kindPart(reader, key);
    return [html`<b>${key?.holder}</b> ${key?.kid}<br />${kind}`, rolesOf(before), rolesOf(after)];
  });
  return listTable(reader, [said.key, said.before, said.after], rows);
}

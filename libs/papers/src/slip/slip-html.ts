import { houseTime, tableTime } from '#acts';
import { escapedHtml, inAll, pageHtml } from '../page-html.js';
import { distinctWords, handNames, languages, methodNames } from '../words.js';
import {
  actNames,
  causeNames,
  deckNames,
  labels,
  markOf,
  noCards,
  proofText,
  roleWords,
  signatureNames,
  statusNames,
  stepNames,
} from './slip-labels.js';
import { jackpotName } from './slip-text.js';
import type { Signature, Slip, SlipEvidence } from './slip.js';
import { slipStyle } from './slip-style.js';

/**
 * A slip as one page for printing: HTML without scripts or external resources, with its Chinese
 * font embedded, in English, Portuguese and Traditional Chinese. A slip that must not be paid has a
 * mark over all of it.
 */
export function slipHtml(slip: Slip): string {
  const kind = slip.slip === null ? labels.record.en : `${labels.title.en} ${slip.slip}`;
  const body = [
    ...[headingRow(slip), statusRow(slip), win(slip), moneyRows(slip), peopleRows(slip)],
    ...[signatures(slip.signatures), proofRows(slip), mark(slip)],
  ].join('\n');
  return pageHtml(`${kind} - ${jackpotName(slip)}`, slipStyle, body);
}

function headingRow(slip: Slip): string {
  const names = [...new Set([...Object.values(slip.names), slip.jackpot])];
  return `<header>
<div><h1>${escapedHtml(slip.house ?? jackpotName(slip))}</h1>
<p>${names.map(escapedHtml).join(' · ')}</p></div>
<div class="number">${numberRows(slip)}</div>
</header>`;
}

function numberRows({ slip }: Slip): string {
  if (slip === null) return `<p>${inAll(labels.record)}</p>`;
  return `<p>${inAll(labels.title)}</p>
<p><small>${inAll(labels.number)}</small> <b>${slip}</b></p>`;
}

function statusRow({ status: state, endedAt, cause, zone }: Slip): string {
  const since = endedAt === null ? '' : ` <span>${escapedHtml(houseTime(endedAt, zone))}</span>`;
  const why =
    cause === null ? '' : ` <span>${inAll(labels.cause)}: ${inAll(causeNames[cause])}</span>`;
  const noOrder =
    state === 'paid-at-table'
      ? distinctWords(labels.noOrder)
          .map((words) => `<br>${words}`)
          .join('')
      : '';
  return `<p class="status"><b>${inAll(statusNames[state])}</b>${since}${why}${noOrder}</p>`;
}

function win(slip: Slip): string {
  const { evidence, wonAt, replaces } = slip;
  const place = `${escapedHtml(slip.table)}
<small>${inAll(labels.round)}</small> ${escapedHtml(slip.round)}
<small>${inAll(labels.seat)}</small> <b>${slip.seat}</b>`;
  return termList([
    ['award', escapedHtml(slip.award)],
    ...(replaces === null ? [] : [['replaces', escapedHtml(replaces)] as const]),
    ['table', place],
    ['hand', `<b>${inAll(handNames[slip.hand])}</b>`],
    ...(evidence ? evidenceRows(evidence) : []),
    ['wonAt', wonAt === null ? '–' : escapedHtml(tableTime(wonAt, slip.zone))],
    ['recordedAt', escapedHtml(houseTime(slip.recordedAt, slip.zone))],
  ]);
}

function evidenceRows({ deck, cards, community, ...said }: SlipEvidence): TermRow[] {
  const { note, surveillance } = said;
  const shown = cards.length === 0 ? inAll(noCards) : cards.map(cardHtml).join(' ');
  const shared = community.map(cardHtml).join(' ');
  const onTable = shared === '' ? '' : ` <small>${inAll(labels.community)}</small> ${shared}`;
  return [
    ['cards', `${shown}${onTable}`],
    ['deck', inAll(deckNames[deck])],
    ...(note === null ? [] : [['evidenceNote', escapedHtml(note)] as const]),
    ...(surveillance === null ? [] : [['surveillance', escapedHtml(surveillance)] as const]),
  ];
}

const suits: Readonly<Record<string, string>> = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** `Ts` as `10♠`. */
function cardHtml(text: string): string {
  const rank = text.slice(0, -1).replace('T', '10');
  return escapedHtml(`${rank}${suits[text.slice(-1)] ?? text.slice(-1)}`);
}

function moneyRows({ amount, inWords, stakeReturned, payment }: Slip): string {
  const spelled = languages.map(
    (language) =>
      `<p class="words" lang="${language}"><small>${labels.inWords[language]}</small> ${escapedHtml(inWords[language])}</p>`,
  );
  const stake = stakeReturned
    ? `<p><small>${inAll(labels.stakeReturned)}</small> ${escapedHtml(stakeReturned.text)}</p>`
    : '';
  const head = `<section class="money"><p><small>${inAll(labels.amount)}</small></p>
<p class="amount">${escapedHtml(amount.text)}</p>${stake}
${spelled.join('\n')}</section>`;
  if (!payment) return head;
  const { method, receipt, withheld, net } = payment;
  const paid = termList([
    ['method', inAll(methodNames[method])],
    ...(receipt === null ? [] : [['receipt', escapedHtml(receipt)] as const]),
    ['withheld', escapedHtml(withheld.text)],
    ['net', `<b>${escapedHtml(net.text)}</b>`],
  ]);
  return `${head}\n${paid}`;
}

function peopleRows({ people: all, zone }: Slip): string {
  if (all.length === 0) return '';
  const rows = all.map(
    ({ act, step, holder, kid, at, offset }) =>
      `<tr><td>${inAll(actNames[act])}</td><td>${inAll(stepNames[step])}</td>` +
      `<td><b>${escapedHtml(holder)}</b> ${escapedHtml(kid)}</td>` +
      `<td>${escapedHtml(houseTime(at, zone))}</td><td>${offset}</td></tr>`,
  );
  return `<h2>${inAll(labels.people)}</h2>\n<table>${rows.join('\n')}</table>`;
}

function signatures(all: readonly Signature[]): string {
  if (all.length === 0) return '';
  const lines = all.map(({ of, role, holder }) => {
    const as = roleWords({ role });
    const who = as ? ` (${inAll(as)})` : '';
    const name = holder === null ? '' : ` <b>${escapedHtml(holder)}</b>`;
    return `<li>${inAll(signatureNames[of])}${who}${name}</li>`;
  });
  return `<h2>${inAll(labels.signatures)}</h2>\n<ul>${lines.join('\n')}</ul>`;
}

function proofRows({ notice, printedAt, zone, proof: where }: Slip): string {
  const informed = notice === null ? [] : [['notice', `<b>${escapedHtml(notice)}</b>`] as const];
  const printed = escapedHtml(houseTime(printedAt, zone));
  const proof = escapedHtml(proofText(where));
  return `<footer>${termList([...informed, ['printedAt', printed], ['proof', proof]])}</footer>`;
}

function mark({ status: state }: Slip): string {
  const words = markOf(state);
  if (!words) return '';
  const lines = distinctWords(words).map((word) => `<span>${word}</span>`);
  return `<div class="mark" aria-hidden="true">${lines.join('')}</div>`;
}

type TermRow = readonly [keyof typeof labels, string];

function termList(rows: readonly TermRow[]): string {
  const each = rows.map(([label, text]) => `<dt>${inAll(labels[label])}</dt><dd>${text}</dd>`);
  return `<dl>${each.join('\n')}</dl>`;
}

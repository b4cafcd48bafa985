import { houseTime } from '../format/house-time.js';
import { visible } from '#acts';
import {
  actNames,
  causeNames,
  deckNames,
  distinctWords,
  handNames,
  labels,
  languages,
  markOf,
  methodNames,
  noCards,
  proofText,
  roleWords,
  signatureNames,
  statusNames,
  stepNames,
} from './slip-labels.js';
import { jackpotName } from './slip-text.js';
import type { Signature, Slip, SlipEvidence } from './slip.js';
import { fontFaces } from './slip-font.js';
import { slipStyle } from './slip-style.js';
import type { AmountInWords } from './words/amount-in-words.js';

const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

/**
 * A slip as one page to be printed: HTML that loads nothing and runs nothing and has its Chinese
 * font with it, in English, Portuguese and Traditional Chinese. What must not be paid has its mark
 * over all of it.
 */
export function slipHtml(slip: Slip): string {
  const kind = slip.slip === null ? labels.record.en : `${labels.title.en} ${slip.slip}`;
  const body = [
    ...[headingRow(slip), statusRow(slip), win(slip), moneyRows(slip), peopleRows(slip)],
    ...[signatures(slip.signatures), proofRows(slip), mark(slip)],
  ].join('\n');
  const title = `${kind} - ${jackpotName(slip)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapedSlipText(title)}</title>
<style>${fontFaces(body)}${slipStyle}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Text that somebody else has written cannot become markup. */
function escapedSlipText(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Something in all three languages, one behind the other. */
function inAll(words: Readonly<AmountInWords>): string {
  return distinctWords(words).map(escapedSlipText).join(' · ');
}

function headingRow(slip: Slip): string {
  const names = [...new Set([...Object.values(slip.names), slip.jackpot])];
  return `<header>
<div><h1>${escapedSlipText(slip.house ?? jackpotName(slip))}</h1>
<p>${names.map(escapedSlipText).join(' · ')}</p></div>
<div class="number">${numberRows(slip)}</div>
</header>`;
}

function numberRows({ slip }: Slip): string {
  if (slip === null) return `<p>${inAll(labels.record)}</p>`;
  return `<p>${inAll(labels.title)}</p>
<p><small>${inAll(labels.number)}</small> <b>${slip}</b></p>`;
}

function statusRow({ status: state, endedAt, cause, zone }: Slip): string {
  const since =
    endedAt === null ? '' : ` <span>${escapedSlipText(houseTime(endedAt, zone))}</span>`;
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
  const place = `${escapedSlipText(slip.table)}
<small>${inAll(labels.round)}</small> ${escapedSlipText(slip.round)}
<small>${inAll(labels.seat)}</small> <b>${slip.seat}</b>`;
  return termList([
    ['award', escapedSlipText(slip.award)],
    ...(replaces === null ? [] : [['replaces', escapedSlipText(replaces)] as const]),
    ['table', place],
    ['hand', `<b>${inAll(handNames[slip.hand])}</b>`],
    ...(evidence ? evidenceRows(evidence) : []),
    ['wonAt', wonAt === null ? '–' : escapedSlipText(houseTime(wonAt, slip.zone))],
    ['recordedAt', escapedSlipText(houseTime(slip.recordedAt, slip.zone))],
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
    ...(note === null ? [] : [['evidenceNote', escapedSlipText(note)] as const]),
    ...(surveillance === null ? [] : [['surveillance', escapedSlipText(surveillance)] as const]),
  ];
}

const suits: Readonly<Record<string, string>> = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** `Ts` as `10♠`. */
function cardHtml(text: string): string {
  const rank = text.slice(0, -1).replace('T', '10');
  return escapedSlipText(`${rank}${suits[text.slice(-1)] ?? text.slice(-1)}`);
}

function moneyRows({ amount, inWords, stakeReturned, payment }: Slip): string {
  const spelled = languages.map(
    (language) =>
      `<p class="words" lang="${language}"><small>${labels.inWords[language]}</small> ${escapedSlipText(inWords[language])}</p>`,
  );
  const stake = stakeReturned
    ? `<p><small>${inAll(labels.stakeReturned)}</small> ${escapedSlipText(stakeReturned.text)}</p>`
    : '';
  const head = `<section class="money"><p><small>${inAll(labels.amount)}</small></p>
<p class="amount">${escapedSlipText(amount.text)}</p>${stake}
${spelled.join('\n')}</section>`;
  if (!payment) return head;
  const { method, receipt, withheld, net } = payment;
  const paid = termList([
    ['method', inAll(methodNames[method])],
    ...(receipt === null ? [] : [['receipt', escapedSlipText(receipt)] as const]),
    ['withheld', escapedSlipText(withheld.text)],
    ['net', `<b>${escapedSlipText(net.text)}</b>`],
  ]);
  return `${head}\n${paid}`;
}

function peopleRows({ people: all, zone }: Slip): string {
  if (all.length === 0) return '';
  const rows = all.map(
    ({ act, step, holder, kid, at, offset }) =>
      `<tr><td>${inAll(actNames[act])}</td><td>${inAll(stepNames[step])}</td>` +
      `<td><b>${escapedSlipText(holder)}</b> ${escapedSlipText(kid)}</td>` +
      `<td>${escapedSlipText(houseTime(at, zone))}</td><td>${offset}</td></tr>`,
  );
  return `<h2>${inAll(labels.people)}</h2>\n<table>${rows.join('\n')}</table>`;
}

function signatures(all: readonly Signature[]): string {
  if (all.length === 0) return '';
  const lines = all.map(({ of, role, holder }) => {
    const as = roleWords({ role });
    const who = as ? ` (${inAll(as)})` : '';
    const name = holder === null ? '' : ` <b>${escapedSlipText(holder)}</b>`;
    return `<li>${inAll(signatureNames[of])}${who}${name}</li>`;
  });
  return `<h2>${inAll(labels.signatures)}</h2>\n<ul>${lines.join('\n')}</ul>`;
}

function proofRows({ notice, printedAt, zone, proof: where }: Slip): string {
  const informed =
    notice === null ? [] : [['notice', `<b>${escapedSlipText(notice)}</b>`] as const];
  const printed = escapedSlipText(houseTime(printedAt, zone));
  const proof = escapedSlipText(proofText(where));
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

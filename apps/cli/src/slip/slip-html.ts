import { visible } from '#acts';
import {
  actNames,
  handNames,
  labels,
  languages,
  proofText,
  signatureNames,
  statusNames,
  stepNames,
  timeText,
} from './slip-labels.js';
import { jackpotName } from './slip-text.js';
import type { Signature, Slip } from './slip.js';
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
  const body = [
    ...[headingRow(slip), statusRow(slip), win(slip), moneyRows(slip), peopleRows(slip)],
    ...[signatures(slip.signatures), proofRows(slip), mark(slip)],
  ].join('\n');
  const title = `${labels.title.en} ${slip.slip} - ${jackpotName(slip)}`;
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
  const distinct = [...new Set(languages.map((language) => words[language]))];
  return distinct.map(escapedSlipText).join(' · ');
}

function headingRow(slip: Slip): string {
  const names = [...new Set([...Object.values(slip.names), slip.jackpot])];
  return `<header>
<div><h1>${escapedSlipText(slip.house ?? jackpotName(slip))}</h1>
<p>${names.map(escapedSlipText).join(' · ')}</p></div>
<div class="number"><p>${inAll(labels.title)}</p>
<p><small>${inAll(labels.number)}</small> <b>${slip.slip}</b></p></div>
</header>`;
}

function statusRow({ status: state, endedAt, cause }: Slip): string {
  const since = endedAt === null ? '' : ` <span>${escapedSlipText(timeText(endedAt))}</span>`;
  const why =
    cause === null ? '' : ` <span>${inAll(labels.cause)}: ${escapedSlipText(cause)}</span>`;
  return `<p class="status"><b>${inAll(statusNames[state])}</b>${since}${why}</p>`;
}

function win(slip: Slip): string {
  const { cards, wonAt, replaces } = slip;
  const community = cards?.community.map(cardHtml) ?? [];
  const shown = cards?.seat.map(cardHtml).join(' ') ?? '';
  const shared = community.length === 0 ? '' : ` <small>${inAll(labels.community)}</small> `;
  return termList([
    ['award', escapedSlipText(slip.award)],
    ...(replaces === null ? [] : [['replaces', escapedSlipText(replaces)] as const]),
    ['table', escapedSlipText(slip.table)],
    ['round', escapedSlipText(slip.round)],
    ['seat', `<b>${slip.seat}</b>`],
    ['hand', `<b>${inAll(handNames[slip.hand])}</b>`],
    ...(cards ? [['cards', `${shown}${shared}${community.join(' ')}`] as const] : []),
    ['wonAt', wonAt === null ? '–' : escapedSlipText(timeText(wonAt))],
    ['recordedAt', escapedSlipText(timeText(slip.recordedAt))],
  ]);
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
    ['method', escapedSlipText(method)],
    ...(receipt === null ? [] : [['receipt', escapedSlipText(receipt)] as const]),
    ['withheld', escapedSlipText(withheld.text)],
    ['net', `<b>${escapedSlipText(net.text)}</b>`],
  ]);
  return `${head}\n${paid}`;
}

function peopleRows({ people: all }: Slip): string {
  const rows = all.map(
    ({ act, step, holder, kid, at, offset }) =>
      `<tr><td>${inAll(actNames[act])}</td><td>${inAll(stepNames[step])}</td>` +
      `<td><b>${escapedSlipText(holder)}</b> ${escapedSlipText(kid)}</td>` +
      `<td>${escapedSlipText(timeText(at))}</td><td>${offset}</td></tr>`,
  );
  return `<h2>${inAll(labels.people)}</h2>\n<table>${rows.join('\n')}</table>`;
}

function signatures(all: readonly Signature[]): string {
  const lines = all.map(({ of, role, holder }) => {
    const who = role === null ? '' : ` (${role})`;
    const name = holder === null ? '' : ` <b>${escapedSlipText(holder)}</b>`;
    return `<li>${inAll(signatureNames[of])}${who}${name}</li>`;
  });
  return `<h2>${inAll(labels.signatures)}</h2>\n<ul>${lines.join('\n')}</ul>`;
}

function proofRows({ notice, proof: where }: Slip): string {
  const informed =
    notice === null ? [] : [['notice', `<b>${escapedSlipText(notice)}</b>`] as const];
  return `<footer>${termList([...informed, ['proof', escapedSlipText(proofText(where))]])}</footer>`;
}

function mark({ status: state }: Slip): string {
  if (state !== 'void' && state !== 'expired') return '';
  const words = languages.map((language) => statusNames[state][language]);
  const lines = words.map((word) => `<span>${word}</span>`);
  return `<div class="mark" aria-hidden="true">${lines.join('')}</div>`;
}

function termList(rows: readonly (readonly [keyof typeof labels, string])[]): string {
  const each = rows.map(([label, text]) => `<dt>${inAll(labels[label])}</dt><dd>${text}</dd>`);
  return `<dl>${each.join('\n')}</dl>`;
}

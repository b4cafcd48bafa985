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
import { slipStyle } from './slip-style.js';
import type { AmountInWords } from './words/amount-in-words.js';

/**
 * A slip as one page to be printed: HTML that loads nothing and runs nothing, in English,
 * Portuguese and Traditional Chinese. What must not be paid has its mark over all of it.
 */
export function slipHtml(slip: Slip): string {
  const title = `${labels.title.en} ${slip.slip} - ${jackpotName(slip)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${slipStyle}</style>
</head>
<body>
${[heading(slip), status(slip), win(slip), money(slip), people(slip)].join('\n')}
${[signatures(slip.signatures), proof(slip), mark(slip)].join('\n')}
</body>
</html>
`;
}

/** Text that somebody else has written cannot become markup. */
function escaped(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Something in all three languages, one behind the other. */
function inAll(words: Readonly<AmountInWords>): string {
  const distinct = [...new Set(languages.map((language) => words[language]))];
  return distinct.map(escaped).join(' · ');
}

function heading(slip: Slip): string {
  const names = [...new Set([...Object.values(slip.names), slip.jackpot])];
  return `<header>
<div><h1>${escaped(slip.house ?? jackpotName(slip))}</h1>
<p>${names.map(escaped).join(' · ')}</p></div>
<div class="number"><p>${inAll(labels.title)}</p>
<p><small>${inAll(labels.number)}</small> <b>${slip.slip}</b></p></div>
</header>`;
}

function status({ status: state, endedAt, cause }: Slip): string {
  const since = endedAt === null ? '' : ` <span>${escaped(timeText(endedAt))}</span>`;
  const why = cause === null ? '' : ` <span>${inAll(labels.cause)}: ${escaped(cause)}</span>`;
  return `<p class="status"><b>${inAll(statusNames[state])}</b>${since}${why}</p>`;
}

function win(slip: Slip): string {
  const { cards, wonAt, replaces } = slip;
  const community = cards?.community.map(card) ?? [];
  const shown = cards?.seat.map(card).join(' ') ?? '';
  const shared = community.length === 0 ? '' : ` <small>${inAll(labels.community)}</small> `;
  return list([
    ['award', escaped(slip.award)],
    ...(replaces === null ? [] : [['replaces', escaped(replaces)] as const]),
    ['table', escaped(slip.table)],
    ['round', escaped(slip.round)],
    ['seat', `<b>${slip.seat}</b>`],
    ['hand', `<b>${inAll(handNames[slip.hand])}</b>`],
    ...(cards ? [['cards', `${shown}${shared}${community.join(' ')}`] as const] : []),
    ['wonAt', wonAt === null ? '–' : escaped(timeText(wonAt))],
    ['recordedAt', escaped(timeText(slip.recordedAt))],
  ]);
}

const suits: Readonly<Record<string, string>> = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** `Ts` as `10♠`. */
function card(text: string): string {
  const rank = text.slice(0, -1).replace('T', '10');
  return escaped(`${rank}${suits[text.slice(-1)] ?? text.slice(-1)}`);
}

function money({ amount, inWords, stakeReturned, payment }: Slip): string {
  const spelled = languages.map(
    (language) =>
      `<p class="words" lang="${language}"><small>${labels.inWords[language]}</small> ${escaped(inWords[language])}</p>`,
  );
  const stake = stakeReturned
    ? `<p><small>${inAll(labels.stakeReturned)}</small> ${escaped(stakeReturned.text)}</p>`
    : '';
  const head = `<section class="money"><p><small>${inAll(labels.amount)}</small></p>
<p class="amount">${escaped(amount.text)}</p>${stake}
${spelled.join('\n')}</section>`;
  if (!payment) return head;
  const { method, receipt, withheld, net } = payment;
  const paid = list([
    ['method', escaped(method)],
    ...(receipt === null ? [] : [['receipt', escaped(receipt)] as const]),
    ['withheld', escaped(withheld.text)],
    ['net', `<b>${escaped(net.text)}</b>`],
  ]);
  return `${head}\n${paid}`;
}

function people({ people: all }: Slip): string {
  const rows = all.map(
    ({ act, step, holder, kid, at, offset }) =>
      `<tr><td>${inAll(actNames[act])}</td><td>${inAll(stepNames[step])}</td>` +
      `<td><b>${escaped(holder)}</b> ${escaped(kid)}</td>` +
      `<td>${escaped(timeText(at))}</td><td>${offset}</td></tr>`,
  );
  return `<h2>${inAll(labels.people)}</h2>\n<table>${rows.join('\n')}</table>`;
}

function signatures(all: readonly Signature[]): string {
  const lines = all.map(({ of, role, holder }) => {
    const who = role === null ? '' : ` (${role})`;
    const name = holder === null ? '' : ` <b>${escaped(holder)}</b>`;
    return `<li>${inAll(signatureNames[of])}${who}${name}</li>`;
  });
  return `<h2>${inAll(labels.signatures)}</h2>\n<ul>${lines.join('\n')}</ul>`;
}

function proof({ notice, proof: where }: Slip): string {
  const informed = notice === null ? [] : [['notice', `<b>${escaped(notice)}</b>`] as const];
  return `<footer>${list([...informed, ['proof', escaped(proofText(where))]])}</footer>`;
}

function mark({ status: state }: Slip): string {
  if (state !== 'void' && state !== 'expired') return '';
  const words = languages.map((language) => statusNames[state][language]);
  const lines = words.map((word) => `<span>${word}</span>`);
  return `<div class="mark" aria-hidden="true">${lines.join('')}</div>`;
}

function list(rows: readonly (readonly [keyof typeof labels, string])[]): string {
  const each = rows.map(([label, text]) => `<dt>${inAll(labels[label])}</dt><dd>${text}</dd>`);
  return `<dl>${each.join('\n')}</dl>`;
}

import type { ActFacts } from '#acts';
import { formatMinor } from '#contract';
import { causeNames, deckNames, methodNames, type Words } from '#papers';
import { actName } from './act-words.js';
import { drawn } from './cards.js';
import { html, prettyJson, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { factList } from './parts.js';
import { said } from './words.js';

/** Members of the acts that a page shows in words (contract 4.4, 4.8). */
interface SaidMembers {
  readonly evidence?: {
    readonly deck: keyof typeof deckNames;
    readonly hands?: readonly { readonly seat: number; readonly cards: readonly string[] }[];
    readonly community?: readonly string[];
    readonly surveillance?: string;
    readonly note?: string;
  };
  readonly cause?: keyof typeof causeNames;
  readonly reason?: string;
  readonly note?: string;
  readonly slip?: number;
  readonly method?: keyof typeof methodNames;
  readonly amount?: number;
  readonly account?: 'pool' | 'reserve';
  readonly withheld?: number;
  readonly receipt?: string;
  readonly table?: string;
  readonly seats?: readonly number[];
  readonly seat?: number;
  readonly award?: string;
  readonly sequence?: string;
  readonly to?: string;
  readonly from?: string;
  readonly day?: string;
  readonly funds?: number;
  readonly effective?: 'now' | 'next-restart';
}

/** The content of an act, complete: a member without words here is shown unchanged. */
export function saidPart(reader: Reader, { data }: ActFacts['act'], currency: string): Markup {
  const own = (words: Words): string => tell(reader, words);
  const money = (minor: number): string => formatMinor(minor, currency);
  const {
    evidence,
    cause,
    slip,
    method,
    withheld,
    amount = 0,
    account,
    ...more
  } = data as SaidMembers;
  const { reason, note, receipt, table, seats, seat, award, ...others } = more;
  const { sequence, to, from, day, funds, effective, ...unknown } = others;
  const amountSaid = account
    ? `${own(said[account])} ${amount > 0 ? '+' : ''}${money(amount)}`
    : slip === undefined
      ? undefined
      : money(amount);
  const shownSeats = seats?.join(', ') ?? seat?.toString();
  const rows: Parameters<typeof factList>[1] = [
    [said.award, award],
    [said.table, table],
    [said.seat, shownSeats],
    [said.newSequence, sequence],
    [said.retireTo, to],
    [said.receiveFrom, from],
    [said.day, day],
    [said.effective, effective && own(effective === 'now' ? said.now : said.atRestart)],
    [said.funds, funds === undefined ? undefined : money(funds)],
    [said.deck, evidence && own(deckNames[evidence.deck])],
    [said.cards, evidence && cardsSeen(reader, evidence)],
    [said.surveillance, evidence && (evidence.surveillance ?? '–')],
    [said.note, evidence?.note ?? note],
    [said.cause, cause && own(causeNames[cause])],
    [said.reason, reason],
    [said.slip, slip?.toString()],
    [said.method, method && own(methodNames[method])],
    [said.amount, amountSaid],
    [said.withheld, withheld === undefined ? undefined : money(withheld)],
    [said.net, withheld === undefined ? undefined : money(amount - withheld)],
    [said.receipt, receipt],
  ];
  return html`${factList(reader, rows)} ${unnamedPart(reader, unknown)}`;
}

/**
 * The other members, unchanged; a whole configuration opens by a touch, since its changes are shown
 * already.
 */
function unnamedPart(reader: Reader, unnamed: object): Markup | undefined {
  if (Object.keys(unnamed).length === 0) return undefined;
  if (!('ruleset' in unnamed)) return prettyJson(unnamed);
  return html`<details>
    <summary>${tell(reader, actName('jackpot.configured'))}</summary>
    ${prettyJson(unnamed)}
  </details>`;
}

function cardsSeen(
  reader: Reader,
  { hands = [], community = [] }: NonNullable<SaidMembers['evidence']>,
): Markup {
  if (hands.length === 0 && community.length === 0) {
    return html`<b class="warning">${tell(reader, said.noCardsSeen)}</b>`;
  }
  const held = hands.map(
    ({ seat, cards }) => html`<span>${tell(reader, said.seat)} ${seat} ${drawn(cards)}</span> `,
  );
  return html`${held} ${drawn(community)} <small>${tell(reader, said.onTable)}</small>`;
}

import type { NextStep, OpenAward } from '#acts';
import type { AwardMessage } from '#contract';
import { causeNames, deckNames, methodNames, type Words } from '#papers';
import type { Proposal, Role, ShownCards } from '#pools';
import type { partitionFault } from '../ledger/attention.js';
import { answerForms } from './answer-forms.js';
import { guidePart } from './guides.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { actForm, checkBox, choice, choiceButtons, textField } from './parts.js';
import { said } from './words.js';

/** The known facts of one award. */
export interface ClaimView {
  readonly award: AwardMessage;
  /** The next step of each waiting seat. */
  readonly next: OpenAward['next'];
  readonly zone: string;
  /** The cards that the table declared. */
  readonly cards: ShownCards | undefined;
  readonly looks: readonly string[];
  /** What is wrong with the jackpot's service: what is shown is old. */
  readonly fault: Awaited<ReturnType<typeof partitionFault>>;
  /** Earliest time at which a seat may be declared expired, epoch ms. */
  readonly expiresFromMs: number;
  /** The waiting proposals for this award. */
  readonly proposals: readonly Proposal[];
}

/** A form for each act that the person has the role for. */
export function claimForms(reader: Reader, view: ClaimView): Markup {
  const { award, next } = view;
  const { person } = reader;
  if (!person) return html``;
  const waiting = (...of: NextStep['act'][]) => next.filter(({ act }) => of.includes(act));
  const has = (role: Role): boolean => person.roles.includes(role);
  const isFinal = award.states.every(({ state }) => state === 'paid' || state === 'reversed');
  const isTakenBack = view.proposals.some(({ type }) => type === 'award.reversed');
  const answers = view.proposals.map((proposal) => answerForms(reader, award.jackpot, proposal));
  return html`<div class="acts">
    ${answers} ${waiting('verify-award').length > 0 ? guidePart(reader, 'verify') : undefined}
    ${has('operate') && waiting('verify-award').length > 0 ? verifyForm(reader, view) : undefined}
    ${waiting('pay').length > 0 ? guidePart(reader, 'pay') : undefined}
    ${has('pay') ? waiting('pay').map(({ seat }) => payForm(reader, view, seat)) : []}
    ${has('adjust') && !isFinal && !isTakenBack ? html`${reverseForm(reader, view)} ${guidePart(reader, 'reverse')}` : undefined}
    ${has('adjust') && Date.now() >= view.expiresFromMs ? next.map(({ seat }) => expireForm(reader, view, seat)) : []}
  </div>`;
}

function aboutOf({ award }: ClaimView) {
  return { jackpot: award.jackpot, award: award.id };
}

function verifyForm(reader: Reader, view: ClaimView): Markup {
  const own = (words: Words): string => tell(reader, words);
  const locked = view.next.filter(({ act }) => act === 'verify-award');
  const boxes = locked.map(({ seat }) =>
    checkBox('seats', seat, `${own(said.seat)} ${seat}`, true),
  );
  const cards = view.cards && checkBox('areCardsSeen', 'yes', own(said.areCardsSeen));
  return actForm(
    reader,
    { act: 'verify', title: own(said.verify), about: aboutOf(view), isNext: true },
    html`${boxes}${cards}${textField(reader, 'surveillance', said.surveillance)}${textField(reader, 'note', said.note)}`,
    choiceButtons(reader, { name: 'deck', label: said.deck, verb: said.verify }, deckNames),
  );
}

function payForm(reader: Reader, view: ClaimView, seat: number): Markup {
  const title = `${tell(reader, said.pay)} · ${tell(reader, said.seat)} ${seat}`;
  return actForm(
    reader,
    { act: 'pay', title, about: { ...aboutOf(view), seat }, isNext: true },
    html`${textField(reader, 'slip', said.slipInHand, true)}${textField(reader, 'withheld', said.withheldSuchAs)}${textField(reader, 'receipt', said.receipt)}`,
    choiceButtons(reader, { name: 'method', label: said.method, verb: said.pay }, methodNames),
  );
}

function reverseForm(reader: Reader, view: ClaimView): Markup {
  const { misread, misdeal, malfunction } = causeNames;
  const causes = { 'false-claim': causeNames['false-claim'], misread, misdeal, malfunction };
  const atTable = view.award.states.some(({ state }) => state === 'awarded');
  const chips = atTable && checkBox('areChipsBack', 'yes', tell(reader, said.areChipsBack));
  return actForm(
    reader,
    { act: 'reverse', title: tell(reader, said.reverse), about: aboutOf(view) },
    html`${choice(reader, 'cause', said.cause, causes)}${textField(reader, 'reason', said.reason, true)}${chips}`,
  );
}

function expireForm(reader: Reader, view: ClaimView, seat: number): Markup {
  const title = `${tell(reader, said.expire)} · ${tell(reader, said.seat)} ${seat}`;
  return actForm(
    reader,
    { act: 'expire', title, about: { ...aboutOf(view), seat } },
    textField(reader, 'reason', said.reason, true),
  );
}

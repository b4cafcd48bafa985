import { type Card, cardDealtTwice, cardNumber } from '../cards/card.js';
import type { Refusal } from '../refusal.js';
import {
  jackpotHandOfNumbers,
  jackpotHands,
  type JackpotHand,
} from './article-07-3-jackpot-hands.js';
import { someDealShows } from './article-15-1-possible-deals.js';

/**
 * Article 15(1)-(2), judging the Progressive Jackpot. Despacho 89/2025, in force from 11 November
 * 2025.
 *
 * (1) "The two community cards that the dealer shows last and the three cards dealt to the player
 * are combined, and the result is judged by Article 7(3)."
 *
 * Article 10(2) gives a player one hand, so a seat wins at most once.
 */
export interface Win {
  seat: number;
  hand: JackpotHand;
}

interface JackpotDeal {
  hands: readonly { seat: number; cards: readonly Card[] }[];
  community: readonly Card[];
}

/**
 * (2) "If no player has bet on the Progressive Jackpot, the dealer does not show the two community
 * cards on the table."
 */
export function communityIsRevealed(bettingSeats: readonly number[]): boolean {
  return bettingSeats.length > 0;
}

/** Says why these declared wins are impossible in any deal of one deck. */
export function whyImpossible(wins: readonly Win[]): Refusal<'impossible-wins'> | undefined {
  const reason = 'impossible-wins';
  const twice = firstSeatTwice(wins);
  if (twice !== undefined) return refuse(reason, declaredTwice(twice));
  if (someDealShows(wins.map(({ hand }) => hand))) return undefined;
  return refuse(reason, `No deal of one deck shows ${handsIn(wins)} in one round.`);
}

type Disagreement = Refusal<'wins-disagree-with-cards'>;

/**
 * Says why these wins are impossible with the two community cards, if no hand's cards are known.
 */
export function whyCommunityDisagrees(
  community: readonly Card[],
  wins: readonly Win[],
): Disagreement | undefined {
  const wrong = whyNoCommunity(community);
  if (wrong !== undefined) return disagree(wrong);
  const [first, second] = community.map(cardNumber);
  const hands = wins.map(({ hand }) => hand);
  if (someDealShows(hands, [first!, second!])) return undefined;
  return disagree(`With ${community.join(' and ')} on the table no deal shows ${handsIn(wins)}.`);
}

/** Says why the declared wins differ from those that the cards show. */
export function whyWinsDisagree(
  deal: JackpotDeal,
  bettingSeats: readonly number[],
  wins: readonly Win[],
): Disagreement | undefined {
  const detail = whyDealIsImpossible(deal, bettingSeats) ?? whyWinsDiffer(deal, bettingSeats, wins);
  return detail === undefined ? undefined : disagree(detail);
}

function refuse<Reason extends string>(reason: Reason, detail: string): Refusal<Reason> {
  return { reason, clause: 'Art. 15(1)', detail };
}

function disagree(detail: string): Disagreement {
  return refuse('wins-disagree-with-cards', detail);
}

function declaredTwice(seat: number): string {
  return `Seat ${seat} is declared twice; a seat has one hand.`;
}

function whyNoCommunity(community: readonly Card[]): string | undefined {
  if (community.length !== 2) return `There are ${community.length} community cards, not two.`;
  const card = cardDealtTwice(community);
  return card === undefined ? undefined : `The card ${card} is dealt twice.`;
}

function handsIn(wins: readonly Win[]): string {
  const declared = jackpotHands.flatMap((hand) => {
    const times = wins.filter((win) => win.hand === hand).length;
    return times === 0 ? [] : [`${times} × ${hand}`];
  });
  return declared.join(', ');
}

function whyDealIsImpossible(
  { hands, community }: JackpotDeal,
  bettingSeats: readonly number[],
): string | undefined {
  const wrong = whyNoCommunity(community);
  if (wrong !== undefined) return wrong;
  const short = hands.find(({ cards }) => cards.length !== 3);
  if (short !== undefined) return `Seat ${short.seat} has ${short.cards.length} cards, not three.`;
  const twice = firstSeatTwice(hands);
  if (twice !== undefined) return `The cards of seat ${twice} are given twice.`;
  const card = cardDealtTwice([...community, ...hands.flatMap(({ cards }) => cards)]);
  if (card !== undefined) return `The card ${card} is dealt twice.`;
  const without = bettingSeats.find((seat) => !hands.some((hand) => hand.seat === seat));
  if (without !== undefined) return `Seat ${without} has a jackpot bet, but its cards are missing.`;
  return undefined;
}

function whyWinsDiffer(
  { hands, community }: JackpotDeal,
  bettingSeats: readonly number[],
  wins: readonly Win[],
): string | undefined {
  const twice = firstSeatTwice(wins);
  if (twice !== undefined) return declaredTwice(twice);
  const stray = wins.find(({ seat }) => !bettingSeats.includes(seat));
  if (stray !== undefined) return `Seat ${stray.seat} is declared, but has no jackpot bet.`;
  // No card is repeated, so only the card numbers of the three and the two remain to judge.
  const [d, e] = community.map(cardNumber);
  for (const { seat, cards } of hands) {
    if (!bettingSeats.includes(seat)) continue;
    const [a, b, c] = cards;
    const shown = jackpotHandOfNumbers(cardNumber(a!), cardNumber(b!), cardNumber(c!), d!, e!);
    const declared = wins.find((win) => win.seat === seat)?.hand;
    if (shown === declared) continue;
    if (declared === undefined) return `Seat ${seat} shows a ${shown}, but it is not declared.`;
    return `Seat ${seat} is declared a ${declared}, but its cards show ${shown ?? 'no prize'}.`;
  }
  return undefined;
}

function firstSeatTwice(entries: readonly { seat: number }[]): number | undefined {
  const seats = entries.map(({ seat }) => seat);
  return seats.find((seat, index) => seats.indexOf(seat) !== index);
}

import { type Card, cardDealtTwice, cardNumber } from '../cards/card.js';
import { fiveCardCombination, fiveCardPlace } from '../cards/five-cards.js';

/**
 * Article 7(3), the hands of the Progressive Jackpot. Despacho 89/2025, in force from 11 November
 * 2025; 94/2025 left the paragraph alone.
 *
 * (3) "The combinations for the Progressive Jackpot fall in this order: (1) royal flush: the five
 * highest cards of one suit in sequence; (2) straight flush: any other five cards of one suit in
 * sequence; (3) four of a kind: four cards of one value; the remaining card never counts; (4) full
 * house: three cards of one value and two of another; (5) flush: five cards of one suit, not in
 * sequence."
 */
export const jackpotHands = [
  'royal-flush',
  'straight-flush',
  'four-of-a-kind',
  'full-house',
  'flush',
] as const;

export type JackpotHand = (typeof jackpotHands)[number];

/** The hand by Article 15(1): all five cards count, the player's three and the two of the table. */
export function jackpotHand(
  player: readonly Card[],
  community: readonly Card[],
): JackpotHand | undefined {
  const [a, b, c, ...furtherPlayer] = player.map(cardNumber);
  const [d, e, ...furtherCommunity] = community.map(cardNumber);
  const count = player.length + community.length;
  if (furtherPlayer.length + furtherCommunity.length > 0 || c === undefined || e === undefined) {
    throw new RangeError(`A jackpot hand is three cards and two of the table, not ${count} cards.`);
  }
  const twice = cardDealtTwice([...player, ...community]);
  if (twice !== undefined) throw new RangeError(`A jackpot hand has the card ${twice} twice.`);
  return jackpotHandOfNumbers(a!, b!, c, d!, e);
}

export function jackpotHandOfNumbers(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
): JackpotHand | undefined {
  const combination = fiveCardCombination(fiveCardPlace(a, b, c, d, e));
  return isJackpotHand(combination) ? combination : undefined;
}

export function isJackpotHand(combination: string): combination is JackpotHand {
  return (jackpotHands as readonly string[]).includes(combination);
}

import { sentenceOf } from '../refusal.js';
import { refuseBettingSeats } from './article-05-hands.js';
import type { ShuffleMethod } from './article-09-shuffle.js';

/**
 * Article 11, dealing. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) By hand: from left to right one card at a time to each hand that bet, until each has three;
 *     then three to the dealer.
 * (2) By machine: from left to right three cards to each hand that bet; then three to the dealer.
 * (3) If anybody bet on the jackpot, two community cards go to their own place on the table.
 * (4) If the shuffler gives only three cards at a time, the top one of these three is burned and
 *     the other two are the community cards.
 * (5) All cards are dealt face down.
 *
 * "Left" is the dealer's left, as in Article 15(3): seat 1 is the first. The order of the
 * paragraphs puts the community cards after the dealer's, and without a jackpot bet there are none
 * (A26).
 */
export interface DealQuestion {
  method: ShuffleMethod;
  /** (4): the shuffler gives only three cards at a time. */
  dispensesThreeOnly: boolean;
  bettingSeats: readonly number[];
  jackpotSeats: readonly number[];
}

/** Where a card goes: a seat by its number, the dealer, the community cards, or burned. */
export type Place = `${number}` | 'D' | 'C' | 'X';

export function dealPlan({
  method,
  dispensesThreeOnly,
  bettingSeats,
  jackpotSeats,
}: DealQuestion): Place[] {
  const refusal = refuseBettingSeats(bettingSeats) ?? refuseBettingSeats(jackpotSeats);
  if (refusal !== undefined) throw new RangeError(sentenceOf(refusal));
  const leftToRight = [...bettingSeats].sort((one, other) => one - other);
  const seats = leftToRight.map((seat): Place => `${seat}`);
  const players =
    method === 'manual'
      ? [...seats, ...seats, ...seats]
      : seats.flatMap((seat) => [seat, seat, seat]);
  const plan: Place[] = [...players, 'D', 'D', 'D'];
  // A jackpot bet of a seat without a base bet is invalid, Article 4(3), and asks for no cards.
  if (!jackpotSeats.some((seat) => bettingSeats.includes(seat))) return plan;
  if (method === 'shuffler' && dispensesThreeOnly) plan.push('X');
  return [...plan, 'C', 'C'];
}

/**
 * The cards that leave the deck in the fullest round: seven hands, the dealer, and the last three.
 */
export const mostCardsDealt = 7 * 3 + 3 + 3;

import type { Amount } from '../amount.js';
import type { SeatStakes } from '../fortune-3-card-poker/showdown.js';
import type { Refusal } from '../refusal.js';

/**
 * Article 12, raising. Despacho 89/2025, in force from 11 November 2025.
 *
 * (2) "A player with an Ante who wishes to go on with the round must raise by the same amount as
 * the Ante; otherwise he is taken to give up the Ante."
 *
 * A hand with Pair Plus alone has nothing to raise (A10).
 */
export function refuseRaise(ante: Amount, raise: Amount): Refusal | undefined {
  const clause = 'Art. 12(2)';
  if (ante <= 0n) {
    const detail = 'Only a hand with an Ante can raise.';
    return { reason: 'raise-without-ante', clause, detail };
  }
  if (raise === ante) return undefined;
  const detail = `The raise is exactly the Ante, ${ante}, and not ${raise}.`;
  return { reason: 'raise-not-the-ante', clause, detail };
}

/**
 * Tells whether a hand without a raise keeps its cards until the end of the round.
 *
 * (3) "If the player does not raise, the dealer at once takes back the cards of the hand, unless
 * the player has bet on Pair Plus or on an additional bet."
 *
 * (4) "Giving up or not winning the round does not affect the player's bets on the Six Card Bonus
 * and the Progressive Jackpot in that round."
 */
export function keepsCardsWithoutRaise(stakes: Omit<SeatStakes, 'ante' | 'raise'>): boolean {
  return stakes.pairPlus > 0n || stakes.sixCard > 0n || stakes.jackpot > 0n;
}

/** (1) "Only the player seated at a hand may hold and look at its cards." */
export function mayHoldCards(seatOfPlayer: number | undefined, seatOfCards: number): boolean {
  return seatOfPlayer === seatOfCards;
}

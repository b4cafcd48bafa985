import type { Refusal } from '../refusal.js';

/**
 * Article 12, raising. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) Only the player who sits at a hand may hold and look at its cards.
 * (2) Who has bet the Ante and wants to go on raises by exactly the Ante; otherwise the Ante is
 *     given up.
 * (3) Without a raise the dealer takes the cards back at once, unless the hand also has Pair Plus
 *     or an additional bet.
 * (4) To give up or to lose does not touch the Six Card Bonus and the jackpot bet of the round.
 *
 * A hand with Pair Plus alone has nothing to raise (A10).
 */
export function refuseRaise(ante: bigint, raise: bigint): Refusal | undefined {
  const clause = 'Art. 12(2)';
  if (ante <= 0n) {
    const detail = 'Only a hand with an Ante can raise.';
    return { reason: 'raise-without-ante', clause, detail };
  }
  if (raise === ante) return undefined;
  const detail = `The raise is exactly the Ante, ${ante}, and not ${raise}.`;
  return { reason: 'raise-not-the-ante', clause, detail };
}

/** (3): whether a hand without a raise keeps its cards until the end of the round. */
export function keepsCardsWithoutRaise(stakes: {
  pairPlus: bigint;
  sixCard: bigint;
  jackpot: bigint;
}): boolean {
  return stakes.pairPlus > 0n || stakes.sixCard > 0n || stakes.jackpot > 0n;
}

/** (1): a player may look only at the cards of the hand where he sits. */
export function mayHoldCards(seatOfPlayer: number | undefined, seatOfCards: number): boolean {
  return seatOfPlayer === seatOfCards;
}

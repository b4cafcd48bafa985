import type { Refusal } from '../settlement.js';

/**
 * Article 5, the hands of a table. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) Dealer and players play at a table.
 * (2) A table has six to eight hands, one of them the dealer's and the others for seated players.
 * (3) Before each hand are three boxes: Pair Plus nearest to the dealer, the Ante in the middle,
 *     the Raise farthest.
 * (4) Boxes for additional bets lie between the dealer and the box for Pair Plus.
 */
export const fewestHands = 6;
export const mostHands = 8;

/** (3)-(4): from the dealer outwards. */
export const boxesFromDealer = ['additional-bets', 'pair-plus', 'ante', 'raise'] as const;

export function refuseHands(handsIncludingDealer: number): Refusal | undefined {
  const whole = Number.isInteger(handsIncludingDealer);
  if (whole && handsIncludingDealer >= fewestHands && handsIncludingDealer <= mostHands) {
    return undefined;
  }
  const sentence = `A table has six to eight hands with the dealer's, not ${handsIncludingDealer}.`;
  return { reason: 'wrong-number-of-hands', clause: 'Art. 5(2)', sentence };
}

import type { Refusal } from '../settlement.js';

/**
 * Article 2, the hands of a table. Despacho 78/2008, in force from 12 August 2008 to 10 November
 * 2025.
 *
 * (1) A table has eight hands, the dealer's among them.
 * (2) Each hand of a player has three boxes: Pair Plus nearest to the dealer, the Ante in the
 *     middle, the Raise outermost.
 */
export const hands2008Table = 8;

export const boxesFromDealer2008 = ['pair-plus', 'ante', 'raise'] as const;

export function refuseHands2008(handsIncludingDealer: number): Refusal | undefined {
  if (handsIncludingDealer === hands2008Table) return undefined;
  const sentence = `A table has eight hands with the dealer's, not ${handsIncludingDealer}.`;
  return { reason: 'wrong-number-of-hands', clause: 'Art. 2(1)', sentence };
}

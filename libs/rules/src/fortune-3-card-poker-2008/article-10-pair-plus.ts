import type { ThreeCardCombination } from '../cards/three-cards.js';
import { type BetResult, lost, won } from '../settlement.js';

/**
 * Article 10, the prizes of Pair Plus. Despacho 78/2008, in force from 12 August 2008 to 10
 * November 2025.
 *
 * (1) straight flush 40 to one, (2) three of a kind 25, (3) straight 5, (4) flush 4, (5) pair 1.
 */
export const pairPlusPrizes2008 = {
  'straight-flush': { odds: 40n, item: '10(1)' },
  'three-of-a-kind': { odds: 25n, item: '10(2)' },
  straight: { odds: 5n, item: '10(3)' },
  flush: { odds: 4n, item: '10(4)' },
  pair: { odds: 1n, item: '10(5)' },
  'three-odd-cards': undefined,
} as const satisfies Record<ThreeCardCombination, { odds: bigint; item: string } | undefined>;

/** `article` is the paragraph of Article 9 that settles the bet in this edition. */
export function settlePairPlus2008(
  stake: bigint,
  combination: ThreeCardCombination,
  article: '9(1)' | '9(9)',
): BetResult {
  const prize = pairPlusPrizes2008[combination];
  if (prize === undefined) return lost('pair-plus', stake, `Art. ${article}`);
  return won('pair-plus', stake, prize.odds, `Art. ${article}, ${prize.item}`);
}

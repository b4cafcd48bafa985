import type { ThreeCardCombination } from '../cards/three-cards.js';

/**
 * Article 7(1), the hands of the base bets. Despacho 89/2025, in force from 11 November 2025; the
 * order changed by despacho 94/2025, from 18 November 2025.
 *
 * From high to low, as published: (1) straight flush, (2) straight, (3) flush, (4) three of a kind,
 * (5) pair, (6) three odd cards. Between two of a kind the higher sequence wins, the higher cards
 * in turn, the higher three, the higher pair and then the odd card; what is equal throughout is a
 * draw. A straight is a sequence not of one suit (A20). Item (6) does not say what equal odd cards
 * are, and they are taken as a draw like all others (A3).
 *
 * 94/2025 makes three of a kind the second and moves straight and flush down by one. It is not
 * among the originals; the rest of the article is taken as unchanged.
 */
export const baseHands89 = [
  'straight-flush',
  'straight',
  'flush',
  'three-of-a-kind',
  'pair',
  'three-odd-cards',
] as const satisfies readonly ThreeCardCombination[];

export const baseHands94 = [
  'straight-flush',
  'three-of-a-kind',
  'straight',
  'flush',
  'pair',
  'three-odd-cards',
] as const satisfies readonly ThreeCardCombination[];

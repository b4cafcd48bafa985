import type { ThreeCardCombination } from '../cards/three-cards.js';

/**
 * Article 7(1), the hands of the base bets. Despacho 89/2025, in force from 11 November 2025; the
 * order changed by despacho 94/2025, from 18 November 2025.
 *
 * (1) "The combinations for the base bets fall in this order:
 *
 * "(1) straight flush: three cards of one suit in sequence. If dealer and player both have one, the
 * higher sequence wins; if the values are still equal it is a draw;" (A19: the Portuguese text
 * compares the highest card.)
 *
 * "(2) straight: three cards in sequence but of different suits. [The same two rules;]" (A20: "of
 * different suits" is read as not all of one suit.)
 *
 * "(3) flush: three cards of one suit. The higher card wins, if equal the second highest, and so on
 * until it is decided; if all are equal it is a draw;
 *
 * "(4) three of a kind: three cards of one value. The higher cards win;
 *
 * "(5) pair: two cards of one value and an odd card. The higher pair wins, if equal the higher odd
 * card; if that is equal too it is a draw;
 *
 * "(6) three odd cards: three cards that form none of the combinations above. The higher card wins,
 * if equal the second highest, and so on until it is decided." (A3: equal odd cards are a draw.)
 */
export const baseHands89 = [
  'straight-flush',
  'straight',
  'flush',
  'three-of-a-kind',
  'pair',
  'three-odd-cards',
] as const satisfies readonly ThreeCardCombination[];

/**
 * The order of 94/2025, which makes three of a kind item (2) and moves straight and flush down by
 * one. It is not among the originals; the rest of the article is assumed to be unchanged.
 */
export const baseHands94 = [
  'straight-flush',
  'three-of-a-kind',
  'straight',
  'flush',
  'pair',
  'three-odd-cards',
] as const satisfies readonly ThreeCardCombination[];

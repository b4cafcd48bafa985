import type { Rank } from '../cards/card.js';

/**
 * Article 6, the values of the cards, from high to low. Despacho 89/2025, in force from 11 November
 * 2025; items (1) and (2) are also Article 4 of despacho 78/2008.
 *
 * (1) Single cards: A, K, Q, J, 10 down to 2.
 * (2) Sequences of three: A-K-Q, K-Q-J, down to 4-3-2 and 3-2-A.
 * (3) Sequences of five: A-K-Q-J-10 down to 6-5-4-3-2 and 5-4-3-2-A.
 *
 * The ace is low in the last of each alone, and nothing goes round from 2 over A to K. Suits have
 * no order.
 */
export const singleCards = [
  ...['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'],
] as readonly Rank[];

export const sequencesOfThree = sequences(3);
export const sequencesOfFive = sequences(5);

function sequences(length: number): readonly (readonly Rank[])[] {
  const around = [...singleCards, 'A' as const];
  return Array.from({ length: around.length - length + 1 }, (_, first) =>
    around.slice(first, first + length),
  );
}

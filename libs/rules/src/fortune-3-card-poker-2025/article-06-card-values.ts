import { sequences } from '../fortune-3-card-poker/card-values.js';

/**
 * Article 6, the values of the cards. Despacho 89/2025, in force from 11 November 2025. Suits have
 * no order, and no sequence continues from the two over the ace to the king.
 *
 * "The values of the cards fall in this order: (1) single cards: A, K, Q, J, 10, 9, 8, 7, 6, 5, 4,
 * 3 and 2;"
 */
export { singleCards } from '../fortune-3-card-poker/card-values.js';

/** "(2) sequences of three cards: A-K-Q, K-Q-J, [and so on to] 4-3-2 and 3-2-A;" */
export const sequencesOfThree = sequences(3);

/**
 * "(3) sequences of five cards: A-K-Q-J-10, K-Q-J-10-9, [and so on to] 6-5-4-3-2 and 5-4-3-2-A."
 */
export const sequencesOfFive = sequences(5);

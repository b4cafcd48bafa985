import { sequences, singleCards } from '../fortune-3-card-poker/card-values.js';

/**
 * Article 4, the values of the cards. Despacho 78/2008, in force from 12 August 2008 to 10 November
 * 2025.
 *
 * "The values of the cards fall in this order: (1) the face value of each card: A, K, Q, J, 10, 9,
 * 8, 7, 6, 5, 4, 3 and 2;"
 */
export const singleCards2008 = singleCards;

/** "(2) sequences of cards: A-K-Q, K-Q-J, [and so on to] 4-3-2 and 3-2-A." */
export const sequences2008 = sequences(3);

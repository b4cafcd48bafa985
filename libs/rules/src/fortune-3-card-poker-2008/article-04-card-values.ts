import {
  sequencesOfThree,
  singleCards,
} from '../fortune-3-card-poker-2025/article-06-card-values.js';

/**
 * Article 4, the values of the cards, from high to low. Despacho 78/2008, in force from 12 August
 * 2008 to 10 November 2025. Article 6(1)-(2) of 2025 repeats it.
 *
 * (1) A, K, Q, J, 10 down to 2.
 * (2) Sequences: A-K-Q, K-Q-J, down to 4-3-2 and 3-2-A.
 */
export const singleCards2008 = singleCards;
export const sequences2008 = sequencesOfThree;

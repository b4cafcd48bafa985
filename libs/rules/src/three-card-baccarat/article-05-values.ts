import type { Card, Rank } from '../cards/card.js';

/**
 * Article 5 and the annex, the values of three cards. Portaria 22/96/M of 12 February 1996.
 *
 * (1) "The value of the combinations of three cards is that of the annexed list. Figures and tens
 * are worth zero."
 */
const cardPoints = {
  A: 1,
  '2': 2,
  '3': 3,
  '4': 4,
  '5': 5,
  '6': 6,
  '7': 7,
  '8': 8,
  '9': 9,
  T: 0,
  J: 0,
  Q: 0,
  K: 0,
} as const satisfies Record<Rank, number>;

const figures: readonly Rank[] = ['J', 'Q', 'K'];

export interface BaccaratHand {
  /** Line of the annex, 1 being the highest. */
  line: number;
  /** Undefined for three figures, which are above every total. */
  points: number | undefined;
  figures: number;
}

/**
 * (2) "Three figures are the highest. Otherwise the sum of the three cards decides, less 10 or 20
 * where it exceeds them; nine is the best." A sum of exactly 10 or 20 is zero, as lines 29 to 31 of
 * the annex need (C1).
 */
export function baccaratHand(cards: readonly Card[]): BaccaratHand {
  const ranks = cards.map((card) => card.charAt(0) as Rank);
  if (ranks.length !== 3) throw new RangeError(`A hand is three cards, not ${ranks.length}.`);
  const count = ranks.filter((rank) => figures.includes(rank)).length;
  if (count === 3) return { line: 1, points: undefined, figures: 3 };
  const points = ranks.reduce((sum, rank) => sum + cardPoints[rank], 0) % 10;
  return { line: lineOf(points, count), points, figures: count };
}

/**
 * Annex: "Order of the combinations: 1 three figures (K, Q and J); 2 nine with two figures; 3 nine
 * with one figure; 4 nine without a figure; 5 eight with two figures; [and so on to] 31 zero
 * without a figure." In closed form, for other hands than three figures; a ten is no figure.
 */
function lineOf(points: number, figureCount: number): number {
  return 2 + (9 - points) * 3 + (2 - figureCount);
}

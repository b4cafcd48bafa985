import type { Card, Rank } from '../cards/card.js';

/**
 * Article 5 and the annex, the values of three cards. Portaria 22/96/M of 12 February 1996.
 *
 * (1) The order of the combinations is that of the annex; figures and tens count zero.
 * (2) Three figures are the highest. Otherwise the sum of the three cards decides, less 10 or 20
 *     where it exceeds them, nine being the best. A sum of exactly 10 or 20 is zero, as lines 29 to
 *     31 of the annex need (C1).
 *
 * Annex: 1 is three figures; then for each total from nine down to zero a line with two figures,
 * with one and with none, so that of equal totals the one with more figures is higher. A ten is no
 * figure.
 */
export const cardPoints = {
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

export const figures: readonly Rank[] = ['J', 'Q', 'K'];

export interface BaccaratHand {
  /** Line of the annex, 1 being the highest. */
  line: number;
  /** Undefined for three figures, which are above every total. */
  points: number | undefined;
  figures: number;
}

export function baccaratHand(cards: readonly Card[]): BaccaratHand {
  const ranks = cards.map((card) => card.charAt(0) as Rank);
  if (ranks.length !== 3) throw new RangeError(`A hand is three cards, not ${ranks.length}.`);
  const count = ranks.filter((rank) => figures.includes(rank)).length;
  if (count === 3) return { line: 1, points: undefined, figures: 3 };
  const points = ranks.reduce((sum, rank) => sum + cardPoints[rank], 0) % 10;
  return { line: lineOf(points, count), points, figures: count };
}

/** The annex in closed form, for other hands than three figures. */
function lineOf(points: number, figureCount: number): number {
  return 2 + (9 - points) * 3 + (2 - figureCount);
}

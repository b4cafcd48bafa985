import type { Rank } from '../cards/card.js';

/** The order of cards and sequences that all editions share, from high to low. */
export const singleCards: readonly Rank[] = [
  ...(['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const),
];

/** Sequences from the ace down to the two; only in the last is the ace low. */
export function sequences(length: number): readonly (readonly Rank[])[] {
  const aceAgain = [...singleCards, 'A' as const];
  return Array.from({ length: aceAgain.length - length + 1 }, (_, first) =>
    aceAgain.slice(first, first + length),
  );
}

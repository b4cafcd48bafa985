import { sentenceOf } from '../refusal.js';
import { handRules2008 } from './article-02-hands.js';
import type { ShuffleMethod2008 } from './article-03-shuffle.js';

/**
 * Article 7, dealing. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * (1) does not say whether the dealer is the last of each turn or has three cards at the end; the
 * first reading is used, and no money depends on it (B13).
 */
export function dealPlan2008(
  method: ShuffleMethod2008,
  bettingSeats: readonly number[],
): (`${number}` | 'D')[] {
  const refusal = handRules2008.refuseBettingSeats(bettingSeats);
  if (refusal !== undefined) throw new RangeError(sentenceOf(refusal));
  const leftToRight = [...bettingSeats].sort((one, other) => one - other);
  const turn = [...leftToRight.map((seat) => `${seat}` as const), 'D' as const];
  switch (method) {
    // (1) "With the shoe the dealer deals three cards, one at a time, from left to right, face
    // down, to the players who have bet, the last one to himself;"
    case 'manual':
      return [...turn, ...turn, ...turn];
    // (2) "with the automatic shuffler three cards at a time, from left to right, face down, to the
    // players who have bet, and at last to himself."
    case 'shuffler':
      return turn.flatMap((hand) => [hand, hand, hand]);
  }
}

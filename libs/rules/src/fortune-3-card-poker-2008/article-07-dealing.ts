import { sentenceOf } from '../refusal.js';
import { refuseBettingSeats2008 } from './article-02-hands.js';
import type { ShuffleMethod2008 } from './article-03-shuffle.js';

/**
 * Article 7, dealing. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * (1) From the shoe: from left to right, one card at a time, face down, three to each hand that
 *     bet, the dealer last.
 * (2) From the shuffler: from left to right, three cards at a time, face down, the dealer last.
 *
 * (1) does not say whether the dealer is the last of each turn or has three cards at the end; the
 *     first is taken, and no money depends on it (B13).
 */
export function dealPlan2008(
  method: ShuffleMethod2008,
  bettingSeats: readonly number[],
): (`${number}` | 'D')[] {
  const refusal = refuseBettingSeats2008(bettingSeats);
  if (refusal !== undefined) throw new RangeError(sentenceOf(refusal));
  const leftToRight = [...bettingSeats].sort((one, other) => one - other);
  const turn = [...leftToRight.map((seat) => `${seat}` as const), 'D' as const];
  switch (method) {
    case 'manual':
      return [...turn, ...turn, ...turn];
    case 'shuffler':
      return turn.flatMap((place) => [place, place, place]);
  }
}

import type { Amount } from '../amount.js';
import { rankOf } from '../cards/card.js';
import type { ThreeCardCombination, ThreeCardRanking } from '../cards/three-cards.js';

/** A hand against the dealer's: its place among all three-card hands, 1 being the highest. */
export interface DealerHand {
  cards: Triple;
  place: number;
  qualifies: boolean;
}

/** Three cards by number. */
export type Triple = readonly [number, number, number];

export interface PlayerHand {
  cards: Triple;
  place: number;
  combination: ThreeCardCombination;
}

/** The stakes of one seat; 0 without a bet. */
export interface SeatStakes {
  ante: Amount;
  raise: Amount;
  pairPlus: Amount;
  sixCard: Amount;
  jackpot: Amount;
}

export type DealerQualification = 'hand-value' | 'highest-card';

/**
 * "Q or better": by the value of the hand every combination is better than a queen high; by the
 * highest card alone, two twos are not.
 */
export function dealerQualifies(
  cards: Triple,
  ranking: ThreeCardRanking,
  qualification: DealerQualification,
): boolean {
  switch (qualification) {
    case 'hand-value':
      return ranking.place(...cards) <= ranking.lastQueenHigh;
    case 'highest-card':
      return Math.max(...cards.map(rankOf)) >= queen;
  }
}

const queen = 10;

export function playerHand(cards: Triple, ranking: ThreeCardRanking): PlayerHand {
  const place = ranking.place(cards[0], cards[1], cards[2]);
  return { cards, place, combination: ranking.combination(place) };
}

export function dealerHand(
  cards: Triple,
  ranking: ThreeCardRanking,
  qualification: DealerQualification,
): DealerHand {
  const place = ranking.place(cards[0], cards[1], cards[2]);
  return { cards, place, qualifies: dealerQualifies(cards, ranking, qualification) };
}

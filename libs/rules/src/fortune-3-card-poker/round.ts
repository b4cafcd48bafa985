import type { Amount } from '../amount.js';
import type { Card } from '../cards/card.js';
import type { Prize } from '../fortune-3-card-poker-2025/article-16-3-jackpot-prizes.js';
import type { JackpotHand } from '../fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
import type { JackpotSettlement } from '../fortune-3-card-poker-2025/article-15-payment.js';
import type { ThreeCardCombination } from '../cards/three-cards.js';
import type { BetResult } from '../settlement.js';

/** A whole round of the game on the table when the betting is over. */
export interface FortuneRound {
  dealer: readonly Card[];
  /** The two cards of Article 11(3) of 2025; required if a seat has a jackpot bet. */
  community?: readonly Card[] | undefined;
  seats: readonly FortuneSeat[];
  /** Required if a seat has a jackpot bet. */
  jackpot?: FortuneJackpot | undefined;
  /** Readings of the regulation's open questions, by key; a missing key has its default. */
  policies?: Readonly<Record<string, unknown>> | undefined;
}

export interface FortuneSeat {
  /** 1 is the first on the dealer's left. */
  seat: number;
  cards: readonly Card[];
  ante?: Amount | undefined;
  /** Exactly the Ante, or omitted if the hand was given up. */
  raise?: Amount | undefined;
  pairPlus?: Amount | undefined;
  sixCard?: Amount | undefined;
  jackpot?: Amount | undefined;
}

interface FortuneJackpot {
  pool: Amount;
  seed: Amount;
  /** A straight flush's share is a multiple of this, rounded down; a royal flush's of the unit. */
  payoutUnit: Amount;
  prizes: Readonly<Record<JackpotHand, Prize>>;
}

export interface FortuneSettlement {
  dealer: { hand: ThreeCardCombination; qualifies: boolean };
  seats: FortuneSeatSettlement[];
  /** Article 15(2) of 2025. */
  communityRevealed: boolean;
  /** The jackpot's payments and the rest of its pool; undefined without a valid bet on it. */
  jackpot: JackpotSettlement | undefined;
}

export interface FortuneSeatSettlement {
  seat: number;
  hand: ThreeCardCombination;
  results: BetResult[];
  net: Amount;
}

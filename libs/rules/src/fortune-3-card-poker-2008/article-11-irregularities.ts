import type { Policies2008 } from './policies.js';

/**
 * Article 11, irregularities. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * (1) Where order or number of the cards is wrong, the bets are void and so is the round; it is bet
 *     and dealt anew.
 * (2) Where one or more cards are exposed while dealing, the round is not void and goes on. A card
 *     of the dealer is put aside face up and the remaining cards are dealt face down.
 * (3) Cards dealt to a hand without a bet are void, and the round goes on.
 * (4) Where the shuffler fails while dealing, the round is void, and another shuffler or a shoe is
 *     used.
 *
 * Void bets go back to the players (B12). "Put aside" is read as left out of the dealer's hand
 * (B7).
 */
export const irregularities2008 = [
  'deal-order-or-count-error',
  'player-cards-exposed',
  'dealer-card-exposed',
  'dealt-to-non-betting-hand',
  'shuffler-failure',
] as const;

export type Irregularity2008 = (typeof irregularities2008)[number];

export interface IrregularityRuling2008 {
  round: 'void' | 'continues';
  bets: 'stand' | 'refunded';
  deadHands: readonly number[];
  /** What becomes of an exposed card of the dealer. */
  exposedCard?: 'set-aside' | 'keep-face-up';
  clause: string;
}

export function ruleOnIrregularity2008(
  event: Irregularity2008,
  { exposedDealerCard }: Pick<Policies2008, 'exposedDealerCard'>,
  seats: readonly number[] = [],
): IrregularityRuling2008 {
  switch (event) {
    case 'deal-order-or-count-error':
      return { round: 'void', bets: 'refunded', deadHands: [], clause: 'Art. 11(1)' };
    case 'player-cards-exposed':
      return { round: 'continues', bets: 'stand', deadHands: [], clause: 'Art. 11(2)' };
    case 'dealer-card-exposed': {
      const clause = 'Art. 11(2)';
      if (exposedDealerCard === 'void') {
        return { round: 'void', bets: 'refunded', deadHands: [], clause };
      }
      const exposedCard = exposedDealerCard;
      return { round: 'continues', bets: 'stand', deadHands: [], exposedCard, clause };
    }
    case 'dealt-to-non-betting-hand':
      return { round: 'continues', bets: 'stand', deadHands: seats, clause: 'Art. 11(3)' };
    case 'shuffler-failure':
      return { round: 'void', bets: 'refunded', deadHands: [], clause: 'Art. 11(4)' };
  }
}

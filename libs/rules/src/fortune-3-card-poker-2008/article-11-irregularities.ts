import type { Policies2008 } from './policies.js';

/**
 * Article 11, irregularities. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
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

interface IrregularityRuling2008 {
  round: 'void' | 'continues';
  bets: 'stand' | 'refunded';
  deadHands: readonly number[];
  /** The handling of an exposed card of the dealer. */
  exposedCard?: 'set-aside' | 'keep-face-up';
  clause: string;
}

export function ruleOnIrregularity2008(
  event: Irregularity2008,
  { exposedDealerCard }: Pick<Policies2008, 'exposedDealerCard'>,
  seats: readonly number[] = [],
): IrregularityRuling2008 {
  switch (event) {
    // "(1) Any irregularity in the dealing or in the number of cards makes the bets void and the
    // round invalid; new bets are made and new cards dealt;"
    case 'deal-order-or-count-error':
      return { round: 'void', bets: 'refunded', deadHands: [], clause: 'Art. 11(1)' };
    // "(2) the accidental exposure of one or more cards while dealing does not make the round
    // invalid, and bets and game go on, except if the exposed card is the dealer's.
    case 'player-cards-exposed':
      return { round: 'continues', bets: 'stand', deadHands: [], clause: 'Art. 11(2)' };
    // "In this case the card is left out, in view, and all remaining cards are dealt face down;"
    case 'dealer-card-exposed': {
      const clause = 'Art. 11(2)';
      if (exposedDealerCard === 'void') {
        return { round: 'void', bets: 'refunded', deadHands: [], clause };
      }
      const exposedCard = exposedDealerCard;
      return { round: 'continues', bets: 'stand', deadHands: [], exposedCard, clause };
    }
    // "(3) if cards are dealt by accident to a hand that has made no bet, that hand is void and the
    // game goes on;"
    case 'dealt-to-non-betting-hand':
      return { round: 'continues', bets: 'stand', deadHands: seats, clause: 'Art. 11(3)' };
    // "(4) if the shuffler fails while dealing, the round is invalid and the shuffler is replaced,
    // or a shoe is used to deal."
    case 'shuffler-failure':
      return { round: 'void', bets: 'refunded', deadHands: [], clause: 'Art. 11(4)' };
  }
}

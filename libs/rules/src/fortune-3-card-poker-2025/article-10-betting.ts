import {
  beforeTheFirstCard,
  ownHandOnly,
  stakeWithinLimits,
} from '../fortune-3-card-poker/table.js';

/**
 * Article 10, rules for betting. Despacho 89/2025, in force from 11 November 2025.
 *
 * "The players observe these rules: (1) they bet within the upper and lower limits displayed at the
 * table;"
 */
export const refuseStake = stakeWithinLimits('Art. 10(1)');

/**
 * "(2) each player may bet only on the hand where he sits, and not on more than one hand through
 * others;" in the Portuguese text "and not jointly with other hands". Both hold (A28).
 */
export const refuseFurtherHand = ownHandOnly('Art. 10(2)');

/** "(3) no bet may be made after the dealer has dealt the first card of the round." */
export const refuseLateBet = beforeTheFirstCard('Art. 10(3)');

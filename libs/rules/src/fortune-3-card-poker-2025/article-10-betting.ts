import { bettingRules } from '../fortune-3-card-poker/table.js';

/**
 * Article 10, rules for betting. Despacho 89/2025, in force from 11 November 2025.
 *
 * "The players observe these rules: (1) they bet within the upper and lower limits displayed at the
 * table;"
 *
 * "(2) each player may bet only on the hand where he sits, and not on more than one hand through
 * others;" in the Portuguese text "and not jointly with other hands". Both hold (A28).
 *
 * "(3) no bet may be made after the dealer has dealt the first card of the round."
 */
export const betRules2025 = bettingRules('Art. 10');

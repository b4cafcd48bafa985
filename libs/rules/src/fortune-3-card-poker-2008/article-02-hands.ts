import { tableOfHands } from '../fortune-3-card-poker/table.js';

/**
 * Article 2, the hands of a table. Despacho 78/2008, in force from 12 August 2008 to 10 November
 * 2025.
 *
 * (1) "Each table has eight hands, the dealer's included."
 */
export const handRules2008 = tableOfHands(8, 8, 'Art. 2(1)');

/**
 * (2) "For each hand of the players the table has three boxes for bets: the one nearest to the
 * dealer is for Pair Plus, the middle one for the Ante and the outer one for the Raise."
 */
export const boxesFromDealer2008 = ['pair-plus', 'ante', 'raise'] as const;

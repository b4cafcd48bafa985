import { tableOfHands } from '../fortune-3-card-poker/table.js';

/**
 * Article 5, the hands of a table. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) "The game is played at the table between the dealer and the players."
 *
 * (2) "Each table has six to eight hands, one of them the dealer's; the others are for the bets of
 * seated players."
 */
export const handRules2025 = tableOfHands(6, 8, 'Art. 5(2)');

/**
 * From the dealer outwards.
 *
 * (3) "The concessionaire marks three boxes in front of each hand: (1) the box nearest to the
 * dealer for Pair Plus; (2) the middle box for the Ante; (3) the box farthest from the dealer for
 * the Raise."
 *
 * (4) "A concessionaire that runs the bets of Article 3(2) adds a box for them between the dealer
 * and the box of paragraph 3(1)."
 */
export const boxesFromDealer = ['additional-bets', 'pair-plus', 'ante', 'raise'] as const;

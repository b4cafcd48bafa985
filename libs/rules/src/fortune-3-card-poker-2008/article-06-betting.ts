import { bettingRules } from '../fortune-3-card-poker/table.js';
import type { Refusal } from '../refusal.js';

/**
 * Article 6, rules for betting. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * "The players observe these rules: (1) the bets keep to the minimum and maximum posted at the
 * table;"
 *
 * "(2) bets may be made only on one's own hand, and not jointly with other hands;"
 *
 * "(3) after the first card of a round is dealt, no new bets may be accepted;"
 */
export const betRules2008 = bettingRules('Art. 6');

/**
 * "(4) it is forbidden to hold cards off the table, and only seated players may hold them;" the
 * Chinese text forbids to leave the table with cards in hand. Both hold.
 *
 * "(5) when these rules are observed, the round begins."
 */
export function refuseHolding(holder: { seated: boolean; atTable: boolean }): Refusal | undefined {
  if (holder.seated && holder.atTable) return undefined;
  const detail = 'Only a seated player holds cards, and not away from the table.';
  return { reason: 'may-not-hold-cards', clause: 'Art. 6(4)', detail };
}

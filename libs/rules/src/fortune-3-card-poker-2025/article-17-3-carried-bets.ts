import { type BaseBet, hasBaseBet } from './article-04-bet-forms.js';
import type { JackpotPolicies } from './jackpot-policies.js';

/**
 * Article 17(3), the jackpot bet of a round that is void. Despacho 89/2025, in force from 11
 * November 2025.
 *
 * (3) "In the cases of item (1) of paragraph 1 and of paragraph 2, the players' bets on the
 * Progressive Jackpot are kept for the immediately following round." In the other void rounds they
 * are taken back like all bets.
 */
export const voidReasons = [
  'dealing-procedure',
  'shuffler-fault',
  'dealer-card-exposed',
  'player-cards-exposed',
  'other',
] as const;

export type VoidReason = (typeof voidReasons)[number];

const jackpotBets = {
  'dealing-procedure': 'carried',
  'shuffler-fault': 'carried',
  'dealer-card-exposed': 'refunded',
  'player-cards-exposed': 'refunded',
  other: 'refunded',
} as const satisfies Record<VoidReason, 'carried' | 'refunded'>;

export function jackpotBetAfterVoid(reason: VoidReason): 'carried' | 'refunded' {
  return jackpotBets[reason];
}

/**
 * A carried bet is the seat's bet in the next round, without a second stake. Without a base bet
 * there it cannot stand by Article 4(3), and A24 asks what becomes of it.
 */
export function carryToNextRound(
  nextBaseBets: readonly BaseBet[],
  policies: JackpotPolicies,
): 'in-play' | 'refund' | 'hold' | 'forfeit' {
  return hasBaseBet(nextBaseBets, policies) ? 'in-play' : policies.carriedJackpotWithoutBase;
}

import { type PoliciesOf, type PolicyReadings } from '../policies.js';
import { jackpotPolicyReadings } from './jackpot-policies.js';

/** The open questions of despacho 89/2025 at the table; the first reading is the default. */
export const tablePolicyReadings = {
  /** A1, Art. 13(1)-(2): what "below Q" measures, the dealer's hand or only its highest card. */
  dealerQualification: ['hand-value', 'highest-card'],
  /** A2 and A3, Art. 7(1), 13(3): the stakes of equal hands. */
  tieMoney: ['push', 'dealer-wins'],
  /** A4, Art. 13(4): whether a folded hand has its bonus. */
  anteBonusOnFold: ['not-paid', 'paid'],
  /** A6, Art. 12(3)-(4), 13(5): the Pair Plus bet of a folded hand. */
  pairPlusOnFold: ['stands', 'forfeited'],
  /**
   * A9, Art. 4(3): the stake of an invalid additional bet. A jackpot accepts no such bet, so its
   * own policies have no such question.
   */
  invalidSideBet: ['refund', 'forfeit'],
  /** A19, Art. 7(1)(1)-(2): the Chinese text compares the sequence, the Portuguese its top card. */
  sequenceTieBreak: ['sequence-table', 'highest-face-card'],
  /** A21, Art. 17(1)(3), 17(4)(1): whether exposed cards are counted by hand or over the table. */
  playerExposure: ['per-hand', 'table-total'],
  /** A22, Art. 17: a community card exposed early is not in the list. */
  communityExposure: ['continue', 'void-refund'],
  /** A23, Art. 17(2): the other bets when the shuffler fails. */
  shufflerFailureOtherBets: ['refund', 'carry'],
} as const satisfies PolicyReadings;

export const policyReadings2025 = {
  ...tablePolicyReadings,
  ...jackpotPolicyReadings,
} as const satisfies PolicyReadings;

export type TablePolicies = PoliciesOf<typeof tablePolicyReadings>;
export type Policies2025 = PoliciesOf<typeof policyReadings2025>;

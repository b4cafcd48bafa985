import type { PoliciesOf, PolicyReadings } from '../policies.js';

/** The open questions of despachos 78/2008 and 97/2008, by their numbers in the rules' README. */
export const policyReadings2008 = {
  /** B1, Art. 8(1), 4(2): whether A-K-Q of one suit is a straight flush, though 8(1) omits it. */
  suitedAKQ: ['straight-flush', 'flush'],
  /** B2, Art. 8(1), 8(3): 3-2-A against other sequences. */
  sequenceTieBreak: ['lowest', 'ace-high'],
  /** B3 and B4, Art. 9: the stakes of equal hands. */
  tieMoney: ['push', 'dealer-wins'],
  /** B5, Art. 9(8) of 78/2008: the bets that the table pays. */
  original2008WinTable: ['ante-and-raise', 'ante-only'],
  /** B7, Art. 11(2): the handling of an exposed card of the dealer. */
  exposedDealerCard: ['set-aside', 'keep-face-up', 'void'],
  /** B9, Art. 9(5) of 78/2008, 9(4) of 97/2008: what "Q or better" measures. */
  dealerQualification: ['hand-value', 'highest-card'],
} as const satisfies PolicyReadings;

export type Policies2008 = PoliciesOf<typeof policyReadings2008>;

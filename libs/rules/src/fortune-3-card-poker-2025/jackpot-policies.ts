import {
  defaultPolicies,
  type PoliciesOf,
  type PolicyReadings,
  readPolicies,
} from '../policies.js';
import type { Refused } from '../refusal.js';

/**
 * The questions about money that despacho 89/2025 leaves open for the Progressive Jackpot. The
 * numbers A8 to A24 are those of the questions in the rules' README; the first reading is the
 * default.
 */
export const jackpotPolicyReadings = {
  /** A8, Art. 4(2): which base bet carries an additional bet. */
  sideBetBase: ['any-base-bet', 'both-base-bets'],
  /** A12, Art. 16(3): whether a winner has the stake back beside the prize. */
  jackpotStakeOnWin: ['kept', 'returned'],
  /** A13, Art. 15(4): what each of several straight flushes has its share of. */
  simultaneousStraightFlushBase: ['common', 'sequential'],
  /** A14, Art. 15(5)-(6): what a royal flush beside a straight flush has its share of. */
  royalBase: ['after-straight-flush', 'round-start'],
  /** A15, Art. 15(6): how far the pool falls where the fixed amount exceeds the share. */
  percentTierDeduction: ['percentage', 'amount-paid', 'none-when-fixed'],
  /** A16, Art. 15(6), 16(3)(3)-(5): whether the prizes without a share come from the pool. */
  fixedTiersFromPool: [false, true],
  /** A17, Art. 15(6): whether the house lifts a pool that a share took below the minimum. */
  floorAtSeed: [false, true],
  /** A18, Art. 15(5): the place of the other winners where a royal and a straight flush meet. */
  jackpotPayOrder: ['straight-flushes-first', 'swap-those-two'],
  /** A24, Art. 17(3), 4(3): a carried jackpot bet whose seat has no base bet in the next round. */
  carriedJackpotWithoutBase: ['refund', 'hold', 'forfeit'],
} as const satisfies PolicyReadings;

export type JackpotPolicies = PoliciesOf<typeof jackpotPolicyReadings>;

export const defaultJackpotPolicies: JackpotPolicies = defaultPolicies(jackpotPolicyReadings);

export function readJackpotPolicies(
  given: Readonly<Record<string, unknown>>,
): { policies: JackpotPolicies } | Refused {
  return readPolicies(jackpotPolicyReadings, given);
}

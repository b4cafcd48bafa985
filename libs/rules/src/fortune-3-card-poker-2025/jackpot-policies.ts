import {
  defaultPolicies,
  type PoliciesOf,
  type PolicyReadings,
  readPolicies,
} from '../policies.js';
import type { Refused } from '../refusal.js';

/** The readings of the questions below; the first is the default. */
export const jackpotPolicyReadings = {
  sideBetBase: ['any-base-bet', 'both-base-bets'],
  jackpotStakeOnWin: ['kept', 'returned'],
  simultaneousStraightFlushBase: ['common', 'sequential'],
  royalBase: ['after-straight-flush', 'round-start'],
  percentTierDeduction: ['percentage', 'amount-paid', 'none-when-fixed'],
  fixedTiersFromPool: [false, true],
  floorAtSeed: [false, true],
  jackpotPayOrder: ['straight-flushes-first', 'swap-those-two'],
  carriedJackpotWithoutBase: ['refund', 'hold', 'forfeit'],
} as const satisfies PolicyReadings;

export type JackpotPolicies = PoliciesOf<typeof jackpotPolicyReadings>;

/**
 * The questions that despacho 89/2025 leaves open about the money of the Progressive Jackpot, by
 * policy. The numbers are those of the questions in the rules' README.
 */
export const jackpotQuestions: Readonly<Record<keyof JackpotPolicies, string>> = {
  sideBetBase: 'A8, Art. 4(2): which base bet carries an additional bet',
  jackpotStakeOnWin: 'A12, Art. 16(3): whether a winner has the stake back beside the prize',
  simultaneousStraightFlushBase:
    'A13, Art. 15(4): what each of several straight flushes has its share of',
  royalBase: 'A14, Art. 15(5)-(6): what a royal flush beside a straight flush has its share of',
  percentTierDeduction:
    'A15, Art. 15(6): how far the pool falls where the fixed amount exceeds the share',
  fixedTiersFromPool:
    'A16, Art. 15(6), 16(3)(3)-(5): whether the prizes without a share come from the pool',
  floorAtSeed:
    'A17, Art. 15(6): whether the house lifts a pool that a share took below the minimum',
  jackpotPayOrder:
    'A18, Art. 15(5): the place of the other winners where a royal and a straight flush meet',
  carriedJackpotWithoutBase:
    'A24, Art. 17(3), 4(3): a carried jackpot bet whose seat has no base bet in the next round',
};

export const defaultJackpotPolicies: JackpotPolicies = defaultPolicies(jackpotPolicyReadings);

export function readJackpotPolicies(
  given: Readonly<Record<string, unknown>>,
): { policies: JackpotPolicies } | Refused {
  return readPolicies(jackpotPolicyReadings, given);
}

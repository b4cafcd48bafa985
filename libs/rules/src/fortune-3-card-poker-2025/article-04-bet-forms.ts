import type { Amount } from '../amount.js';
import {
  type AdditionalBetName,
  additionalBetNames,
  type BaseBetName,
  baseBetNames,
} from './article-03-bets.js';
import type { JackpotPolicies } from './jackpot-policies.js';

/** Article 4, forms of betting. Despacho 89/2025, in force from 11 November 2025. */
export const baseBets = ['ante', 'pair-plus'] as const;

export type BaseBet = (typeof baseBets)[number];

/**
 * (2) "Only after betting on a base bet may a player take part, in combination with it, in the
 * additional bets."
 *
 * A8 asks whether one of the two base bets is enough.
 */
export function hasBaseBet(
  bets: readonly BaseBet[],
  policies: Pick<JackpotPolicies, 'sideBetBase'>,
): boolean {
  if (policies.sideBetBase === 'both-base-bets') return baseBets.every((bet) => bets.includes(bet));
  return bets.length > 0;
}

/**
 * (1) "The concessionaire may decide to offer the base bets singly or in combination, but must make
 * this known to the players in a suitable manner before they bet."
 */
export const baseForms = ['ante', 'pairPlus', 'ante+pairPlus'] as const;

type BaseForm = (typeof baseForms)[number];
export type BetName = BaseBetName | AdditionalBetName;

export interface Offer {
  baseForms: readonly BaseForm[];
  sideBets: readonly AdditionalBetName[];
}

/** Separates one player's bets into valid and invalid ones. */
export function acceptBets(
  offer: Offer,
  bets: Readonly<Partial<Record<BetName, Amount>>>,
  policies: Pick<JackpotPolicies, 'sideBetBase'>,
): { accepted: BetName[]; invalid: BetName[] } {
  const made = (bet: BetName): boolean => (bets[bet] ?? 0n) > 0n;
  const base = baseBetNames.filter(made);
  const additional = additionalBetNames.filter(made);
  const form = base.join('+');
  const accepted: BetName[] = offer.baseForms.some((offered) => offered === form) ? base : [];
  const kept = accepted.map((bet): BaseBet => (bet === 'ante' ? 'ante' : 'pair-plus'));
  // (3) "Other bets of persons who have not made a bet of Article 3(1) are invalid."
  if (hasBaseBet(kept, policies)) {
    accepted.push(...additional.filter((bet) => offer.sideBets.includes(bet)));
  }
  return { accepted, invalid: [...base, ...additional].filter((bet) => !accepted.includes(bet)) };
}

import {
  type AdditionalBetName,
  additionalBetNames,
  type BaseBetName,
  baseBetNames,
} from './article-03-bets.js';
import type { JackpotPolicies } from './jackpot-policies.js';

/**
 * Article 4, forms of betting. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) The concessionaire decides whether the base bets are offered singly or combined, and says so
 *     before the players bet.
 * (2) An additional bet is made only in combination, by a player who has made a base bet.
 * (3) Other bets of a person without a base bet are invalid.
 */
export const baseBets = ['ante', 'pair-plus'] as const;

export type BaseBet = (typeof baseBets)[number];

/** (2)-(3): whether these base bets carry an additional bet; A8 asks if one of them is enough. */
export function hasBaseBet(
  bets: readonly BaseBet[],
  policies: Pick<JackpotPolicies, 'sideBetBase'>,
): boolean {
  if (policies.sideBetBase === 'both-base-bets') return baseBets.every((bet) => bets.includes(bet));
  return bets.length > 0;
}

export const baseForms = ['ante', 'pairPlus', 'ante+pairPlus'] as const;

export type BaseForm = (typeof baseForms)[number];
export type BetName = BaseBetName | AdditionalBetName;

/** What one table offers: (1) the forms of base bets, and which additional bets. */
export interface Offer {
  baseForms: readonly BaseForm[];
  sideBets: readonly AdditionalBetName[];
}

/** Parts the bets of one player into those that stand and those that are invalid. */
export function acceptBets(
  offer: Offer,
  bets: Readonly<Partial<Record<BetName, bigint>>>,
  policies: Pick<JackpotPolicies, 'sideBetBase'>,
): { accepted: BetName[]; invalid: BetName[] } {
  const made = (bet: BetName): boolean => (bets[bet] ?? 0n) > 0n;
  const base = baseBetNames.filter(made);
  const additional = additionalBetNames.filter(made);
  const form = base.join('+');
  const standing: BetName[] = offer.baseForms.some((offered) => offered === form) ? base : [];
  const kept = standing.map((bet): BaseBet => (bet === 'ante' ? 'ante' : 'pair-plus'));
  if (hasBaseBet(kept, policies)) {
    standing.push(...additional.filter((bet) => offer.sideBets.includes(bet)));
  }
  const invalid = [...base, ...additional].filter((bet) => !standing.includes(bet));
  return { accepted: standing, invalid };
}

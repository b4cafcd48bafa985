import type { Refusal } from '../refusal.js';

/**
 * Article 3, the bets. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) "Ante and Pair Plus are base bets."
 */
export const baseBetNames = ['ante', 'pairPlus'] as const;

/** (2) "Six Card Bonus and Progressive Jackpot are additional bets." */
export const additionalBetNames = ['sixCard', 'jackpot'] as const;

export type BaseBetName = (typeof baseBetNames)[number];
export type AdditionalBetName = (typeof additionalBetNames)[number];

/** Says why a table may not run with this offer. */
export function refuseOffer(
  offered: readonly (BaseBetName | AdditionalBetName)[],
): Refusal | undefined {
  const missing = baseBetNames.filter((bet) => !offered.includes(bet));
  if (missing.length === 0) return undefined;
  const reason = 'base-bet-not-offered';
  // (4) "Additional bets may not be run on their own where the base bets are not run."
  if (missing.length === baseBetNames.length && offered.length > 0) {
    const detail = 'Additional bets are not run without base bets.';
    return { reason, clause: 'Art. 3(4)', detail };
  }
  // (3) "The concessionaire must offer the players at least the bets of paragraph 1."
  const detail = `The concessionaire must offer ${missing.join(' and ')}.`;
  return { reason, clause: 'Art. 3(3)', detail };
}

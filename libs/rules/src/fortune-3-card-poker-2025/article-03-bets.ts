import type { Refusal } from '../refusal.js';

/**
 * Article 3, the bets. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) Ante and Pair Plus are base bets.
 * (2) Six Card Bonus and Progressive Jackpot are additional bets.
 * (3) The concessionaire offers at least the bets of (1).
 * (4) Additional bets are not run without base bets.
 */
export const baseBetNames = ['ante', 'pairPlus'] as const;
export const additionalBetNames = ['sixCard', 'jackpot'] as const;

export type BaseBetName = (typeof baseBetNames)[number];
export type AdditionalBetName = (typeof additionalBetNames)[number];

/** (3)-(4): why a table may not run with this offer. */
export function refuseOffer(
  offered: readonly (BaseBetName | AdditionalBetName)[],
): Refusal | undefined {
  const missing = baseBetNames.filter((bet) => !offered.includes(bet));
  if (missing.length === 0) return undefined;
  const alone = missing.length === baseBetNames.length && offered.length > 0;
  const detail = alone
    ? 'Additional bets are not run without base bets.'
    : `The concessionaire must offer ${missing.join(' and ')}.`;
  return { reason: 'base-bet-not-offered', clause: alone ? 'Art. 3(4)' : 'Art. 3(3)', detail };
}

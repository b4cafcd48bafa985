import type { Amount } from '../amount.js';
import { type JackpotHand, jackpotHands } from './article-07-3-jackpot-hands.js';

/**
 * Article 16(3), the prizes of the Progressive Jackpot. Despacho 89/2025, in force from 11 November
 * 2025.
 *
 * (3) "Every player who holds a qualifying combination of the Progressive Jackpot is paid: (1)
 * royal flush: a fixed amount or 100 % of the pool of the Progressive Jackpot, whichever is higher;
 * (2) straight flush: a fixed amount or 10 % of the pool, whichever is higher; (3) four of a kind:
 * a fixed amount; (4) full house: a fixed amount; (5) flush: a fixed amount."
 *
 * The fixed amounts are each jackpot's own; the regulation names none (A11).
 */
export interface Prize {
  fixed: Amount;
  /** Share of the pool, in hundredths of a per cent; 0 if the law gives no share. */
  shareBasisPoints: number;
}

export const regulationShares = {
  'royal-flush': 10_000,
  'straight-flush': 1_000,
  'four-of-a-kind': 0,
  'full-house': 0,
  flush: 0,
} as const satisfies Record<JackpotHand, number>;

export function prizesOf(
  fixed: Readonly<Record<JackpotHand, Amount>>,
): Readonly<Record<JackpotHand, Prize>> {
  const prizes = jackpotHands.map((hand): [JackpotHand, Prize] => [
    hand,
    { fixed: fixed[hand], shareBasisPoints: regulationShares[hand] },
  ]);
  return Object.fromEntries(prizes) as Record<JackpotHand, Prize>;
}

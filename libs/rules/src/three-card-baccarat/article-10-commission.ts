import type { Amount } from '../amount.js';
import { type BaccaratBet, baccaratPrizes } from './article-09-prizes.js';

/**
 * Article 10, commission. Portaria 22/96/M of 12 February 1996.
 *
 * "The casino takes a commission of 5 % on the prizes of items (1) and (2) of Article 9."
 *
 * Rounding is not regulated (C7): the commission is rounded down, in the player's favour.
 */
export function commissionOn(bet: BaccaratBet, prize: Amount): Amount {
  return baccaratPrizes[bet].commission ? (prize * 5n) / 100n : 0n;
}

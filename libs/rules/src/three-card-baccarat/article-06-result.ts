import type { Amount } from '../amount.js';
import type { Refusal } from '../refusal.js';
import type { BaccaratHand } from './article-05-values.js';

/**
 * Articles 6 and 7, winning, losing and drawing. Portaria 22/96/M of 12 February 1996.
 *
 * 6 "If the combination of the player's three cards is higher than the banker's, he wins; if lower,
 * he loses."
 *
 * 7(1) "If banker and player have the same combination, it is a draw."
 */
export function compareBaccarat(
  player: BaccaratHand,
  banker: BaccaratHand,
): 'player' | 'banker' | 'tie' {
  if (player.line === banker.line) return 'tie';
  return player.line < banker.line ? 'player' : 'banker';
}

/**
 * Refuses changes of a waiting stake that are not allowed, also by 8(1) for odd and even. A draw is
 * neither a win nor a loss nor a refund.
 *
 * 7(2) "On a draw the stakes on the player's hand may be increased but not withdrawn, and await the
 * result of the next round. New bets may be accepted." The Chinese text adds "not reduced".
 */
export function refuseStakeChange(locked: Amount, wished: Amount): Refusal | undefined {
  if (wished >= locked) return undefined;
  const detail = `The stake of ${locked} waits for the next round and cannot become ${wished}.`;
  return { reason: 'stake-is-locked', clause: 'Art. 7(2)', detail };
}

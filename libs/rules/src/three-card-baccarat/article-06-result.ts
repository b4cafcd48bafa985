import type { Amount } from '../amount.js';
import type { Refusal } from '../refusal.js';
import type { BaccaratHand } from './article-05-values.js';

/**
 * Articles 6 and 7, winning, losing and drawing. Portaria 22/96/M of 12 February 1996.
 *
 * 6: the player wins with a higher combination than the banker's and loses with a lower one.
 * 7(1): equal combinations are a draw.
 * 7(2): on a draw the stake waits on the table for the next round; it may be increased, but not
 *     reduced or withdrawn, and new bets may be accepted. A draw is no win, no loss and no refund.
 */
export function compareBaccarat(
  player: BaccaratHand,
  banker: BaccaratHand,
): 'player' | 'banker' | 'tie' {
  if (player.line === banker.line) return 'tie';
  return player.line < banker.line ? 'player' : 'banker';
}

/** 7(2) and, for odd and even, 8(1): what may be done to a stake that waits. */
export function refuseStakeChange(locked: Amount, wished: Amount): Refusal | undefined {
  if (wished >= locked) return undefined;
  const detail = `The stake of ${locked} waits for the next round and cannot become ${wished}.`;
  return { reason: 'stake-is-locked', clause: 'Art. 7(2)', detail };
}

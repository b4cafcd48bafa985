import type { Refusal } from '../refusal.js';

/**
 * Article 10, rules for betting. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) Stakes keep to the upper and lower limit shown at the table.
 * (2) A player bets only on the hand where he sits, not together with other hands and not on a
 *     further one through somebody else. The Chinese text has the one, the Portuguese the other;
 *     both hold (A28).
 * (3) No bet is taken after the first card of the round.
 */
export function refuseStake(
  stake: bigint,
  limits: { min: bigint; max: bigint },
): Refusal | undefined {
  if (stake >= limits.min && stake <= limits.max) return undefined;
  const detail = `The stake ${stake} is not within the limits ${limits.min} to ${limits.max}.`;
  return { reason: 'stake-out-of-limits', clause: 'Art. 10(1)', detail };
}

/** `handsOfPlayer` are the hands that one player has bets on, himself or through others. */
export function refuseFurtherHand(
  ownHand: number,
  handsOfPlayer: readonly number[],
): Refusal | undefined {
  const other = handsOfPlayer.find((hand) => hand !== ownHand);
  if (other === undefined) return undefined;
  const detail = `The player of hand ${ownHand} cannot bet on hand ${other}.`;
  return { reason: 'not-the-own-hand', clause: 'Art. 10(2)', detail };
}

export function refuseLateBet(cardsDealt: number): Refusal | undefined {
  if (cardsDealt === 0) return undefined;
  const detail = 'No bet is taken after the first card of the round.';
  return { reason: 'bets-closed', clause: 'Art. 10(3)', detail };
}

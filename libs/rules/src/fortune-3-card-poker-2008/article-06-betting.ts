import type { Refusal } from '../refusal.js';

/**
 * Article 6, rules for betting. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * (1) Stakes keep to the upper and lower limit posted at the table.
 * (2) A player bets only on his own hand, not together with other hands.
 * (3) No bet is taken after the first card of the round.
 * (4) Only seated players hold cards, and not away from the table.
 * (5) When this has been kept, play begins.
 */
export function refuseStake2008(
  stake: bigint,
  limits: { min: bigint; max: bigint },
): Refusal | undefined {
  if (stake >= limits.min && stake <= limits.max) return undefined;
  const detail = `The stake ${stake} is not within the limits ${limits.min} to ${limits.max}.`;
  return { reason: 'stake-out-of-limits', clause: 'Art. 6(1)', detail };
}

export function refuseFurtherHand2008(
  ownHand: number,
  handsOfPlayer: readonly number[],
): Refusal | undefined {
  const other = handsOfPlayer.find((hand) => hand !== ownHand);
  if (other === undefined) return undefined;
  const detail = `The player of hand ${ownHand} cannot bet on hand ${other}.`;
  return { reason: 'not-the-own-hand', clause: 'Art. 6(2)', detail };
}

export function refuseLateBet2008(cardsDealt: number): Refusal | undefined {
  if (cardsDealt === 0) return undefined;
  const detail = 'No bet is taken after the first card of the round.';
  return { reason: 'bets-closed', clause: 'Art. 6(3)', detail };
}

/** (4): both texts together, the player seated and the cards at the table. */
export function refuseHolding(holder: { seated: boolean; atTable: boolean }): Refusal | undefined {
  if (holder.seated && holder.atTable) return undefined;
  const detail = 'Only a seated player holds cards, and not away from the table.';
  return { reason: 'may-not-hold-cards', clause: 'Art. 6(4)', detail };
}

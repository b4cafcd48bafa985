import type { Refusal } from '../refusal.js';

/**
 * Article 2, the hands of a table. Despacho 78/2008, in force from 12 August 2008 to 10 November
 * 2025.
 *
 * (1) A table has eight hands, the dealer's among them.
 * (2) Each hand of a player has three boxes: Pair Plus nearest to the dealer, the Ante in the
 *     middle, the Raise outermost.
 */
export const hands2008Table = 8;

export const boxesFromDealer2008 = ['pair-plus', 'ante', 'raise'] as const;

/** (1): the players' hands, seat 1 the first on the dealer's left. */
export function refuseSeat2008(seat: number): Refusal | undefined {
  const most = hands2008Table - 1;
  if (Number.isInteger(seat) && seat >= 1 && seat <= most) return undefined;
  const detail = `There is no seat ${seat}; the hands of players are 1 to ${most}.`;
  return { reason: 'wrong-seat', clause: 'Art. 2(1)', detail };
}

/** (1): why these cannot be the hands that bet; each is there once. */
export function refuseBettingSeats2008(seats: readonly number[]): Refusal | undefined {
  const wrong = seats.map(refuseSeat2008).find((refusal) => refusal !== undefined);
  const twice = seats.find((seat, index) => seats.indexOf(seat) < index);
  if (wrong !== undefined || twice === undefined) return wrong;
  const detail = `Seat ${twice} is given twice; a table has each hand once.`;
  return { reason: 'seat-twice', clause: 'Art. 2(1)', detail };
}

export function refuseHands2008(handsIncludingDealer: number): Refusal | undefined {
  if (handsIncludingDealer === hands2008Table) return undefined;
  const detail = `A table has eight hands with the dealer's, not ${handsIncludingDealer}.`;
  return { reason: 'wrong-number-of-hands', clause: 'Art. 2(1)', detail };
}

import type { Refusal } from '../refusal.js';

/**
 * Article 5, the hands of a table. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) Dealer and players play at a table.
 * (2) A table has six to eight hands, one of them the dealer's and the others for seated players.
 * (3) Before each hand are three boxes: Pair Plus nearest to the dealer, the Ante in the middle,
 *     the Raise farthest.
 * (4) Boxes for additional bets lie between the dealer and the box for Pair Plus.
 */
export const fewestHands = 6;
export const mostHands = 8;

/** (3)-(4): from the dealer outwards. */
export const boxesFromDealer = ['additional-bets', 'pair-plus', 'ante', 'raise'] as const;

/** (2): the players' hands, seat 1 the first on the dealer's left. */
export const mostSeats = mostHands - 1;

export function refuseSeat(seat: number): Refusal | undefined {
  if (Number.isInteger(seat) && seat >= 1 && seat <= mostSeats) return undefined;
  const detail = `There is no seat ${seat}; the hands of players are 1 to ${mostSeats}.`;
  return { reason: 'wrong-seat', clause: 'Art. 5(2)', detail };
}

/** (2): why these cannot be the hands that bet; each is there once. */
export function refuseBettingSeats(seats: readonly number[]): Refusal | undefined {
  const wrong = seats.map(refuseSeat).find((refusal) => refusal !== undefined);
  const twice = seats.find((seat, index) => seats.indexOf(seat) < index);
  if (wrong !== undefined || twice === undefined) return wrong;
  const detail = `Seat ${twice} is given twice; a table has each hand once.`;
  return { reason: 'seat-twice', clause: 'Art. 5(2)', detail };
}

export function refuseHands(handsIncludingDealer: number): Refusal | undefined {
  const whole = Number.isInteger(handsIncludingDealer);
  if (whole && handsIncludingDealer >= fewestHands && handsIncludingDealer <= mostHands) {
    return undefined;
  }
  const detail = `A table has six to eight hands with the dealer's, not ${handsIncludingDealer}.`;
  return { reason: 'wrong-number-of-hands', clause: 'Art. 5(2)', detail };
}

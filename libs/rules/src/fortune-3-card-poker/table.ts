import type { Amount } from '../amount.js';
import type { Refusal } from '../refusal.js';

/** The rules of the table that all editions share, each with its own numbers and clauses. */
export interface TableRules {
  refuseHands(handsIncludingDealer: number): Refusal | undefined;
  /** Seat 1 is the first on the dealer's left. */
  refuseSeat(seat: number): Refusal | undefined;
  /** Refuses seats that the table does not have, and a seat named twice. */
  refuseBettingSeats(seats: readonly number[]): Refusal | undefined;
  refuseStake(stake: Amount, limits: { min: Amount; max: Amount }): Refusal | undefined;
  /** `handsOfPlayer`: the hands that one player has bets on, himself or through others. */
  refuseFurtherHand(ownHand: number, handsOfPlayer: readonly number[]): Refusal | undefined;
  refuseLateBet(cardsDealt: number): Refusal | undefined;
}

type HandRules = Pick<TableRules, 'refuseHands' | 'refuseSeat' | 'refuseBettingSeats'>;
type BetRules = Omit<TableRules, keyof HandRules>;

/** @param fewest hands of a table, the dealer's among them */
export function tableOfHands(fewest: number, most: number, clause: string): HandRules {
  const seats = most - 1;
  const refuseSeat = (seat: number): Refusal | undefined => {
    if (Number.isInteger(seat) && seat >= 1 && seat <= seats) return undefined;
    const detail = `There is no seat ${seat}; the hands of players are 1 to ${seats}.`;
    return { reason: 'wrong-seat', clause, detail };
  };
  return {
    refuseSeat,
    refuseHands(hands) {
      if (Number.isInteger(hands) && hands >= fewest && hands <= most) return undefined;
      const allowed = fewest === most ? `${most}` : `${fewest} to ${most}`;
      const detail = `A table has ${allowed} hands, the dealer's among them, not ${hands}.`;
      return { reason: 'wrong-number-of-hands', clause, detail };
    },
    refuseBettingSeats(betting) {
      const wrong = betting.map(refuseSeat).find((refusal) => refusal !== undefined);
      const twice = betting.find((seat, index) => betting.indexOf(seat) < index);
      if (wrong !== undefined || twice === undefined) return wrong;
      const detail = `Seat ${twice} is given twice; a table has each hand once.`;
      return { reason: 'seat-twice', clause, detail };
    },
  };
}

/** @param article whose items (1) to (3) are these rules, in every edition */
export function bettingRules(article: string): BetRules {
  return {
    refuseStake(stake, { min, max }) {
      if (stake >= min && stake <= max) return undefined;
      const detail = `The stake ${stake} is not within the limits ${min} to ${max}.`;
      return { reason: 'stake-out-of-limits', clause: `${article}(1)`, detail };
    },
    refuseFurtherHand(ownHand, handsOfPlayer) {
      const other = handsOfPlayer.find((hand) => hand !== ownHand);
      if (other === undefined) return undefined;
      const detail = `The player of hand ${ownHand} cannot bet on hand ${other}.`;
      return { reason: 'not-the-own-hand', clause: `${article}(2)`, detail };
    },
    refuseLateBet(cardsDealt) {
      if (cardsDealt === 0) return undefined;
      const detail = 'No bet is taken after the first card of the round.';
      return { reason: 'bets-closed', clause: `${article}(3)`, detail };
    },
  };
}

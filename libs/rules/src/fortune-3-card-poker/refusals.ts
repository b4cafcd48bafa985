import { cardNumberOf } from '../cards/card.js';
import type { Refusal } from '../refusal.js';
import type { FortuneRules } from './editions.js';
import type { FortuneRound, FortuneSeat } from './round.js';
import type { SeatStakes } from './showdown.js';

/**
 * Reasons why a round cannot be settled; all are given, in this order: impossible ones, then
 * forbidden ones.
 */
export const roundRefusals = [
  'wrong-seat',
  'seat-twice',
  'wrong-card-count',
  'not-a-card',
  'card-twice',
  'negative-stake',
  'seat-without-bet',
  'bet-not-offered',
  'raise-without-ante',
  'raise-not-the-ante',
  'must-raise',
  'community-cards-missing',
  'jackpot-missing',
] as const;

type RoundRefusal = (typeof roundRefusals)[number];

export function refusalsOf(round: FortuneRound, rules: FortuneRules): Refusal[] {
  const seats = round.seats.map(({ seat }) => seat);
  const refusals = [...refuseSeats(seats, rules), ...refuseCards(round), ...refuseJackpot(round)];
  for (const seat of round.seats) refusals.push(...refuseBets(seat, rules));
  const precedence = ({ reason }: Refusal) => roundRefusals.indexOf(reason as RoundRefusal);
  return refusals.sort((one, other) => precedence(one) - precedence(other));
}

export function stakesOf(seat: FortuneSeat): SeatStakes {
  const { ante = 0n, raise = 0n, pairPlus = 0n, sixCard = 0n, jackpot = 0n } = seat;
  return { ante, raise, pairPlus, sixCard, jackpot };
}

/** Refuses seats that the table does not have, and a seat named twice. */
export function refuseSeats(
  seats: readonly number[],
  { table, ownHandClause }: FortuneRules,
): Refusal[] {
  const refusals: Refusal[] = [];
  seats.forEach((seat, index) => {
    const wrong = table.refuseSeat(seat);
    if (wrong !== undefined) refusals.push(wrong);
    if (seats.indexOf(seat) < index) {
      const detail = `Seat ${seat} is given twice; a player bets on the hand where he sits.`;
      refusals.push(roundRefusal('seat-twice', ownHandClause, detail));
    }
  });
  return refusals;
}

function refuseCards({ dealer, community, seats }: FortuneRound): Refusal[] {
  const refusals: Refusal[] = [];
  const seen = new Set<string>();
  const look = (cards: readonly string[], count: number, whose: string) => {
    if (cards.length !== count) {
      const detail = `${whose} has ${cards.length} cards, not ${count}.`;
      refusals.push(roundRefusal('wrong-card-count', 'Art. 11', detail));
    }
    for (const card of cards) {
      if (cardNumberOf(card) === undefined) {
        refusals.push(roundRefusal('not-a-card', 'Art. 2', `"${card}" of ${whose} is not a card.`));
      } else if (seen.has(card)) {
        const detail = `The card ${card} is dealt twice; the deck has each card once.`;
        refusals.push(roundRefusal('card-twice', 'Art. 2', detail));
      }
      seen.add(card);
    }
  };
  look(dealer, 3, 'The dealer');
  if (community !== undefined) look(community, 2, 'The table');
  for (const { seat, cards } of seats) look(cards, 3, `Seat ${seat}`);
  return refusals;
}

function refuseJackpot({ community, jackpot, seats }: FortuneRound): Refusal[] {
  const bet = seats.find((seat) => (seat.jackpot ?? 0n) > 0n);
  if (bet === undefined) return [];
  const refusals: Refusal[] = [];
  if (community === undefined) {
    const detail = `Seat ${bet.seat} has a jackpot bet, but the two community cards are missing.`;
    refusals.push(roundRefusal('community-cards-missing', 'Art. 11(3)', detail));
  }
  if (jackpot === undefined) {
    const detail = `Seat ${bet.seat} has a jackpot bet, but pool and prizes are missing.`;
    refusals.push(roundRefusal('jackpot-missing', 'Art. 16(3)', detail));
  }
  return refusals;
}

function refuseBets(seat: FortuneSeat, rules: FortuneRules): Refusal[] {
  const refusals: Refusal[] = [];
  const stakes = stakesOf(seat);
  const name = `Seat ${seat.seat}`;
  const negative = Object.entries(stakes).find(([, stake]) => stake < 0n);
  if (negative !== undefined) {
    const detail = `${name} has a ${negative[0]} of ${negative[1]}; a stake is above zero.`;
    return [roundRefusal('negative-stake', 'Art. 10(1)', detail)];
  }
  const { ante, raise, pairPlus, sixCard, jackpot } = stakes;
  if (ante + pairPlus + sixCard + jackpot === 0n && raise === 0n) {
    const detail = `${name} has cards but no bet; cards are dealt to the hands that bet.`;
    refusals.push(roundRefusal('seat-without-bet', 'Art. 11', detail));
  }
  if (rules.noAdditionalBets !== undefined && sixCard + jackpot > 0n) {
    const detail = `${name} has an additional bet; the bets are Ante and Pair Plus.`;
    refusals.push(roundRefusal('bet-not-offered', rules.noAdditionalBets, detail));
  }
  if (raise > 0n && ante === 0n) {
    const detail = `${name} raises without an Ante.`;
    refusals.push(roundRefusal('raise-without-ante', rules.raiseClause, detail));
  } else if (raise > 0n && raise !== ante) {
    const detail = `${name} raises by ${raise}; the raise is exactly the Ante, ${ante}.`;
    refusals.push(roundRefusal('raise-not-the-ante', rules.raiseClause, detail));
  }
  const fold = rules.refuseFold(stakes);
  if (fold !== undefined) refusals.push({ ...fold, detail: `${name}: ${fold.detail}` });
  return refusals;
}

function roundRefusal(reason: RoundRefusal, clause: string, detail: string): Refusal {
  return { reason, clause, detail };
}

import {
  deck,
  fiveCardCombination,
  fiveCardPlace,
  isJackpotHand,
  type Card,
  type JackpotHand,
} from '#rules';
import type { Random } from './random.js';
import { stackedCards } from './stacked-cards.js';

/** The cards of one round that matter to the jackpot, and the wins that they show. */
export type Deal = ReturnType<typeof dealOnce>;

/** Share of the 2,598,960 hands of five cards that win, from the royal flush down to the flush. */
export const naturalChance = (4 + 36 + 624 + 3_744 + 5_108) / 2_598_960;

/**
 * Deals a round from one deck (Art. 11). `luck` multiplies the natural chance of a winning hand of
 * a jackpot bet: above 1 some decks are stacked, below 1 some wins are dealt again.
 * @param seats with a base bet, from left to right
 * @param bettingSeats those of them with a jackpot bet
 */
export function dealRound(
  random: Random,
  seats: readonly number[],
  bettingSeats: readonly number[],
  luck: number,
): Deal {
  // At most one seat is helped, so luck is limited to one extra winner a round.
  const isHelped = random.chance((luck - 1) * naturalChance * bettingSeats.length);
  if (isHelped) return dealOnce(random, seats, bettingSeats, random.pick(bettingSeats));
  for (;;) {
    const deal = dealOnce(random, seats, bettingSeats, null);
    if (deal.wins.length === 0 || luck >= 1 || random.chance(luck)) return deal;
  }
}

function dealOnce(
  random: Random,
  seats: readonly number[],
  bettingSeats: readonly number[],
  helpedSeat: number | null,
) {
  const stacked = helpedSeat === null ? null : stackedCards(random);
  const shoe = shuffled(random, stacked ?? [], 3 * seats.length + 3 + 2);
  let dealt = 0;
  const deal = (): number => shoe[dealt++] as number;
  const handOf = (seat: number): readonly number[] =>
    stacked && seat === helpedSeat ? stacked.slice(0, 3) : [deal(), deal(), deal()];
  const hands = seats.map((seat) => ({ seat, numbers: handOf(seat) }));
  dealt += 3; // The dealer's own.
  const community = stacked ? stacked.slice(3) : [deal(), deal()];
  const betting = hands.filter(({ seat }) => bettingSeats.includes(seat));
  return {
    hands: betting.map(({ seat, numbers }) => ({ seat, cards: numbers.map(cardOf) })),
    community: community.map(cardOf),
    wins: betting.flatMap(({ seat, numbers }) => {
      const hand = handShown(numbers, community);
      return hand === null ? [] : [{ seat, hand }];
    }),
  };
}

function handShown(player: readonly number[], community: readonly number[]): JackpotHand | null {
  const [a, b, c] = player as [number, number, number];
  const [d, e] = community as [number, number];
  const combination = fiveCardCombination(fiveCardPlace(a, b, c, d, e));
  return isJackpotHand(combination) ? combination : null;
}

/** Returns the first `count` cards, by number, of a shuffled deck without the taken ones. */
function shuffled(random: Random, taken: readonly number[], count: number): number[] {
  const rest = taken.length === 0 ? [...wholeDeck] : wholeDeck.filter((n) => !taken.includes(n));
  for (let index = 0; index < count && index < rest.length; index += 1) {
    const other = index + random.below(rest.length - index);
    const card = rest[other] as number;
    rest[other] = rest[index] as number;
    rest[index] = card;
  }
  return rest;
}

const wholeDeck: readonly number[] = deck.map((_, number) => number);

function cardOf(number: number): Card {
  return deck[number] as Card;
}

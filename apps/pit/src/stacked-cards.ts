import type { JackpotHand } from '#rules';
import type { Random } from './random.js';

/** Weights of the stacked hands: one royal flush in 2,400, as in nature, would be too rare. */
const mix = {
  'royal-flush': 8,
  'straight-flush': 17,
  'four-of-a-kind': 20,
  'full-house': 25,
  flush: 30,
} as const satisfies Record<JackpotHand, number>;

/** Five cards by number, in random order, that form a winning hand. */
export function stackedCards(random: Random): number[] {
  return random.shuffled(cardsOf(random, random.pickWeighted(mix)));
}

function cardsOf(random: Random, hand: JackpotHand): number[] {
  switch (hand) {
    case 'royal-flush':
      return cardSequence(random.below(4), ace);
    case 'straight-flush':
      return cardSequence(random.below(4), lowestTop + random.below(ace - lowestTop));
    case 'four-of-a-kind': {
      const [four, kicker] = differentRanks(random, 2) as [number, number];
      return [
        ...suits.map((suit) => stackedCard(four, suit)),
        stackedCard(kicker, random.below(4)),
      ];
    }
    case 'full-house': {
      const [three, two] = differentRanks(random, 2) as [number, number];
      const ofRank = (rank: number, dropped: number): number[] =>
        random.shuffled(suits.map((suit) => stackedCard(rank, suit))).slice(dropped);
      return [...ofRank(three, 1), ...ofRank(two, 2)];
    }
    case 'flush':
      return flush(random);
  }
}

const suits = [0, 1, 2, 3];
const ace = 12;
/** The rank of the five: 5-4-3-2-A is the lowest sequence (Art. 6(3)). */
const lowestTop = 3;

function cardSequence(suit: number, top: number): number[] {
  return [0, 1, 2, 3, 4].map((below) => stackedCard((top - below + 13) % 13, suit));
}

function flush(random: Random): number[] {
  const suit = random.below(4);
  for (;;) {
    const ranks = differentRanks(random, 5);
    if (!isRunOfRanks(ranks)) return ranks.map((rank) => stackedCard(rank, suit));
  }
}

function isRunOfRanks(ranks: readonly number[]): boolean {
  const sorted = [...ranks].sort((a, b) => a - b);
  const [lowest = 0, , , fourth = 0, highest = 0] = sorted;
  return highest - lowest === 4 || (highest === ace && fourth === lowestTop);
}

function differentRanks(random: Random, count: number): number[] {
  return random.shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).slice(0, count);
}

function stackedCard(rank: number, suit: number): number {
  return rank * 4 + suit;
}

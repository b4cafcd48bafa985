/**
 * The 52 cards of one deck. A card is written as its rank and its suit, `As`, `Td`, and counted from 0
 * to 51 where tables are looked up: rank by rank from the two upwards, four suits to each rank.
 */
export const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;
export const suits = ['s', 'h', 'd', 'c'] as const;

export type Rank = (typeof ranks)[number];
export type Suit = (typeof suits)[number];
export type Card = `${Rank}${Suit}`;

/** Every card, at the place of its number. */
export const deck: readonly Card[] = ranks.flatMap((rank) =>
  suits.map((suit): Card => `${rank}${suit}`),
);

const numbers: ReadonlyMap<string, number> = new Map(deck.map((card, number) => [card, number]));

export function isCard(text: string): text is Card {
  return numbers.has(text);
}

/** The number of a card, or undefined for what is none. */
export function cardNumberOf(text: string): number | undefined {
  return numbers.get(text);
}

export function cardNumber(card: Card): number {
  const number = numbers.get(card);
  if (number === undefined) throw new RangeError(`"${card}" is not a card.`);
  return number;
}

/** 0 for the two, 12 for the ace. */
export function rankOf(number: number): number {
  return number >> 2;
}

/** 0 to 3; Article 6 gives suits no order. */
export function suitOf(number: number): number {
  return number & 3;
}

/** The first card that stands twice in a deal from one deck. */
export function cardDealtTwice(cards: readonly Card[]): Card | undefined {
  const seen = new Set<Card>();
  for (const card of cards) {
    if (seen.has(card)) return card;
    seen.add(card);
  }
  return undefined;
}

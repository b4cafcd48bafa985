/**
 * A card is written as its rank and its suit, `As`, `Td`, and numbered from 0 to 51: rank by rank
 * from the two upwards, with four suits each.
 */
export const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;
const suits = ['s', 'h', 'd', 'c'] as const;

export type Rank = (typeof ranks)[number];
type Suit = (typeof suits)[number];
export type Card = `${Rank}${Suit}`;

/** Every card, indexed by its number. */
export const deck: readonly Card[] = ranks.flatMap((rank) =>
  suits.map((suit): Card => `${rank}${suit}`),
);

/**
 * The number of a card by its two letters, 255 if they are not a card. Every card of every round is
 * looked up here, and a table by character is five times as fast as a map by text.
 */
const numbers = new Uint8Array(128 * 128).fill(255);
deck.forEach((card, number) => {
  numbers[card.charCodeAt(0) * 128 + card.charCodeAt(1)] = number;
});

export function isCard(text: string): text is Card {
  return cardNumberOf(text) !== undefined;
}

/** The number of a card; undefined if the text is not a card. */
export function cardNumberOf(text: string): number | undefined {
  if (text.length !== 2) return undefined;
  const rank = text.charCodeAt(0);
  const suit = text.charCodeAt(1);
  if (rank > 127 || suit > 127) return undefined;
  const number = numbers[rank * 128 + suit]!;
  return number === 255 ? undefined : number;
}

export function cardNumber(card: Card): number {
  const number = cardNumberOf(card);
  if (number === undefined) throw new RangeError(`"${card}" is not a card.`);
  return number;
}

/** Rank of a card: 0 for the two, 12 for the ace. */
export function rankOf(number: number): number {
  return number >> 2;
}

/** Suit of a card, 0 to 3; Article 6 gives suits no order. */
export function suitOf(number: number): number {
  return number & 3;
}

/**
 * The first card that appears twice in a deal from one deck.
 * @throws RangeError if a text is not a card.
 */
export function cardDealtTwice(cards: readonly Card[]): Card | undefined {
  // A bit for each card, half of the deck in each number, for speed: every deal of every round is
  // checked.
  const seen = [0, 0];
  for (const card of cards) {
    const number = cardNumber(card);
    const half = number < 26 ? 0 : 1;
    const bit = 1 << (number - 26 * half);
    if ((seen[half]! & bit) !== 0) return card;
    seen[half]! |= bit;
  }
  return undefined;
}

import {
  type DiceBet,
  type DiceBetType,
  isOfferedTotal,
  isSpecificTriple,
  isTriple,
  type Throw,
  totalOf,
} from './article-05-bets.js';
import { losesOnTriple } from './article-07-equal-figures.js';

/**
 * Article 6, the prizes, to one of the stake. From the excerpt; title, number and date are missing.
 *
 * "The prizes are: (a) Small: once the stake; (b) Big: once the stake; (d) one die of a chosen
 * colour: once the stake; (e) two dice of a chosen colour: three times; (f) three dice of a chosen
 * colour: twenty times; (g) three dice of one colour: seven times; (h) specific triple: a hundred
 * and fifty times; (i) any triple: twenty-four times the stake;"
 *
 * The stake is returned with the prize, as in the neighbouring regulation (D1). (d) and (e) ask for
 * exactly one and two dice of the colour; "at least one" at even money would favour the player
 * (D2). (c) is one payment, by the number of dice (D3).
 */
const fixedPrizes = {
  small: { odds: 1n, item: 'Art. 6(a)' },
  big: { odds: 1n, item: 'Art. 6(b)' },
  oneOfColour: { odds: 1n, item: 'Art. 6(d)' },
  twoOfColour: { odds: 3n, item: 'Art. 6(e)' },
  threeOfColour: { odds: 20n, item: 'Art. 6(f)' },
  anyThreeSameColour: { odds: 7n, item: 'Art. 6(g)' },
  specificTriple: { odds: 150n, item: 'Art. 6(h)' },
  anyTriple: { odds: 24n, item: 'Art. 6(i)' },
} as const satisfies Record<
  Exclude<DiceBetType, 'figure' | 'total'>,
  { odds: bigint; item: string }
>;

/**
 * "(c) figures: one die with the chosen figure: once the stake; two dice: twice; three dice: three
 * times the stake;"
 */
const figurePrizes = [0n, 1n, 2n, 3n] as const;

/**
 * "(j) the numbers: 4 and 17: fifty times the stake; 5 and 16: eighteen times; 6 and 15: fourteen
 * times; 7 and 14: twelve times; 8 and 13: eight times; 9, 10, 11 and 12: six times the stake."
 */
const totalPrizes: Readonly<Record<number, bigint>> = {
  4: 50n,
  5: 18n,
  6: 14n,
  7: 12n,
  8: 8n,
  9: 6n,
  10: 6n,
  11: 6n,
  12: 6n,
  13: 8n,
  14: 12n,
  15: 14n,
  16: 18n,
  17: 50n,
};

/** Which totals are Small and which Big; the excerpt does not say, both bounds are included. */
export interface TotalRanges {
  small: readonly [number, number];
  big: readonly [number, number];
}

/** The customary ranges of such games; the excerpt does not state them. */
export const customaryRanges: TotalRanges = { small: [4, 10], big: [11, 17] };

/** The odds that this throw pays a bet, 0 where it loses, and the item that says so. */
export function diceOdds(
  dice: Throw,
  bet: DiceBet,
  ranges: TotalRanges,
): { odds: bigint; clause: string } {
  switch (bet.type) {
    case 'small':
    case 'big': {
      const { odds, item } = fixedPrizes[bet.type];
      if (losesOnTriple(dice)) return { odds: 0n, clause: 'Art. 7' };
      const [low, high] = ranges[bet.type];
      return when(totalOf(dice) >= low && totalOf(dice) <= high, odds, item);
    }
    case 'figure': {
      const count = dice.filter(({ figure }) => figure === bet.figure).length;
      return { odds: figurePrizes[count] ?? 0n, clause: 'Art. 6(c)' };
    }
    case 'oneOfColour':
    case 'twoOfColour':
    case 'threeOfColour': {
      const { odds, item } = fixedPrizes[bet.type];
      const count = dice.filter(({ colour }) => colour === bet.colour).length;
      return when(count === diceOfColour[bet.type], odds, item);
    }
    case 'anyThreeSameColour': {
      const { odds, item } = fixedPrizes[bet.type];
      return when(
        dice.every(({ colour }) => colour === dice[0].colour),
        odds,
        item,
      );
    }
    case 'specificTriple': {
      const { odds, item } = fixedPrizes[bet.type];
      return when(isSpecificTriple(dice, bet.figure), odds, `Art. 5(h), ${item.slice(5)}`);
    }
    case 'anyTriple': {
      const { odds, item } = fixedPrizes[bet.type];
      return when(isTriple(dice), odds, `Art. 5(i), ${item.slice(5)}`);
    }
    case 'total': {
      const odds = isOfferedTotal(bet.total) ? (totalPrizes[bet.total] ?? 0n) : 0n;
      return when(totalOf(dice) === bet.total, odds, 'Art. 5(j), 6(j)');
    }
  }
}

const diceOfColour = { oneOfColour: 1, twoOfColour: 2, threeOfColour: 3 } as const;

function when(wins: boolean, odds: bigint, clause: string): { odds: bigint; clause: string } {
  return { odds: wins ? odds : 0n, clause };
}

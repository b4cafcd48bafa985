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
  small: { odds: 1n, clause: 'Art. 6(a)' },
  big: { odds: 1n, clause: 'Art. 6(b)' },
  oneOfColour: { odds: 1n, clause: 'Art. 6(d)' },
  twoOfColour: { odds: 3n, clause: 'Art. 6(e)' },
  threeOfColour: { odds: 20n, clause: 'Art. 6(f)' },
  anyThreeSameColour: { odds: 7n, clause: 'Art. 6(g)' },
  specificTriple: { odds: 150n, clause: 'Art. 5(h), 6(h)' },
  anyTriple: { odds: 24n, clause: 'Art. 5(i), 6(i)' },
} as const satisfies Record<
  Exclude<DiceBetType, 'figure' | 'total'>,
  { odds: bigint; clause: string }
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
const totalPrizes = [50n, 18n, 14n, 12n, 8n, 6n, 6n] as const;

function totalPrize(total: number): bigint {
  return isOfferedTotal(total) ? totalPrizes[Math.min(total - 4, 17 - total)]! : 0n;
}

/**
 * The totals that are Small and those that are Big; the excerpt does not say, both bounds are
 * included.
 */
export interface TotalRanges {
  small: readonly [number, number];
  big: readonly [number, number];
}

/** The customary ranges of such games; the excerpt does not state them. */
export const customaryRanges: TotalRanges = { small: [4, 10], big: [11, 17] };

/** The odds that this throw pays a bet, 0 if it loses, and the item that says so. */
export function diceOdds(
  dice: Throw,
  bet: DiceBet,
  ranges: TotalRanges,
): { odds: bigint; clause: string } {
  if (bet.type === 'figure') {
    const count = dice.filter(({ figure }) => figure === bet.figure).length;
    return { odds: figurePrizes[count] ?? 0n, clause: 'Art. 6(c)' };
  }
  if (bet.type === 'total') {
    const odds = totalOf(dice) === bet.total ? totalPrize(bet.total) : 0n;
    return { odds, clause: 'Art. 5(j), 6(j)' };
  }
  const isOnRange = bet.type === 'small' || bet.type === 'big';
  if (isOnRange && losesOnTriple(dice)) return { odds: 0n, clause: 'Art. 7' };
  const { odds, clause } = fixedPrizes[bet.type];
  return { odds: wins(dice, bet, ranges) ? odds : 0n, clause };
}

type FixedBet = Exclude<DiceBet, { type: 'total' }>;

function wins(dice: Throw, bet: FixedBet, ranges: TotalRanges): boolean {
  switch (bet.type) {
    case 'small':
    case 'big': {
      const [low, high] = ranges[bet.type];
      return totalOf(dice) >= low && totalOf(dice) <= high;
    }
    case 'oneOfColour':
    case 'twoOfColour':
    case 'threeOfColour':
      return dice.filter(({ colour }) => colour === bet.colour).length === diceOfColour[bet.type];
    case 'anyThreeSameColour':
      return dice.every(({ colour }) => colour === dice[0].colour);
    case 'figure':
    case 'specificTriple':
      return isSpecificTriple(dice, bet.figure);
    case 'anyTriple':
      return isTriple(dice);
  }
}

const diceOfColour = { oneOfColour: 1, twoOfColour: 2, threeOfColour: 3 } as const;

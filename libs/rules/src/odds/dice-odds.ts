import type { DiceBet, Die, Throw } from '../fish-prawn-crab/article-05-bets.js';
import { customaryRanges, diceOdds } from '../fish-prawn-crab/article-06-prizes.js';
import { nameOfDiceBet } from '../fish-prawn-crab/settle.js';
import { type BetOdds, summedOdds } from './bet-odds.js';

/** The customary faces for all 216 throws: the excerpt has no faces and ranges. */
export const customaryFaces: readonly Die[] = [
  { number: 1, figure: 'fish', colour: 'red' },
  { number: 2, figure: 'prawn', colour: 'green' },
  { number: 3, figure: 'gourd', colour: 'blue' },
  { number: 4, figure: 'coin', colour: 'blue' },
  { number: 5, figure: 'crab', colour: 'green' },
  { number: 6, figure: 'rooster', colour: 'red' },
];

const bets: readonly DiceBet[] = [
  { type: 'small' },
  { type: 'big' },
  { type: 'figure', figure: 'fish' },
  { type: 'oneOfColour', colour: 'red' },
  { type: 'twoOfColour', colour: 'red' },
  { type: 'threeOfColour', colour: 'red' },
  { type: 'anyThreeSameColour' },
  { type: 'specificTriple', figure: 'fish' },
  { type: 'anyTriple' },
  ...Array.from({ length: 14 }, (_, index): DiceBet => ({ type: 'total', total: index + 4 })),
];

export function diceOddsTable(): BetOdds[] {
  return bets.map((bet) => {
    const ways = new Map<number, number>();
    for (const dice of everyThrow()) {
      const odds = Number(diceOdds(dice, bet, customaryRanges).odds);
      ways.set(odds, (ways.get(odds) ?? 0) + 1);
    }
    const outcomes = [...ways]
      .sort(([one], [other]) => other - one)
      .map(([odds, times]) => {
        if (odds === 0) return { name: 'loses', ways: times, net: -1 };
        return { name: `wins ${odds} to 1`, ways: times, net: odds };
      });
    return summedOdds(nameOfDiceBet(bet), outcomes, 'Faces and ranges are not in the excerpt.');
  });
}

function everyThrow(): Throw[] {
  return customaryFaces.flatMap((one) =>
    customaryFaces.flatMap((other) => customaryFaces.map((third): Throw => [one, other, third])),
  );
}

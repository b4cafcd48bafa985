import { rankOf, suitOf } from './card.js';

/**
 * Three cards: their combination, and their place among all different hands, 1 being the highest;
 * equal hands have the same place. Each order of the ruleset makes two tables of 9 kB.
 */
export type ThreeCardCombination =
  'straight-flush' | 'three-of-a-kind' | 'straight' | 'flush' | 'pair' | 'three-odd-cards';

export interface ThreeCardOrder {
  /** From high to low. */
  combinations: readonly ThreeCardCombination[];
  /** By the table of sequences 3-2-A is the lowest; by its highest face it is as high as A-K-Q. */
  sequenceTieBreak: 'sequence-table' | 'highest-face-card';
  /** The combination of A-K-Q of one suit, which the words of 2008 leave open. */
  suitedAKQ: 'straight-flush' | 'flush';
}

export interface ThreeCardRanking {
  /** The place of three different cards, given by number. */
  place(a: number, b: number, c: number): number;
  combination(place: number): ThreeCardCombination;
  /** The lowest place that is a queen high or better. */
  lastQueenHigh: number;
}

/** Keys from the two to the ace; the sums of any three are different, as a test shows. */
const rankKeys = [1, 2, 5, 14, 33, 72, 125, 219, 376, 573, 745, 1209, 1557] as const;
const largestSum = 3 * 1557;
const sumMask = 2 ** 13 - 1;
const suitShift = 13;

const cardKeys = Int32Array.from(
  { length: 52 },
  (_, card) => rankKeys[rankOf(card)]! | (1 << (suitShift + suitOf(card))),
);

const rankings = new Map<string, ThreeCardRanking>();

/** The ranking for an order; created once for each. */
export function threeCardRanking(order: ThreeCardOrder): ThreeCardRanking {
  const name = [...order.combinations, order.sequenceTieBreak, order.suitedAKQ].join();
  const ranking = rankings.get(name) ?? makeRanking(order);
  rankings.set(name, ranking);
  return ranking;
}

function makeRanking(order: ThreeCardOrder): ThreeCardRanking {
  const ofSeveralSuits = new Uint16Array(largestSum + 1);
  const ofOneSuit = new Uint16Array(largestSum + 1);
  const combinationByPlace: ThreeCardCombination[] = [];
  let lastQueenHigh = 0;
  let place = 0;
  let height = -1;
  for (const hand of everyHand(order).sort((one, other) => other.height - one.height)) {
    if (hand.height !== height) place += 1;
    height = hand.height;
    combinationByPlace[place] = hand.combination;
    (hand.oneSuit ? ofOneSuit : ofSeveralSuits)[hand.sum] = place;
    if (hand.combination !== 'three-odd-cards' || hand.highest >= 10) lastQueenHigh = place;
  }
  return {
    place(a, b, c) {
      const keyA = cardKeys[a]!;
      const keyB = cardKeys[b]!;
      const keyC = cardKeys[c]!;
      const sum = (keyA + keyB + keyC) & sumMask;
      return (keyA & keyB & keyC) >>> suitShift === 0 ? ofSeveralSuits[sum]! : ofOneSuit[sum]!;
    },
    combination: (at) => combinationByPlace[at]!,
    lastQueenHigh,
  };
}

interface RankedThreeCards {
  combination: ThreeCardCombination;
  /** Height of a hand: higher for a higher hand, the same for equal hands. */
  height: number;
  highest: number;
  sum: number;
  oneSuit: boolean;
}

function everyHand(order: ThreeCardOrder): RankedThreeCards[] {
  const hands: RankedThreeCards[] = [];
  for (let high = 0; high < 13; high += 1) {
    for (let middle = 0; middle <= high; middle += 1) {
      for (let low = 0; low <= middle; low += 1) {
        hands.push(rank(order, [high, middle, low], false));
        if (high > middle && middle > low) hands.push(rank(order, [high, middle, low], true));
      }
    }
  }
  return hands;
}

type Ranks = readonly [high: number, middle: number, low: number];

function rank(order: ThreeCardOrder, ranks: Ranks, oneSuit: boolean): RankedThreeCards {
  const [high, middle, low] = ranks;
  const combination = combinationOf(order, ranks, oneSuit);
  const category = order.combinations.length - order.combinations.indexOf(combination);
  const [first, second, third] = inOrderOfWeight(order, ranks, combination);
  return {
    combination,
    height: ((category * 13 + first) * 13 + second) * 13 + third,
    highest: high,
    sum: rankKeys[high]! + rankKeys[middle]! + rankKeys[low]!,
    oneSuit,
  };
}

function combinationOf(
  { suitedAKQ }: ThreeCardOrder,
  ranks: Ranks,
  oneSuit: boolean,
): ThreeCardCombination {
  const [high, middle, low] = ranks;
  if (high === low) return 'three-of-a-kind';
  if (high === middle || middle === low) return 'pair';
  if (!isSequence(ranks)) return oneSuit ? 'flush' : 'three-odd-cards';
  if (!oneSuit) return 'straight';
  return high === 12 && low === 10 ? suitedAKQ : 'straight-flush';
}

/** Art. 6(2): A-K-Q down to 3-2-A, twelve in all. */
function isSequence([high, middle, low]: Ranks): boolean {
  return (high - middle === 1 && middle - low === 1) || isThreeTwoAce([high, middle, low]);
}

function isThreeTwoAce([high, middle, low]: Ranks): boolean {
  return high === 12 && middle === 1 && low === 0;
}

/** The values to compare first, second and third between two hands of one combination. */
function inOrderOfWeight(
  { sequenceTieBreak }: ThreeCardOrder,
  ranks: Ranks,
  combination: ThreeCardCombination,
): Ranks {
  const [high, middle, low] = ranks;
  if (combination === 'straight' || combination === 'straight-flush') {
    const lowAce = sequenceTieBreak === 'sequence-table' && isThreeTwoAce(ranks);
    return [lowAce ? middle : high, 0, 0];
  }
  return combination === 'pair' && middle === low ? [middle, low, high] : ranks;
}

import { rankOf, suitOf } from './card.js';

/**
 * Five cards: their combination, and their place among all 7,462 different hands, 1 being the
 * highest (Art. 6, 7(2)-(3) of 2025).
 *
 * A hand is looked up by a sum: each rank has a key such that the sum of five, with no rank more
 * than four times, belongs to only one choice of ranks. The table has 721,838 bytes.
 */
const fiveCardCombinations = [
  'royal-flush',
  'straight-flush',
  'four-of-a-kind',
  'full-house',
  'flush',
  'straight',
  'three-of-a-kind',
  'two-pairs',
  'pair',
  'no-pair',
] as const;

export type FiveCardCombination = (typeof fiveCardCombinations)[number];

/**
 * Keys from the two to the ace. A test shows that no two choices of five ranks have the same sum.
 */
const rankKeys = [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415] as const;
const largestSum = 4 * 79415 + 43258;
const sumMask = 2 ** 19 - 1;
const suitShift = 20;

/** By card number: the key of its rank, and one bit for its suit above all bits of a sum. */
const cardKeys = Int32Array.from(
  { length: 52 },
  (_, card) => rankKeys[rankOf(card)]! | (1 << (suitShift + suitOf(card))),
);

const placeByRanks = new Uint16Array(largestSum + 1);
/** The place of the same five ranks in one suit, by their place in several suits. */
const placeInOneSuit = new Uint16Array(7463);
const combinationByPlace = new Uint8Array(7463);

fillTables();

/** The place of five different cards, given by number: 1 is the royal flush, 7,462 is 7-5-4-3-2. */
export function fiveCardPlace(a: number, b: number, c: number, d: number, e: number): number {
  const keyA = cardKeys[a]!;
  const keyB = cardKeys[b]!;
  const keyC = cardKeys[c]!;
  const keyD = cardKeys[d]!;
  const keyE = cardKeys[e]!;
  const place = placeByRanks[(keyA + keyB + keyC + keyD + keyE) & sumMask]!;
  return (keyA & keyB & keyC & keyD & keyE) >>> suitShift === 0 ? place : placeInOneSuit[place]!;
}

/** The highest place of the six hands that omit one card; without `Math`, which is slow in Jest. */
export function bestPlace(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
): number {
  let best = fiveCardPlace(a, b, c, d, e);
  let place = fiveCardPlace(a, b, c, d, f);
  if (place < best) best = place;
  place = fiveCardPlace(a, b, c, e, f);
  if (place < best) best = place;
  place = fiveCardPlace(a, b, d, e, f);
  if (place < best) best = place;
  place = fiveCardPlace(a, c, d, e, f);
  if (place < best) best = place;
  place = fiveCardPlace(b, c, d, e, f);
  return place < best ? place : best;
}

export function fiveCardCombination(place: number): FiveCardCombination {
  return fiveCardCombinations[combinationByPlace[place]!]!;
}

function fillTables(): void {
  // Place 0 is the result for a card twice in one suit, and must never be a prize.
  combinationByPlace[0] = fiveCardCombinations.indexOf('no-pair');
  const hands = everyChoiceOfRanks().flatMap((chosen) => {
    const kinds = describeHand(chosen, false);
    const inSuit = kinds.distinct ? [describeHand(chosen, true)] : [];
    return [kinds, ...inSuit];
  });
  hands.sort((one, other) => one.combination - other.combination || other.order - one.order);
  hands.forEach((hand, index) => {
    combinationByPlace[index + 1] = hand.combination;
    if (!hand.oneSuit) placeByRanks[hand.sum] = index + 1;
  });
  hands.forEach((hand, index) => {
    if (hand.oneSuit) placeInOneSuit[placeByRanks[hand.sum]!] = index + 1;
  });
}

/** All 6,175 choices of five cards from thirteen ranks, at most four of one. */
function everyChoiceOfRanks(): number[][] {
  let choices: number[][] = [[]];
  for (let size = 1; size <= 5; size += 1) {
    choices = choices.flatMap((begun) => {
      const longer: number[][] = [];
      for (let rank = 0; rank <= (begun.at(-1) ?? 12); rank += 1) longer.push([...begun, rank]);
      return longer;
    });
  }
  return choices.filter((chosen) => chosen[0] !== chosen[4]);
}

interface RankedFiveCards {
  combination: number;
  /** Order within one combination: higher for a higher hand. */
  order: number;
  sum: number;
  distinct: boolean;
  oneSuit: boolean;
}

/** `chosen` are five ranks, from the highest down: equal ones stand together. */
function describeHand(chosen: readonly number[], oneSuit: boolean): RankedFiveCards {
  // Each rank that occurs, as its count × 13 + the rank.
  const groups: number[] = [];
  for (const [index, rank] of chosen.entries()) {
    if (index > 0 && rank === chosen[index - 1]) groups[groups.length - 1]! += 13;
    else groups.push(13 + rank);
  }
  groups.sort((one, other) => other - one);
  const distinct = groups.length === 5;
  const top = distinct ? topOfSequence(chosen) : undefined;
  const ordered = top === undefined ? groups.map((group) => group % 13) : [top];
  let order = 0;
  for (let index = 0; index < 5; index += 1) order = order * 13 + (ordered[index] ?? 0);
  const most = Math.floor(groups[0]! / 13);
  return {
    combination: fiveCardCombinations.indexOf(handNameOf(groups.length, most, top, oneSuit)),
    order,
    sum: chosen.reduce((sum, rank) => sum + rankKeys[rank]!, 0),
    distinct,
    oneSuit,
  };
}

/** Art. 6(3): A-K-Q-J-10 down to 5-4-3-2-A; only in the last is the ace low. */
function topOfSequence(chosen: readonly number[]): number | undefined {
  const [highest = 0, second = 0, , , lowest = 0] = chosen;
  if (highest - lowest === 4) return highest;
  return highest === 12 && second === 3 ? second : undefined;
}

/** `ranks`: the number of different ranks; `most`: how many cards the most frequent one has. */
function handNameOf(
  ranks: number,
  most: number,
  top: number | undefined,
  oneSuit: boolean,
): FiveCardCombination {
  if (top !== undefined && oneSuit) return top === 12 ? 'royal-flush' : 'straight-flush';
  if (ranks === 2) return most === 4 ? 'four-of-a-kind' : 'full-house';
  if (oneSuit) return 'flush';
  if (top !== undefined) return 'straight';
  if (ranks === 3) return most === 3 ? 'three-of-a-kind' : 'two-pairs';
  return ranks === 4 ? 'pair' : 'no-pair';
}

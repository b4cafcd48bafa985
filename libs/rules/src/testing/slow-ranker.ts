/**
 * A second way of ranking, for the tests only: no tables, only the words of Articles 6 and 7,
 * written so that they can be compared with the law. A higher hand has a higher score; equal hands
 * have the same.
 */
const fiveCardNames = [
  'no-pair',
  'pair',
  'two-pairs',
  'three-of-a-kind',
  'straight',
  'flush',
  'full-house',
  'four-of-a-kind',
  'straight-flush',
  'royal-flush',
];

export function slowFiveCards(cards: readonly number[]): { name: string; score: number } {
  const { ranks, counts, oneSuit } = look(cards);
  const times = (count: number): number[] => ranks.filter((rank) => counts[rank] === count);
  const fours = times(4);
  const threes = times(3);
  const pairs = times(2);
  const singles = times(1);
  const top = singles.length === 5 ? topOfSequence(ranks) : undefined;
  if (oneSuit && top === 14) return named('royal-flush', [14]);
  if (oneSuit && top !== undefined) return named('straight-flush', [top]);
  if (fours.length > 0) return named('four-of-a-kind', [fours[0]!, singles[0]!]);
  if (threes.length > 0 && pairs.length > 0) {
    return named('full-house', [threes[0]!, pairs[0]!]);
  }
  if (oneSuit) return named('flush', singles);
  if (top !== undefined) return named('straight', [top]);
  if (threes.length > 0) return named('three-of-a-kind', [threes[0]!, ...singles]);
  if (pairs.length === 4) return named('two-pairs', [pairs[0]!, pairs[2]!, singles[0]!]);
  if (pairs.length === 2) return named('pair', [pairs[0]!, ...singles]);
  return named('no-pair', singles);
}

/** The three-card hands by an order of their names, from high to low. */
export function slowThreeCards(
  cards: readonly number[],
  order: readonly string[],
): { name: string; score: number } {
  const { ranks, counts, oneSuit } = look(cards);
  const pairs = ranks.filter((rank) => counts[rank] === 2);
  const singles = ranks.filter((rank) => counts[rank] === 1);
  const top = singles.length === 3 ? topOfSequence(ranks) : undefined;
  const say = (name: string, deciding: readonly number[]) => {
    return { name, score: scoreOf(order.length - order.indexOf(name), deciding) };
  };
  if (top !== undefined) return say(oneSuit ? 'straight-flush' : 'straight', [top]);
  if (counts[ranks[0]!] === 3) return say('three-of-a-kind', [ranks[0]!]);
  if (oneSuit) return say('flush', singles);
  if (pairs.length === 2) return say('pair', [pairs[0]!, singles[0]!]);
  return say('three-odd-cards', singles);
}

/**
 * Tells which of two three-card hands is higher, compared card by card as in the law, without a
 * number for either: above 0 for the first, below 0 for the second, 0 for a draw.
 */
export function compareThreeCards(
  one: readonly number[],
  other: readonly number[],
  order: readonly string[],
): number {
  const [ours, theirs] = [lookAtThree(one), lookAtThree(other)];
  if (ours.name !== theirs.name) return order.indexOf(theirs.name) - order.indexOf(ours.name);
  const differing = ours.deciding.findIndex((rank, index) => rank !== theirs.deciding[index]);
  return differing < 0 ? 0 : ours.deciding[differing]! - theirs.deciding[differing]!;
}

function lookAtThree(cards: readonly number[]): { name: string; deciding: number[] } {
  const { ranks, oneSuit } = look(cards);
  const [high, middle, low] = ranks as [number, number, number];
  if (high === low) return { name: 'three-of-a-kind', deciding: [high] };
  if (high === middle) return { name: 'pair', deciding: [high, low] };
  if (middle === low) return { name: 'pair', deciding: [low, high] };
  const isAceLow = high === 14 && middle === 3 && low === 2;
  if (isAceLow || high - low === 2) {
    return { name: oneSuit ? 'straight-flush' : 'straight', deciding: [isAceLow ? 3 : high] };
  }
  return { name: oneSuit ? 'flush' : 'three-odd-cards', deciding: ranks };
}

function named(name: string, deciding: readonly number[]): { name: string; score: number } {
  return { name, score: scoreOf(fiveCardNames.indexOf(name), deciding) };
}

function scoreOf(height: number, deciding: readonly number[]): number {
  let score = height;
  for (let index = 0; index < 5; index += 1) score = score * 15 + (deciding[index] ?? 0);
  return score;
}

/** Ranks from 2 to 14, the ace, the highest first; the count of each; whether there is one suit. */
function look(cards: readonly number[]): { ranks: number[]; counts: number[]; oneSuit: boolean } {
  const ranks: number[] = [];
  const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let oneSuit = true;
  for (const card of cards) {
    const rank = (card - (card % 4)) / 4 + 2;
    ranks.push(rank);
    counts[rank]! += 1;
    if (card % 4 !== cards[0]! % 4) oneSuit = false;
  }
  ranks.sort((one, other) => other - one);
  return { ranks, counts, oneSuit };
}

/** The highest of consecutive cards; 5 or 3 if an ace is below the two. */
function topOfSequence(ranks: readonly number[]): number | undefined {
  const follow = (from: number): boolean => {
    for (let index = from + 1; index < ranks.length; index += 1) {
      if (ranks[index] !== ranks[index - 1]! - 1) return false;
    }
    return true;
  };
  if (follow(0)) return ranks[0];
  const aceBelow = ranks[0] === 14 && ranks[ranks.length - 1] === 2 && follow(1);
  return aceBelow ? ranks[1] : undefined;
}

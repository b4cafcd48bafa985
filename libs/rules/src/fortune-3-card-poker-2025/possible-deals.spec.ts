import { slowFiveCards } from '../testing/slow-ranker.js';
import { type JackpotHand, jackpotHands } from './article-07-3-jackpot-hands.js';
import { someDealShows } from './article-15-1-possible-deals.js';

/**
 * A second method, for the test only: it deals. For two community cards it takes every three of the
 * other fifty, sorts them by the hand that the slow ranker gives, and looks for cards of each
 * declared hand, and of a losing hand for each other seat, without a card in common.
 */
type Shown = JackpotHand | 'nothing';

/** A set of cards of one deck as bits; two numbers, because a double has 53. */
type Hand = readonly [low: number, high: number];

function handsBy(first: number, second: number): Map<Shown, Hand[]> {
  const found = new Map<Shown, Hand[]>();
  const left = Array.from({ length: 52 }, (_, card) => card).filter(
    (card) => card !== first && card !== second,
  );
  left.forEach((a, i) =>
    left.slice(i + 1).forEach((b, j) =>
      left.slice(i + j + 2).forEach((c) => {
        const { name } = slowFiveCards([a, b, c, first, second]);
        const shown = jackpotHands.find((hand) => hand === name) ?? 'nothing';
        const list = found.get(shown) ?? [];
        list.push(bitsOf([a, b, c]));
        found.set(shown, list);
      }),
    ),
  );
  return found;
}

function bitsOf(cards: readonly number[]): Hand {
  let [low, high] = [0, 0];
  for (const card of cards) {
    if (card < 26) low |= 1 << card;
    else high |= 1 << (card - 26);
  }
  return [low, high];
}

/**
 * Tells whether a deal exists. Hands of the same kind are taken in list order, so no choice is
 * tried twice.
 */
function deals(found: Map<Shown, Hand[]>, wanted: readonly Shown[]): boolean {
  const search = (index: number, from: number, low: number, high: number): boolean => {
    const kind = wanted[index];
    if (kind === undefined) return true;
    const choices = found.get(kind) ?? [];
    for (let next = from; next < choices.length; next += 1) {
      const [ours, theirs] = choices[next]!;
      if ((ours & low) !== 0 || (theirs & high) !== 0) continue;
      const start = wanted[index + 1] === kind ? next + 1 : 0;
      if (search(index + 1, start, low | ours, high | theirs)) return true;
    }
    return false;
  };
  return search(0, 0, 0, 0);
}

/** Every multiset of hands of at most seven seats, smaller ones before larger ones. */
function declarations(hands: readonly JackpotHand[], seats: number): JackpotHand[][] {
  const [hand, ...others] = hands;
  if (hand === undefined) return [[]];
  return Array.from({ length: seats + 1 }, (_, times) => times)
    .flatMap((times) =>
      declarations(others, seats - times).map((rest) => [
        ...Array.from({ length: times }, () => hand),
        ...rest,
      ]),
    )
    .sort((one, other) => one.length - other.length);
}

/**
 * The declarations that some deal with these two cards shows, each as a text. A deal of a
 * declaration shows every part of it too, so a declaration that contains an impossible one is not
 * searched.
 */
function shownWith(first: number, second: number): Set<string> {
  const found = handsBy(first, second);
  const winnersFit = new Set<string>();
  const shown = new Set<string>();
  for (const hands of all) {
    const parts = hands.map((_, index) => hands.filter((__, at) => at !== index).join());
    if (!parts.every((part) => winnersFit.has(part)) || !deals(found, hands)) continue;
    winnersFit.add(hands.join());
    const losers = Array.from({ length: 7 - hands.length }, (): Shown => 'nothing');
    if (deals(found, [...hands, ...losers])) shown.add(hands.join());
  }
  return shown;
}

const all = declarations(jackpotHands, 7);

/** Two cards of the table for each two ranks and each type: a pair, two suits, one suit. */
const communities = Array.from({ length: 13 }, (_, high) =>
  Array.from({ length: high + 1 }, (__, low) =>
    low === high
      ? [[4 * high, 4 * low + 1] as const]
      : [[4 * high, 4 * low] as const, [4 * high, 4 * low + 1] as const],
  ),
).flat(2);

test('Article 15(1): a declaration is possible exactly where a search over whole deals finds one', () => {
  const shownBySome = new Set<string>();
  const wrong: string[] = [];
  for (const [first, second] of communities) {
    const shown = shownWith(first, second);
    shown.forEach((declaration) => shownBySome.add(declaration));
    for (const hands of all) {
      if (someDealShows(hands, [first, second]) === shown.has(hands.join())) continue;
      wrong.push(`${first} ${second}: ${hands.join()}`);
    }
  }
  for (const hands of all) {
    if (someDealShows(hands) !== shownBySome.has(hands.join())) wrong.push(hands.join());
  }
  expect(wrong).toEqual([]);
  expect([communities.length, all.length]).toEqual([169, 792]);
  // Both answers occur.
  expect(shownBySome.size).toBeGreaterThan(20);
  expect(shownBySome.size).toBeLessThan(all.length / 2);
});

import { rankOf, suitOf } from '../cards/card.js';
import { type JackpotHand, jackpotHands } from './article-07-3-jackpot-hands.js';

/**
 * Article 15(1) read backwards: tells whether some deal of one deck shows the hands that a table
 * declares. Despacho 89/2025, in force from 11 November 2025.
 *
 * Every hand is the two community cards and three of the player's own, so these two decide which
 * hands can occur together. The seats that win nothing never decide it: however the winners' cards
 * are chosen, enough cards are left that complete no hand. A search over whole deals agrees
 * (tests).
 */
export function someDealShows(
  hands: readonly JackpotHand[],
  community?: readonly [number, number],
): boolean {
  // Most rounds declare nothing, and any deal shows that.
  if (hands.length === 0) return true;
  const declared = countOf(hands);
  return community === undefined
    ? communities.some((kind) => canShow(kind, declared))
    : canShow(communityOf(...community), declared);
}

type Count = Readonly<Record<JackpotHand, number>>;

function countOf(hands: readonly JackpotHand[]): Count {
  const times = (hand: JackpotHand): number => hands.filter((each) => each === hand).length;
  return Object.fromEntries(jackpotHands.map((hand) => [hand, times(hand)])) as Count;
}

/**
 * Two community cards, reduced to what matters: their ranks, 0 for the two, and whether they have
 * one suit.
 */
interface Community {
  readonly high: number;
  readonly low: number;
  readonly oneSuit: boolean;
}

function communityOf(first: number, second: number): Community {
  const [one, other] = [rankOf(first), rankOf(second)];
  const oneSuit = suitOf(first) === suitOf(second);
  return { high: Math.max(one, other), low: Math.min(one, other), oneSuit };
}

const rankCount = 13;
const allRanks = Array.from({ length: rankCount }, (_, rank) => rank);

/** All of them, each once: a pair, two suits, one suit. */
const communities: readonly Community[] = allRanks.flatMap((high) =>
  allRanks
    .filter((low) => low <= high)
    .flatMap((low) =>
      low === high
        ? [{ high, low, oneSuit: false }]
        : [
            { high, low, oneSuit: false },
            { high, low, oneSuit: true },
          ],
    ),
);

function canShow(community: Community, declared: Count): boolean {
  return hasRanksFor(community, declared) && hasSuitFor(community, declared);
}

/**
 * Tells whether the ranks allow the declared hands. A pair on the table makes four of a kind for
 * the player with its other two cards, and a full house for every seat with three of a kind. Two
 * ranks make four of a kind with the other three of one, and a full house with two of one and one
 * of the other: two hands at most, and never one of each, because four of a kind leaves none of its
 * rank for a full house.
 */
function hasRanksFor({ high, low }: Community, declared: Count): boolean {
  const quads = declared['four-of-a-kind'];
  if (high === low) return quads <= 1;
  return quads === 0 ? declared['full-house'] <= 2 : quads <= 2 && declared['full-house'] === 0;
}

/**
 * Tells whether the suit allows the declared hands: those of one suit share its eleven other cards;
 * no other hand needs one.
 */
function hasSuitFor({ high, low, oneSuit }: Community, declared: Count): boolean {
  const hands = oneSuitHands.flatMap((hand) =>
    Array.from({ length: declared[hand] }, (): OneSuitHand => hand),
  );
  if (hands.length === 0) return true;
  const onTable = bitOf(high) | bitOf(low);
  return oneSuit && hands.length <= 3 && canPick(allBits & ~onTable, onTable, hands);
}

/**
 * The part of the table that a hand needs. A hand that is missing here does not compile: see
 * `canShow`.
 */
const neededOf = {
  'royal-flush': 'suit',
  'straight-flush': 'suit',
  'four-of-a-kind': 'ranks',
  'full-house': 'ranks',
  flush: 'suit',
} as const satisfies Record<JackpotHand, 'ranks' | 'suit'>;

type OneSuitHand = {
  [Hand in JackpotHand]: (typeof neededOf)[Hand] extends 'suit' ? Hand : never;
}[JackpotHand];

/** The rarest first, so that a failing search fails early. */
const oneSuitHands = jackpotHands.filter((hand) => neededOf[hand] === 'suit') as OneSuitHand[];

/**
 * Tells whether three of the free ranks can be picked for each of the hands in turn. Ranks are
 * bits.
 */
function canPick(free: number, onTable: number, [hand, ...others]: OneSuitHand[]): boolean {
  if (hand === undefined) return true;
  const picks = hand === 'flush' ? triplesOf(free) : sequencesOf(hand).map((it) => it & ~onTable);
  return picks.some((pick) => {
    const isFree = (pick & ~free) === 0 && handOf(pick | onTable) === hand;
    return isFree && canPick(free & ~pick, onTable, others);
  });
}

function bitOf(rank: number): number {
  return 1 << rank;
}

const allBits = (1 << rankCount) - 1;
/** Article 6(3): from A-K-Q-J-10 down to 6-5-4-3-2, and 5-4-3-2-A. */
const royal = 0b11111 << 8;
const straights = [
  ...[7, 6, 5, 4, 3, 2, 1, 0].map((lowest) => 0b11111 << lowest),
  bitOf(12) | 0b1111,
];

function sequencesOf(hand: 'royal-flush' | 'straight-flush'): readonly number[] {
  return hand === 'royal-flush' ? [royal] : straights;
}

/** The hand of five ranks of one suit; undefined if they are not five. */
function handOf(ranks: number): OneSuitHand | undefined {
  if (allRanks.filter((rank) => (ranks & bitOf(rank)) !== 0).length !== 5) return undefined;
  if (ranks === royal) return 'royal-flush';
  return straights.includes(ranks) ? 'straight-flush' : 'flush';
}

function triplesOf(free: number): number[] {
  const bits = allRanks.map(bitOf).filter((bit) => (free & bit) !== 0);
  return bits.flatMap((a, index) =>
    bits
      .slice(index + 1)
      .flatMap((b, between) => bits.slice(index + between + 2).map((c) => a | b | c)),
  );
}

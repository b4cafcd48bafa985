import type { Hand } from './events.js';

/**
 * A search over one deck. A card is rank * 4 + suit, deuce = rank 0; a set of cards is a bigint of
 * 52 bits. No count of possible hands is built in: the search deals them.
 */
type Showing = Hand | 'none';
interface Deal {
  community: [number, number];
  /** All sets of three cards that show one of the five hands with this community. */
  winning: Map<Hand, bigint[]>;
  /** Whether hands (sorted, joined) can be dealt together with this community. */
  together: Map<string, boolean>;
}

const RANKS = '23456789TJQKA';
const SUITS = 'shdc';

export function cardNumber(card: string): number {
  return RANKS.indexOf(card.charAt(0)) * 4 + SUITS.indexOf(card.charAt(1));
}

/** Article 7(3) with sets of bits, independent of `handOf`, so that each can check the other. */
export function showing(v: number, w: number, x: number, y: number, z: number): Showing {
  const ranks =
    (1 << (v >> 2)) | (1 << (w >> 2)) | (1 << (x >> 2)) | (1 << (y >> 2)) | (1 << (z >> 2));
  const suit = v & 3;
  if ((w & 3) === suit && (x & 3) === suit && (y & 3) === suit && (z & 3) === suit) {
    const lowest = ranks & -ranks;
    if (ranks === lowest * 0b11111) return lowest === 1 << 8 ? 'royal-flush' : 'straight-flush';
    return ranks === 0b1000000001111 ? 'straight-flush' : 'flush';
  }
  const withoutOne = ranks & (ranks - 1);
  if (withoutOne === 0 || (withoutOne & (withoutOne - 1)) !== 0) return 'none';
  // Two ranks in five cards: four and one, or three and two.
  const lower = 31 - Math.clz32(ranks & -ranks);
  const ofLower = [v, w, x, y, z].filter((card) => card >> 2 === lower).length;
  return ofLower === 1 || ofLower === 4 ? 'four-of-a-kind' : 'full-house';
}

function bits(cards: readonly number[]): bigint {
  return cards.reduce((set, card) => set | (1n << BigInt(card)), 0n);
}

function prepare(community: [number, number]): Deal {
  const winning = new Map<Hand, bigint[]>();
  const [first, second] = community;
  for (let a = 0; a < 52; a += 1) {
    if (a === first || a === second) continue;
    for (let b = a + 1; b < 52; b += 1) {
      if (b === first || b === second) continue;
      for (let c = b + 1; c < 52; c += 1) {
        if (c === first || c === second) continue;
        const shown = showing(a, b, c, first, second);
        if (shown === 'none') continue;
        const sets = winning.get(shown) ?? [];
        sets.push(bits([a, b, c]));
        winning.set(shown, sets);
      }
    }
  }
  return { community, winning, together: new Map() };
}

/** Suits are interchangeable, so this pair replaces any two cards: spades, or spade and heart. */
function standardPair(x: number, y: number): [number, number] {
  const high = Math.max(x >> 2, y >> 2) * 4;
  const low = Math.min(x >> 2, y >> 2) * 4;
  return [high, (x & 3) === (y & 3) ? low : low + 1];
}

const prepared = new Map<string, Deal>();

function dealWith(x: number, y: number): Deal {
  const community = standardPair(x, y);
  const known = prepared.get(community.join());
  if (known) return known;
  const deal = prepare(community);
  prepared.set(community.join(), deal);
  return deal;
}

/** Whether `count` more seats can get hands that win nothing from the remaining cards. */
function losersFit(deal: Deal, used: bigint, count: number): boolean {
  if (count === 0) return true;
  const left: number[] = [];
  for (let card = 0; card < 52; card += 1)
    if (((used >> BigInt(card)) & 1n) === 0n) left.push(card);
  for (const a of left) {
    for (const b of left) {
      if (b <= a) continue;
      for (const c of left) {
        if (c <= b || showing(a, b, c, ...deal.community) !== 'none') continue;
        if (losersFit(deal, used | bits([a, b, c]), count - 1)) return true;
      }
    }
  }
  return false;
}

/**
 * Backtracks over disjoint hands. Equal hands are adjacent in `hands`. For equal hands only rising
 * choices are tried, because it does not matter which of them has which cards.
 */
function dealHands(deal: Deal, hands: readonly Hand[], used: bigint, from: number, losers: number) {
  const [hand, ...rest] = hands;
  if (hand === undefined) return losersFit(deal, used, losers);
  const choices = deal.winning.get(hand) ?? [];
  for (let place = from; place < choices.length; place += 1) {
    const three = choices[place] ?? 0n;
    if ((three & used) !== 0n) continue;
    const next = rest[0] === hand ? place + 1 : 0;
    if (dealHands(deal, rest, used | three, next, losers)) return true;
  }
  return false;
}

/** Hands with fewer choices come first; equal hands stay adjacent. */
function scarceFirst(deal: Deal, hands: readonly Hand[]): Hand[] {
  const choices = (hand: Hand) => deal.winning.get(hand)?.length ?? 0;
  return [...hands].sort((a, b) => choices(a) - choices(b) || a.localeCompare(b));
}

/** A subset that cannot be dealt rules out the whole, so subsets are tried first. */
function fitTogether(deal: Deal, hands: readonly Hand[]): boolean {
  if (hands.length === 0) return true;
  const key = [...hands].sort().join();
  const known = deal.together.get(key);
  if (known !== undefined) return known;
  const withoutOne = [...new Set(hands)].map((hand) => hands.toSpliced(hands.indexOf(hand), 1));
  const fits =
    withoutOne.every((fewer) => fitTogether(deal, fewer)) &&
    dealHands(deal, scarceFirst(deal, hands), bits(deal.community), 0, 0);
  deal.together.set(key, fits);
  return fits;
}

function possibleWith(deal: Deal, hands: readonly Hand[], losers: number): boolean {
  if (!fitTogether(deal, hands)) return false;
  return dealHands(deal, scarceFirst(deal, hands), bits(deal.community), 0, losers);
}

/** All pairs of community cards except for renamed suits, the most permissive first. */
function* communities(): Generator<[number, number]> {
  for (let gap = 1; gap < 13; gap += 1) {
    for (let low = 0; low + gap < 13; low += 1) yield [(low + gap) * 4, low * 4];
  }
  for (let gap = 0; gap < 13; gap += 1) {
    for (let low = 0; low + gap < 13; low += 1) yield [(low + gap) * 4, low * 4 + 1];
  }
}

const answers = new Map<string, boolean>();

/**
 * Whether one deck allows a deal with two community cards (these two, if given) and three cards for
 * each seat, in which the declared seats show exactly their hands and `losers` more show none.
 */
export function possibleDeal(
  declared: readonly Hand[],
  losers: number,
  community?: readonly string[],
): boolean {
  const [x, y] = (community ?? []).map(cardNumber);
  if (x !== undefined && x === y) return false;
  const pair = x === undefined || y === undefined ? null : standardPair(x, y);
  const key = `${[...declared].sort().join()}|${losers}|${pair ? pair.join() : ''}`;
  const known = answers.get(key);
  if (known !== undefined) return known;
  const pairs = pair ? [pair] : communities();
  let found = false;
  for (const [a, b] of pairs) {
    found = possibleWith(dealWith(a, b), declared, losers);
    if (found) break;
  }
  answers.set(key, found);
  return found;
}

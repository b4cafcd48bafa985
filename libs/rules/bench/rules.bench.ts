import {
  type Card,
  cardNumber,
  deck,
  fiveCardCombination,
  fiveCardPlace,
  type FortuneRound,
  settle,
} from '#rules';
import { usualPrizes } from '../src/testing/prizes.js';

/**
 * Measures how many five-card hands one core ranks, and how many whole rounds of seven seats it
 * settles, per second; the ranking is compared with `pokersolver` on the same hands in the same
 * run. `npm run bench:rules`, with `-- --json` for programs and `--seconds 3` for longer.
 *
 * Both find a hand's order among all hands. Both start from the input that they would have at a
 * table: ours from card numbers and, in the second line, from the names of the cards.
 */
const secondsEach = secondsGiven() ?? 1.5;
const handCount = 4_096;
const roundCount = 512;

interface Measure {
  name: string;
  perSecond: number;
}

const random = mulberry32(20_251_110);
const hands = Array.from({ length: handCount }, () => shuffledNumbers().slice(0, 5));
const names = hands.map((hand) => hand.map((number) => deck[number]!));
const rounds = Array.from({ length: roundCount }, fullRound);

const measures: Measure[] = [
  measure('five-card hands by number', handCount, rankByNumber),
  measure('five-card hands by name', handCount, rankByName),
  measure('seven-seat rounds settled', roundCount, settleRounds),
];
const peer = await measurePeer();
report();

/** The sum keeps the compiler from skipping the work; it is the same in each pass. */
function rankByNumber(): number {
  let sum = 0;
  for (const hand of hands) {
    sum += fiveCardPlace(hand[0]!, hand[1]!, hand[2]!, hand[3]!, hand[4]!);
  }
  return sum;
}

function rankByName(): number {
  let sum = 0;
  for (const hand of names) {
    const [a, b, c, d, e] = hand as [Card, Card, Card, Card, Card];
    const place = fiveCardPlace(
      cardNumber(a),
      cardNumber(b),
      cardNumber(c),
      cardNumber(d),
      cardNumber(e),
    );
    sum += fiveCardCombination(place).length;
  }
  return sum;
}

function settleRounds(): number {
  let paid = 0;
  for (const round of rounds) {
    const settlement = settle('fortune-3-card-poker/94-2025', round);
    if ('refused' in settlement) throw new Error(settlement.refused[0]!.detail);
    paid += settlement.seats.length;
  }
  return paid;
}

async function measurePeer(): Promise<Measure | undefined> {
  const peerName: string = 'pokersolver';
  try {
    const loaded = (await import(peerName)) as { default?: Solver } & Solver;
    const { Hand } = loaded.default ?? loaded;
    return measure(`five-card hands by ${peerName}`, handCount, () => {
      let sum = 0;
      for (const hand of names) sum += Hand.solve(hand).rank;
      return sum;
    });
  } catch {
    return undefined;
  }
}

interface Solver {
  Hand: { solve(cards: readonly string[]): { rank: number } };
}

function measure(name: string, each: number, pass: () => number): Measure {
  const expected = pass();
  const warm = performance.now() + 300;
  while (performance.now() < warm) pass();
  let passes = 0;
  const start = performance.now();
  let elapsed = 0;
  while (elapsed < secondsEach * 1_000) {
    if (pass() !== expected) throw new Error(`${name} answers differently from pass to pass.`);
    passes += 1;
    elapsed = performance.now() - start;
  }
  return { name, perSecond: (passes * each * 1_000) / elapsed };
}

function secondsGiven(): number | undefined {
  const place = process.argv.indexOf('--seconds');
  return place === -1 ? undefined : Number(process.argv[place + 1]);
}

function report(): void {
  const all = peer === undefined ? measures : [...measures, peer];
  const byName = measures[1]!.perSecond;
  const ratio = peer === undefined ? undefined : byName / peer.perSecond;
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ measures: all, ratioToPeer: ratio ?? null }));
    return;
  }
  for (const { name, perSecond } of all) {
    console.log(`${name.padEnd(32)} ${Math.round(perSecond).toLocaleString('en').padStart(12)}/s`);
  }
  console.log(
    ratio === undefined
      ? 'pokersolver is not installed, so there is nothing to compare with.'
      : `By name, ${ratio.toFixed(0)} times as fast as pokersolver.`,
  );
}

function fullRound(): FortuneRound {
  const cards = shuffledNumbers().map((number) => deck[number]!);
  const seats = Array.from({ length: 7 }, (_, index) => ({
    seat: index + 1,
    cards: cards.slice(5 + 3 * index, 8 + 3 * index),
    ante: 100n,
    raise: index % 3 === 0 ? 0n : 100n,
    pairPlus: 50n,
    sixCard: 20n,
    jackpot: 10n,
  }));
  const jackpot = { pool: 1_000_000n, seed: 500_000n, payoutUnit: 1n, prizes: usualPrizes };
  return { dealer: cards.slice(0, 3), community: cards.slice(3, 5), seats, jackpot };
}

function shuffledNumbers(): number[] {
  const numbers = deck.map((_, number) => number);
  for (let left = numbers.length - 1; left > 0; left -= 1) {
    const other = Math.floor(random() * (left + 1));
    [numbers[left], numbers[other]] = [numbers[other]!, numbers[left]!];
  }
  return numbers;
}

/** A small random generator with a seed, so that every run measures the same hands. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

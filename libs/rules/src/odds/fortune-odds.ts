import {
  bestPlace,
  fiveCardCombination,
  type FiveCardCombination,
  fiveCardPlace,
} from '../cards/five-cards.js';
import type { ThreeCardCombination } from '../cards/three-cards.js';
import type { FortuneRules } from '../fortune-3-card-poker/editions.js';
import type { PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import {
  type JackpotHand,
  jackpotHands,
} from '../fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
import { sixCardHands } from '../fortune-3-card-poker-2025/article-07-2-six-card-hands.js';
import { sixCardPrizes } from '../fortune-3-card-poker-2025/article-14-six-card-bonus.js';
import { netOf } from '../settlement.js';
import { type BetOdds, summedOdds } from './bet-odds.js';

/** Pair Plus over all 22,100 hands, paid by the edition's own article. */
export function pairPlusOdds(rules: FortuneRules): BetOdds {
  const frequencies = threeCardFrequencies(rules);
  const outcomes = rules.combinations.map((combination) => {
    const net = pairPlusNet(rules, combination);
    return { name: combination, ways: frequencies.get(combination) ?? 0, net };
  });
  return summedOdds('Pair Plus', outcomes);
}

function threeCardFrequencies({ ranking }: FortuneRules): Map<ThreeCardCombination, number> {
  const frequencies = new Map<ThreeCardCombination, number>();
  for (let a = 2; a < 52; a += 1) {
    for (let b = 1; b < a; b += 1) {
      for (let c = 0; c < b; c += 1) {
        const combination = ranking.combination(ranking.place(a, b, c));
        frequencies.set(combination, (frequencies.get(combination) ?? 0) + 1);
      }
    }
  }
  return frequencies;
}

const pairPlusAlone: SeatStakes = { ante: 0n, raise: 0n, pairPlus: 1n, sixCard: 0n, jackpot: 0n };

function pairPlusNet(rules: FortuneRules, combination: ThreeCardCombination): number {
  const player: PlayerHand = { cards: [0, 1, 2], place: 1, combination };
  const dealer = { cards: [3, 4, 5], place: 2, qualifies: true } as const;
  return Number(netOf(rules.settleSeat(pairPlusAlone, player, dealer)));
}

/** The Six Card Bonus over all 20,358,520 sets of six cards. */
export function sixCardOdds(): BetOdds {
  const frequencies = sixCardFrequencies();
  const outcomes = sixCardHands.map((hand) => {
    return { name: hand, ways: frequencies.get(hand)!, net: Number(sixCardPrizes[hand].odds) };
  });
  const winning = outcomes.reduce((sum, { ways }) => sum + ways, 0);
  const nothing = { name: 'nothing', ways: 20_358_520 - winning, net: -1 };
  return summedOdds('Six Card Bonus', [...outcomes, nothing]);
}

function sixCardFrequencies(): Map<FiveCardCombination, number> {
  const byPlace = new Int32Array(7463);
  for (let a = 5; a < 52; a += 1) {
    for (let b = 4; b < a; b += 1) {
      for (let c = 3; c < b; c += 1) {
        for (let d = 2; d < c; d += 1) {
          for (let e = 1; e < d; e += 1) {
            for (let f = 0; f < e; f += 1) byPlace[bestPlace(a, b, c, d, e, f)]! += 1;
          }
        }
      }
    }
  }
  return byCombination(byPlace);
}

/** The jackpot over all 2,598,960 sets of five cards; the value of a hand depends on the pool. */
export function jackpotOdds(): BetOdds {
  const outcomes: BetOdds['outcomes'] = [...jackpotFrequencies()].map(([name, ways]) => {
    return { name, ways, net: undefined };
  });
  const winning = outcomes.reduce((sum, { ways }) => sum + ways, 0);
  outcomes.push({ name: 'nothing', ways: fiveCardSets - winning, net: -1 });
  const remark =
    'The edge depends on pool and fixed amounts. Expected prize of a bet: (4 x the higher of ' +
    'fixed and pool + 36 x the higher of fixed and a tenth of the pool + 624, 3,744 and 5,108 x ' +
    'the fixed amounts) / 2,598,960.';
  return summedOdds('Progressive Jackpot', outcomes, remark);
}

/** Number of sets of five cards: a bet wins by one of these, whatever cards the others hold. */
export const fiveCardSets = 2_598_960;

let ofJackpot: ReadonlyMap<JackpotHand, number> | undefined;

/** Number of sets of five cards for each hand of the jackpot, the highest first. */
export function jackpotFrequencies(): ReadonlyMap<JackpotHand, number> {
  if (ofJackpot) return ofJackpot;
  const frequencies = fiveCardFrequencies();
  return (ofJackpot = new Map(jackpotHands.map((hand) => [hand, frequencies.get(hand)!])));
}

function fiveCardFrequencies(): Map<FiveCardCombination, number> {
  const byPlace = new Int32Array(7463);
  for (let a = 4; a < 52; a += 1) {
    for (let b = 3; b < a; b += 1) {
      for (let c = 2; c < b; c += 1) {
        for (let d = 1; d < c; d += 1) {
          for (let e = 0; e < d; e += 1) byPlace[fiveCardPlace(a, b, c, d, e)]! += 1;
        }
      }
    }
  }
  return byCombination(byPlace);
}

function byCombination(byPlace: Int32Array): Map<FiveCardCombination, number> {
  const frequencies = new Map<FiveCardCombination, number>();
  byPlace.forEach((ways, place) => {
    if (ways === 0) return;
    const combination = fiveCardCombination(place);
    frequencies.set(combination, (frequencies.get(combination) ?? 0) + ways);
  });
  return frequencies;
}

import type { FortuneRules } from '../fortune-3-card-poker/editions.js';
import {
  dealerHand,
  type DealerHand,
  playerHand,
  type PlayerHand,
  type SeatStakes,
  type Triple,
} from '../fortune-3-card-poker/showdown.js';
import { netOf } from '../settlement.js';
import { type BetOdds, summedOdds } from './bet-odds.js';

/**
 * The Ante over all 407,170,400 deals to one player and the dealer, with the best decision for each
 * of the 22,100 hands; 1,755 hands that differ in more than suits represent all.
 *
 * The edition decides what a deal pays from combination, comparison and qualification alone.
 */
export function anteOdds(rules: FortuneRules): BetOdds {
  const dealers = dealerHands(rules);
  const payTable = payTableOf(rules);
  let [raised, raisedNet, folded, foldedNet] = [0, 0, 0, 0];
  for (const { cards, times } of handsUpToSuits()) {
    const player = playerHand(cards, rules.ranking);
    const net = raisedNetOf(player, dealers, payTable[player.combination]);
    const fold = Number(netOf(rules.settleSeat(stakes(0n), player, aDealer(true, 1))));
    if (net > fold * dealsToDealer) {
      raised += times;
      raisedNet += times * net;
    } else {
      folded += times;
      foldedNet += times * fold * dealsToDealer;
    }
  }
  const outcomes = [
    outcome(`raised, with ${raised} hands`, raised, raisedNet),
    outcome(`given up, with ${folded} hands`, folded, foldedNet),
  ].filter(({ ways }) => ways > 0);
  const averageStake = 1 + raised / 22_100;
  const remark = `Best play, per unit of Ante; the average stake is ${averageStake.toFixed(4)}.`;
  const odds = summedOdds('Ante and Raise', outcomes, remark);
  // The averages of the outcomes are rounded; the sum over all deals is exact.
  return { ...odds, net: raisedNet + foldedNet };
}

/** C(49, 3): the dealer's hands once the player has three cards. */
const dealsToDealer = 18_424;

function outcome(name: string, hands: number, net: number): BetOdds['outcomes'][number] {
  const ways = hands * dealsToDealer;
  return { name, ways, net: net / ways };
}

function stakes(raise: bigint): SeatStakes {
  return { ante: 1n, raise, pairPlus: 0n, sixCard: 0n, jackpot: 0n };
}

interface CountedAnteHand {
  cards: Triple;
  times: number;
}

function handsUpToSuits(): CountedAnteHand[] {
  const hands = new Map<number, CountedAnteHand>();
  for (let a = 2; a < 52; a += 1) {
    for (let b = 1; b < a; b += 1) {
      for (let c = 0; c < b; c += 1) {
        const name = Math.min(...suitOrders.map((order) => nameIn(order, [a, b, c])));
        const hand = hands.get(name) ?? { cards: [a, b, c], times: 0 };
        hand.times += 1;
        hands.set(name, hand);
      }
    }
  }
  return [...hands.values()];
}

const suitOrders: readonly (readonly number[])[] = permutations([0, 1, 2, 3]);

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first) =>
    permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}

function nameIn(order: readonly number[], cards: Triple): number {
  const renamed = cards.map((card) => (card & ~3) + order[card & 3]!).sort((a, b) => b - a);
  return (renamed[0]! * 52 + renamed[1]!) * 52 + renamed[2]!;
}

/** Hands by the numbers of the dealer's three cards. */
interface DealerHands {
  place: Uint16Array;
  qualifies: Uint8Array;
}

function dealerHands(rules: FortuneRules): DealerHands {
  const hands = { place: new Uint16Array(52 ** 3), qualifies: new Uint8Array(52 ** 3) };
  for (let a = 2; a < 52; a += 1) {
    for (let b = 1; b < a; b += 1) {
      for (let c = 0; c < b; c += 1) {
        const dealer = dealerHand([a, b, c], rules.ranking, rules.qualification);
        const index = (a * 52 + b) * 52 + c;
        hands.place[index] = dealer.place;
        hands.qualifies[index] = dealer.qualifies ? 1 : 0;
      }
    }
  }
  return hands;
}

/** Net of Ante and Raise by 3 x qualification + comparison: player lower, equal, higher. */
type NetByDealer = readonly number[];

function payTableOf(rules: FortuneRules): Record<string, NetByDealer> {
  const entries = rules.combinations.map((combination) => {
    const player: PlayerHand = { cards: [0, 1, 2], place: 2, combination };
    const nets = [false, true].flatMap((qualifies) =>
      [1, 2, 3].map((place) =>
        Number(netOf(rules.settleSeat(stakes(1n), player, aDealer(qualifies, place)))),
      ),
    );
    return [combination, nets] as const;
  });
  return Object.fromEntries(entries);
}

function aDealer(qualifies: boolean, place: number): DealerHand {
  return { cards: [3, 4, 5], place, qualifies };
}

function raisedNetOf(player: PlayerHand, dealers: DealerHands, nets: NetByDealer = []): number {
  const free: number[] = [];
  for (let card = 0; card < 52; card += 1) if (!player.cards.includes(card)) free.push(card);
  const counts = [0, 0, 0, 0, 0, 0];
  for (let i = 2; i < free.length; i += 1) {
    for (let j = 1; j < i; j += 1) {
      const pair = (free[i]! * 52 + free[j]!) * 52;
      for (let k = 0; k < j; k += 1) {
        const index = pair + free[k]!;
        const place = dealers.place[index]!;
        const comparison = place < player.place ? 0 : place === player.place ? 1 : 2;
        counts[dealers.qualifies[index]! * 3 + comparison]! += 1;
      }
    }
  }
  return counts.reduce((sum, count, index) => sum + count * nets[index]!, 0);
}

import type { Amount } from '../amount.js';
import { type Card, cardNumberOf } from '../cards/card.js';
import { readPolicies } from '../policies.js';
import type { Refusal, Refused } from '../refusal.js';
import type { BetResult, BetOutcome } from '../settlement.js';
import { mostHandsWithBanker, refuseBaccaratHands } from './article-04-hands.js';
import { type BaccaratHand, baccaratHand } from './article-05-values.js';
import { compareBaccarat } from './article-06-result.js';
import {
  type BankerOutcome,
  chosenTotal,
  oddOrEven,
  refuseTieBet,
  refuseTotalNamed,
  threeFigures,
} from './article-08-other-bets.js';
import { type BaccaratBet, baccaratPrizes } from './article-09-prizes.js';
import { commissionOn } from './article-10-commission.js';
import { type BaccaratPolicies, baccaratPolicyReadings } from './policies.js';

/** A whole round of 3-Card Baccarat: each hand against the banker, and bets on the banker. */
export interface BaccaratRound {
  /** Number of decks, and so of copies of each card; 1 by default. */
  decks?: number | undefined;
  banker: readonly Card[];
  hands: readonly BaccaratSeat[];
  policies?: Readonly<Record<string, unknown>> | undefined;
}

interface BaccaratSeat {
  /** 1 is the first hand, clockwise. */
  hand: number;
  cards: readonly Card[];
  bets: BaccaratBets;
  /** Tells whether somebody else has bet on this hand against the banker, Article 8(3). */
  mainBetByAnother?: boolean | undefined;
}

type SingleBet = Exclude<BaccaratBet, 'points'>;

export interface BaccaratBets extends Partial<Record<SingleBet, Amount | undefined>> {
  /** Stakes by the total that they are placed on. */
  points?: Readonly<Record<string, Amount>> | undefined;
}

export interface BaccaratResult extends BetResult {
  /** The commission taken from the prize, Article 10. */
  commission: Amount;
  /** The part of the stake that waits for the next round, Articles 7(2) and 8(1). */
  carried: Amount;
}

export interface BaccaratSettlement {
  banker: BaccaratHand;
  hands: { hand: number; value: BaccaratHand; results: BaccaratResult[]; net: Amount }[];
}

export function settleBaccarat(round: BaccaratRound): BaccaratSettlement | Refused {
  const read = readPolicies(baccaratPolicyReadings, round.policies ?? {});
  const refused = [...refuseDealtCards(round), ...round.hands.flatMap(refuseHandBets)];
  if ('refused' in read) return { refused: [...read.refused, ...refused] };
  if (refused.length > 0) return { refused };
  const banker = baccaratHand(round.banker);
  const hands = round.hands.map(({ hand, cards, bets }) => {
    const value = baccaratHand(cards);
    const results = settleHand(value, banker, bets, read.policies);
    const net = results.reduce((sum, result) => sum + netOfResult(result), 0n);
    return { hand, value, results, net };
  });
  return { banker, hands };
}

export function settleHand(
  player: BaccaratHand,
  banker: BaccaratHand,
  bets: BaccaratBets,
  policies: BaccaratPolicies,
): BaccaratResult[] {
  const winner = compareBaccarat(player, banker);
  const outcomes = { player: 'wins', banker: 'loses', tie: 'draw' } as const;
  const results: BaccaratResult[] = [];
  const add = (bet: BaccaratBet, stake: Amount | undefined, outcome: BankerOutcome, name = bet) => {
    if (stake !== undefined && stake > 0n) results.push(handResult(bet, name, stake, outcome));
  };
  add('main', bets.main, outcomes[winner]);
  add('tie', bets.tie, winner === 'tie' ? 'wins' : 'loses');
  add('odd', bets.odd, oddOrEven('odd', banker));
  add('even', bets.even, oddOrEven('even', banker));
  add('threeFigures', bets.threeFigures, threeFigures(banker));
  for (const [total, stake] of Object.entries(bets.points ?? {})) {
    const outcome = chosenTotal(Number(total), banker, policies);
    add('points', stake, outcome, `points ${total}` as BaccaratBet);
  }
  return results;
}

/** The prize less the commission, plus the part of the stake that is not lost, less the stake. */
export function netOfResult(result: BaccaratResult): Amount {
  const { prize, commission, returned, carried, stake } = result;
  return prize - commission + returned + carried - stake;
}

const lostClauses = {
  main: 'Art. 6',
  odd: 'Art. 8(1)',
  even: 'Art. 8(1)',
  threeFigures: 'Art. 8(2)(a)',
  points: 'Art. 8(2)(b)',
  tie: 'Art. 8(3)',
} as const satisfies Record<BaccaratBet, string>;

const betOutcomes = {
  wins: 'won',
  loses: 'lost',
  draw: 'carried',
} as const satisfies Record<BankerOutcome, BetOutcome>;

function handResult(
  bet: BaccaratBet,
  name: string,
  stake: Amount,
  outcome: BankerOutcome,
): BaccaratResult {
  const { odds, clause } = baccaratPrizes[bet];
  const wins = outcome === 'wins';
  const prize = wins ? stake * odds : 0n;
  const drawClause = bet === 'main' ? 'Art. 7(2)' : 'Art. 8(1)';
  return {
    bet: name,
    outcome: betOutcomes[outcome],
    stake,
    prize,
    commission: commissionOn(bet, prize),
    returned: wins ? stake : 0n,
    carried: outcome === 'draw' ? stake : 0n,
    clause: wins ? clause : outcome === 'draw' ? drawClause : lostClauses[bet],
  };
}

function refuseDealtCards({ decks = 1, banker, hands }: BaccaratRound): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (reason: string, clause: string, detail: string) =>
    refusals.push({ reason, clause, detail });
  const tooMany = refuseBaccaratHands(hands.length + 1);
  if (tooMany !== undefined) refusals.push(tooMany);
  const seen = new Map<string, number>();
  const look = (cards: readonly Card[], whose: string) => {
    if (cards.length !== 3) {
      refuse('wrong-card-count', 'Art. 2(2)', `${whose} has ${cards.length} cards, not 3.`);
    }
    for (const card of cards) {
      const times = (seen.get(card) ?? 0) + 1;
      seen.set(card, times);
      if (cardNumberOf(card) === undefined) {
        refuse('not-a-card', 'Art. 1(1)', `"${card}" of ${whose} is not a card.`);
      } else if (times === decks + 1) {
        const detail = `The card ${card} is dealt ${times} times from ${decks} deck(s).`;
        refuse('card-twice', 'Art. 1(1)', detail);
      }
    }
  };
  look(banker, 'The banker');
  hands.forEach(({ hand, cards }, index) => {
    look(cards, `Hand ${hand}`);
    if (!Number.isInteger(hand) || hand < 1 || hand >= mostHandsWithBanker) {
      refuse('wrong-hand', 'Art. 4(1)', `There is no hand ${hand}; the players' are 1 to 7.`);
    }
    if (hands.findIndex((other) => other.hand === hand) < index) {
      refuse('hand-twice', 'Art. 4(1)', `Hand ${hand} is given twice.`);
    }
  });
  return refusals;
}

function refuseHandBets({ hand, bets, mainBetByAnother = false }: BaccaratSeat): Refusal[] {
  const { points = {}, ...single } = bets;
  const stakes = [...Object.values(single), ...Object.values(points)].map((stake) => stake ?? 0n);
  const refusals: (Refusal | undefined)[] = [];
  if (stakes.some((stake) => stake < 0n)) {
    const detail = `Hand ${hand} has a stake below zero.`;
    refusals.push({ reason: 'negative-stake', clause: 'Art. 8', detail });
  } else if (stakes.every((stake) => stake === 0n) && !mainBetByAnother) {
    const detail = `Hand ${hand} has cards but no bet.`;
    refusals.push({ reason: 'hand-without-bet', clause: 'Art. 4(1)', detail });
  }
  refusals.push(...Object.keys(points).map(refuseTotalNamed));
  if ((bets.tie ?? 0n) > 0n) {
    refusals.push(refuseTieBet((bets.main ?? 0n) > 0n || mainBetByAnother));
  }
  return refusals.filter((refusal) => refusal !== undefined);
}

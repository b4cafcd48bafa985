import { type Card, cardNumberOf } from '../cards/card.js';
import {
  communityIsRevealed,
  type Win,
} from '../fortune-3-card-poker-2025/article-15-1-judgement.js';
import {
  type JackpotPayout,
  type JackpotSettlement,
  payJackpotRound,
} from '../fortune-3-card-poker-2025/article-15-payment.js';
import {
  type JackpotHand,
  jackpotHandOfNumbers,
} from '../fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
import {
  carriesAdditionalBets,
  invalidAdditionalBet,
} from '../fortune-3-card-poker-2025/article-13-results.js';
import type { Policies2025 } from '../fortune-3-card-poker-2025/table-policies.js';
import { type BetResult, lost, netOf, type Refused } from '../settlement.js';
import {
  defaultFortuneRules,
  type FortuneEdition,
  fortuneRules,
  type FortuneRules,
} from './editions.js';
import { refusalsOf, stakesOf } from './refusals.js';
import type { FortuneRound, FortuneSeatSettlement, FortuneSettlement } from './round.js';
import { dealerHand, playerHand, type SeatStakes, type Triple } from './showdown.js';

/**
 * Settles a whole round: each seat against the dealer, then the jackpot bets of all seats together.
 * The order of the seats in `round` decides nothing; Article 15(3) of 2025 goes by their numbers.
 */
export function settleFortune(
  edition: FortuneEdition,
  round: FortuneRound,
): FortuneSettlement | Refused {
  if (round.policies === undefined) return settleByRules(defaultFortuneRules(edition), round);
  const { rules, faults } = fortuneRules(edition, round.policies);
  if (faults.length === 0) return settleByRules(rules, round);
  const refusals = faults.map((sentence) => ({ reason: 'wrong-policy', clause: '-', sentence }));
  return { settled: false, refusals };
}

export function settleByRules(
  rules: FortuneRules,
  round: FortuneRound,
): FortuneSettlement | Refused {
  if (!isSound(round, rules)) return { settled: false, refusals: refusalsOf(round, rules) };
  const dealer = dealerHand(triple(round.dealer), rules.ranking, rules.qualification);
  const seats: FortuneSeatSettlement[] = [];
  const jackpotBets: JackpotBet[] = [];
  for (const seat of round.seats) {
    const stakes = stakesOf(seat);
    const player = playerHand(triple(seat.cards), rules.ranking);
    const results = rules.settleSeat(stakes, player, dealer);
    seats.push({ seat: seat.seat, hand: player.combination, results, net: 0n });
    if (stakes.jackpot > 0n) {
      jackpotBets.push({ seat: seat.seat, stakes, cards: player.cards, results });
    }
  }
  const jackpot =
    jackpotBets.length > 0 ? settleJackpot(round, jackpotBets, rules.policies2025!) : undefined;
  for (const seat of seats) seat.net = netOf(seat.results);
  const hand = rules.ranking.combination(dealer.place);
  return {
    settled: true,
    dealer: { hand, qualifies: dealer.qualifies },
    seats,
    communityRevealed: jackpot !== undefined,
    jackpot,
  };
}

interface JackpotBet {
  seat: number;
  stakes: SeatStakes;
  cards: Triple;
  results: BetResult[];
}

/** Articles 13(7), 15 and 16(3) of 2025, for the bets that stand by Article 4. */
function settleJackpot(
  round: FortuneRound,
  bets: readonly JackpotBet[],
  policies: Policies2025,
): JackpotSettlement | undefined {
  const [first, second] = [
    cardNumberOf(round.community![0]!)!,
    cardNumberOf(round.community![1]!)!,
  ];
  const standing = bets.filter(({ stakes }) => carriesAdditionalBets(stakes, policies));
  const wins: Win[] = [];
  for (const { seat, cards } of standing) {
    const hand = jackpotHandOfNumbers(cards[0], cards[1], cards[2], first, second);
    if (hand !== undefined) wins.push({ seat, hand });
  }
  const { pool, seed, payoutUnit, prizes } = round.jackpot!;
  const settled = payJackpotRound({ pool, seed, payoutUnit, prizes, policies, wins });
  for (const bet of bets) {
    const payout = settled.payouts.find(({ seat }) => seat === bet.seat);
    bet.results.push(jackpotResult(bet, standing.includes(bet), payout, policies));
  }
  return communityIsRevealed(standing.map(({ seat }) => seat)) ? settled : undefined;
}

function jackpotResult(
  { stakes: { jackpot } }: JackpotBet,
  stands: boolean,
  payout: JackpotPayout | undefined,
  policies: Policies2025,
): BetResult {
  if (!stands) return invalidAdditionalBet('jackpot', jackpot, policies);
  if (payout === undefined) return lost('jackpot', jackpot, 'Art. 13(7)');
  const { hand, amount } = payout;
  const returned = policies.jackpotStakeOnWin === 'returned' ? jackpot : 0n;
  const clause = jackpotClauses[hand];
  return { bet: 'jackpot', outcome: 'won', stake: jackpot, prize: amount, returned, clause };
}

const jackpotClauses = {
  'royal-flush': 'Art. 16(3)(1)',
  'straight-flush': 'Art. 16(3)(2)',
  'four-of-a-kind': 'Art. 16(3)(3)',
  'full-house': 'Art. 16(3)(4)',
  flush: 'Art. 16(3)(5)',
} as const satisfies Record<JackpotHand, string>;

/**
 * Whether there is nothing to refuse, told without making the refusals: the cards are bits of two
 * numbers, so that a round without a fault costs no memory.
 */
function isSound(round: FortuneRound, rules: FortuneRules): boolean {
  let [low, high] = [0, 0];
  let sound = true;
  const take = (cards: readonly Card[], count: number) => {
    if (cards.length !== count) sound = false;
    for (const card of cards) {
      const number = cardNumberOf(card) ?? 0;
      const bit = 1 << (number % 26);
      if (cardNumberOf(card) === undefined || ((number < 26 ? low : high) & bit) !== 0) {
        sound = false;
      }
      if (number < 26) low |= bit;
      else high |= bit;
    }
  };
  take(round.dealer, 3);
  if (round.community !== undefined) take(round.community, 2);
  let taken = 0;
  for (const seat of round.seats) {
    take(seat.cards, 3);
    const known = Number.isInteger(seat.seat) && seat.seat >= 1 && seat.seat <= 7;
    if (!known || (taken & (1 << seat.seat)) !== 0) sound = false;
    taken |= 1 << seat.seat;
    if (!betsAreSound(stakesOf(seat), round, rules)) sound = false;
  }
  return sound;
}

function betsAreSound(stakes: SeatStakes, round: FortuneRound, rules: FortuneRules): boolean {
  const { ante, raise, pairPlus, sixCard, jackpot } = stakes;
  if (ante < 0n || raise < 0n || pairPlus < 0n || sixCard < 0n || jackpot < 0n) return false;
  if (ante === 0n && pairPlus === 0n && sixCard === 0n && jackpot === 0n) return false;
  if (rules.noAdditionalBets !== undefined && (sixCard > 0n || jackpot > 0n)) return false;
  if (raise > 0n && raise !== ante) return false;
  if (jackpot > 0n && (round.community === undefined || round.jackpot === undefined)) return false;
  return rules.refuseFold(stakes) === undefined;
}

function triple(cards: readonly Card[]): Triple {
  return [cardNumberOf(cards[0]!)!, cardNumberOf(cards[1]!)!, cardNumberOf(cards[2]!)!];
}

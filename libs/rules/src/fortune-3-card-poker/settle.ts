import { type Card, cardNumber } from '../cards/card.js';
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
  jackpotHandOfNumbers,
  jackpotHands,
} from '../fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
import {
  carriesAdditionalBets,
  invalidAdditionalBet,
} from '../fortune-3-card-poker-2025/article-13-results.js';
import type { Policies2025 } from '../fortune-3-card-poker-2025/table-policies.js';
import type { Refused } from '../refusal.js';
import { type BetResult, lostBet, netOf } from '../settlement.js';
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
 * The order of the seats in `round` has no effect; Article 15(3) of 2025 uses their numbers.
 */
export function settleFortune(
  edition: FortuneEdition,
  round: FortuneRound,
): FortuneSettlement | Refused {
  if (round.policies === undefined) return settleByRules(defaultFortuneRules(edition), round);
  const read = fortuneRules(edition, round.policies);
  return 'refused' in read ? read : settleByRules(read.rules, round);
}

function settleByRules(rules: FortuneRules, round: FortuneRound): FortuneSettlement | Refused {
  const refused = refusalsOf(round, rules);
  if (refused.length > 0) return { refused };
  const dealer = dealerHand(tripleOf(round.dealer), rules.ranking, rules.qualification);
  const jackpotBets: JackpotBet[] = [];
  const seats = round.seats.map((bets): FortuneSeatSettlement => {
    const stakes = stakesOf(bets);
    const player = playerHand(tripleOf(bets.cards), rules.ranking);
    const results = rules.settleSeat(stakes, player, dealer);
    if (stakes.jackpot > 0n) {
      jackpotBets.push({ seat: bets.seat, stakes, cards: player.cards, results });
    }
    return { seat: bets.seat, hand: player.combination, results, net: 0n };
  });
  const jackpot =
    jackpotBets.length > 0 ? settleJackpot(round, jackpotBets, rules.policies2025!) : undefined;
  for (const seat of seats) seat.net = netOf(seat.results);
  const hand = rules.ranking.combination(dealer.place);
  return {
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

/** Articles 13(7), 15 and 16(3) of 2025, for the bets that are valid by Article 4. */
function settleJackpot(
  round: FortuneRound,
  bets: readonly JackpotBet[],
  policies: Policies2025,
): JackpotSettlement | undefined {
  const standing = bets.filter(({ stakes }) => carriesAdditionalBets(stakes, policies));
  const [first, second] = round.community!.map(cardNumber) as [number, number];
  const wins: Win[] = [];
  for (const { seat, cards } of standing) {
    const hand = jackpotHandOfNumbers(cards[0], cards[1], cards[2], first, second);
    if (hand !== undefined) wins.push({ seat, hand });
  }
  const { pool, seed, payoutUnit, prizes } = round.jackpot!;
  const terms = { pool, seed, payoutUnit, minorUnit: 1n, prizes };
  const settled = payJackpotRound({ ...terms, policies, wins });
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
  if (payout === undefined) return lostBet('jackpot', jackpot, 'Art. 13(7)');
  const { hand, amount } = payout;
  const returned = policies.jackpotStakeOnWin === 'returned' ? jackpot : 0n;
  const clause = `Art. 16(3)(${jackpotHands.indexOf(hand) + 1})`;
  return { bet: 'jackpot', outcome: 'won', stake: jackpot, prize: amount, returned, clause };
}

function tripleOf(cards: readonly Card[]): Triple {
  return [cardNumber(cards[0]!), cardNumber(cards[1]!), cardNumber(cards[2]!)];
}

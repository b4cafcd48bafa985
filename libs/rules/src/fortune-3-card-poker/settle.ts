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
  const cards = readCards(round);
  const stakes = round.seats.map(stakesOf);
  if (cards === undefined || !betsAreSound(round, stakes, rules)) return refuse(round, rules);
  const dealer = dealerHand(cards.dealer, rules.ranking, rules.qualification);
  const seats: FortuneSeatSettlement[] = [];
  const jackpotBets: JackpotBet[] = [];
  for (let index = 0; index < stakes.length; index += 1) {
    const { seat } = round.seats[index]!;
    const staked = stakes[index]!;
    const player = playerHand(cards.seats[index]!, rules.ranking);
    const results = rules.settleSeat(staked, player, dealer);
    seats.push({ seat, hand: player.combination, results, net: 0n });
    if (staked.jackpot > 0n) {
      jackpotBets.push({ seat, stakes: staked, cards: player.cards, results });
    }
  }
  const jackpot =
    jackpotBets.length > 0
      ? settleJackpot(round, jackpotBets, cards.community!, rules.policies2025!)
      : undefined;
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

function refuse(round: FortuneRound, rules: FortuneRules): Refused {
  const refusals = refusalsOf(round, rules);
  if (refusals.length === 0) throw new Error('A round is unsound, but nothing refuses it.');
  return { settled: false, refusals };
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
  [first, second]: readonly [number, number],
  policies: Policies2025,
): JackpotSettlement | undefined {
  const standing = bets.filter(({ stakes }) => carriesAdditionalBets(stakes, policies));
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

interface TableCards {
  dealer: Triple;
  community: readonly [number, number] | undefined;
  seats: Triple[];
}

/** The cards by number; undefined where a hand is not whole, or a card is none or dealt twice. */
function readCards({ dealer, community, seats }: FortuneRound): TableCards | undefined {
  const seen = { low: 0, high: 0 };
  const dealerCards = readTriple(dealer, seen);
  const atSeats: Triple[] = [];
  for (const { cards } of seats) {
    const triple = readTriple(cards, seen);
    if (triple !== undefined) atSeats.push(triple);
  }
  if (dealerCards === undefined || atSeats.length < seats.length) return undefined;
  if (community === undefined) {
    return { dealer: dealerCards, community: undefined, seats: atSeats };
  }
  const first = cardNumberOf(community[0] ?? '') ?? -1;
  const second = cardNumberOf(community[1] ?? '') ?? -1;
  if (community.length !== 2 || !isNew(first, seen) || !isNew(second, seen)) return undefined;
  return { dealer: dealerCards, community: [first, second], seats: atSeats };
}

function readTriple(cards: readonly Card[], seen: SeenCards): Triple | undefined {
  if (cards.length !== 3) return undefined;
  const a = cardNumberOf(cards[0]!) ?? -1;
  const b = cardNumberOf(cards[1]!) ?? -1;
  const c = cardNumberOf(cards[2]!) ?? -1;
  return isNew(a, seen) && isNew(b, seen) && isNew(c, seen) ? [a, b, c] : undefined;
}

/** The cards seen so far, as bits of two numbers. */
interface SeenCards {
  low: number;
  high: number;
}

function isNew(card: number, seen: SeenCards): boolean {
  if (card < 0) return false;
  if (card < 26) {
    const before = seen.low;
    seen.low |= 1 << card;
    return seen.low !== before;
  }
  const before = seen.high;
  seen.high |= 1 << (card - 26);
  return seen.high !== before;
}

/** Whether there is nothing to refuse about seats and bets, told without making the refusals. */
function betsAreSound(
  { seats, community, jackpot }: FortuneRound,
  stakes: readonly SeatStakes[],
  rules: FortuneRules,
): boolean {
  const hasJackpot = community !== undefined && jackpot !== undefined;
  let taken = 0;
  for (let index = 0; index < seats.length; index += 1) {
    const { seat } = seats[index]!;
    if (!Number.isInteger(seat) || seat < 1 || seat > 7) return false;
    if ((taken & (1 << seat)) !== 0) return false;
    taken |= 1 << seat;
    if (!seatIsSound(stakes[index]!, hasJackpot, rules)) return false;
  }
  return true;
}

function seatIsSound(stakes: SeatStakes, hasJackpot: boolean, rules: FortuneRules): boolean {
  const { ante, raise, pairPlus, sixCard, jackpot } = stakes;
  if (ante < 0n || raise < 0n || pairPlus < 0n || sixCard < 0n || jackpot < 0n) return false;
  if (ante === 0n && pairPlus === 0n && sixCard === 0n && jackpot === 0n) return false;
  if (rules.noAdditionalBets !== undefined && (sixCard > 0n || jackpot > 0n)) return false;
  if (raise > 0n && raise !== ante) return false;
  if (jackpot > 0n && !hasJackpot) return false;
  return rules.refuseFold(stakes) === undefined;
}

import { type Card, cardNumber } from '../cards/card.js';
import type { FortuneRules } from '../fortune-3-card-poker/editions.js';
import { refusalsOf } from '../fortune-3-card-poker/refusals.js';
import type { FortuneSeat } from '../fortune-3-card-poker/round.js';
import { dealerQualifies, playerHand, type Triple } from '../fortune-3-card-poker/showdown.js';
import { settleByRules } from '../fortune-3-card-poker/settle.js';
import { isSixCardHand } from '../fortune-3-card-poker-2025/article-07-2-six-card-hands.js';
import {
  bestFiveOfSix,
  sixCardPrizes,
} from '../fortune-3-card-poker-2025/article-14-six-card-bonus.js';
import type { BetResult, Outcome } from '../settlement.js';

/** The questions of a vector file about one hand of Fortune 3 Card Poker; whole patacas. */
export function answerRank3(given: { cards: Card[] }, rules: FortuneRules): object {
  const { ranking } = rules;
  const { combination } = playerHand(triple(given.cards), ranking);
  return { category: combination, order: rules.combinations.indexOf(combination) + 1 };
}

export function answerCompare3(
  given: { player: Card[]; dealer: Card[] },
  { ranking }: FortuneRules,
): object {
  const player = ranking.place(...triple(given.player));
  const dealer = ranking.place(...triple(given.dealer));
  if (player === dealer) return { winner: 'tie' };
  return { winner: player < dealer ? 'player' : 'dealer' };
}

export function answerDealerQualifies(given: { dealer: Card[] }, rules: FortuneRules): object {
  const cards = triple(given.dealer);
  return { qualifies: dealerQualifies(cards, rules.ranking, rules.qualification) };
}

export function answerSixCardBonus(given: {
  player: Card[];
  dealer: Card[];
  stake: number;
}): object {
  const combination = bestFiveOfSix(triple(given.player), triple(given.dealer));
  if (!isSixCardHand(combination)) return { category: 'none', odds: 0, prize: 0, returned: 0 };
  const odds = Number(sixCardPrizes[combination].odds);
  return { category: combination, odds, prize: odds * given.stake, returned: given.stake };
}

export interface SeatQuestion {
  player: Card[];
  dealer: Card[];
  bets: {
    ante?: number | undefined;
    pairPlus?: number | undefined;
    sixCard?: number | undefined;
  };
  raised?: boolean | undefined;
}

interface AnswerLine {
  outcome: string;
  prize: number;
  returned: number;
}

export function answerSettleSeat(given: SeatQuestion, rules: FortuneRules): object {
  const { ante = 0, pairPlus = 0, sixCard = 0 } = given.bets;
  const raise = given.raised === true ? ante : 0;
  const seat: FortuneSeat = {
    seat: 1,
    cards: given.player,
    ante: BigInt(ante),
    raise: BigInt(raise),
    pairPlus: BigInt(pairPlus),
    sixCard: BigInt(sixCard),
  };
  if (given.raised === true && ante === 0) return { rejected: 'raise-without-ante' };
  const round = { dealer: given.dealer, seats: [seat] };
  const [refusal] = refusalsOf(round, rules);
  if (refusal !== undefined) return { rejected: refusal.reason };
  const settled = settleByRules(rules, round);
  if (!settled.settled) throw new Error('A round without a refusal was refused.');
  const { results, net } = settled.seats[0]!;
  const line = (bet: string): AnswerLine => answerLine(results.find((each) => each.bet === bet));
  return {
    ante: line('ante'),
    raise: line('raise'),
    anteBonus: line('ante-bonus'),
    pairPlus: line('pair-plus'),
    sixCard: line('six-card-bonus'),
    net: Number(net),
  };
}

const outcomeNames = {
  won: 'win',
  lost: 'lose',
  returned: 'push',
  'given-up': 'forfeit',
  void: 'none',
  carried: 'carried',
} as const satisfies Record<Outcome, string>;

export function answerOutcome(outcome: Outcome): string {
  return outcomeNames[outcome];
}

function answerLine(result: BetResult | undefined): AnswerLine {
  if (result === undefined) return { outcome: 'none', prize: 0, returned: 0 };
  const { outcome, prize, returned, stake } = result;
  // A stake that never stood and is kept is a forfeit in the words of the file.
  const kept = outcome === 'void' && returned === 0n && stake > 0n;
  const name = kept ? 'forfeit' : answerOutcome(outcome);
  return { outcome: name, prize: Number(prize), returned: Number(returned) };
}

function triple(cards: readonly Card[]): Triple {
  const [a, b, c, ...further] = cards.map(cardNumber);
  if (a === undefined || b === undefined || c === undefined || further.length > 0) {
    throw new RangeError(`A hand is three cards, not ${cards.length}.`);
  }
  return [a, b, c];
}

import { sentenceOf } from '../refusal.js';
import { handRules2025 } from './article-05-hands.js';
import type { ShuffleMethod } from './article-09-shuffle.js';

/**
 * Article 11, dealing. Despacho 89/2025, in force from 11 November 2025.
 *
 * "Left" is the dealer's left, as in Article 15(3): seat 1 is the first. The order of the
 * paragraphs puts the community cards after the dealer's, and without a jackpot bet there are none
 * (A26).
 *
 * (5) "While they are dealt, all cards lie with their face towards the table."
 */
interface DealQuestion {
  method: ShuffleMethod;
  /** The shuffler deals only three cards at a time. */
  dispensesThreeOnly: boolean;
  bettingSeats: readonly number[];
  jackpotSeats: readonly number[];
}

/** The receiver of a card: a seat by its number, the dealer, the community cards, or burned. */
type DealTarget = `${number}` | 'D' | 'C' | 'X';

export function dealPlan({
  method,
  dispensesThreeOnly,
  bettingSeats,
  jackpotSeats,
}: DealQuestion): DealTarget[] {
  const { refuseBettingSeats } = handRules2025;
  const refusal = refuseBettingSeats(bettingSeats) ?? refuseBettingSeats(jackpotSeats);
  if (refusal !== undefined) throw new RangeError(sentenceOf(refusal));
  const leftToRight = [...bettingSeats].sort((one, other) => one - other);
  const seats = leftToRight.map((seat): DealTarget => `${seat}`);
  const players = method === 'manual' ? dealtByHand(seats) : dealtByMachine(seats);
  const plan: DealTarget[] = [...players, 'D', 'D', 'D'];
  // (3) "If a player bets on the Progressive Jackpot, the dealer deals two community cards to their
  // own area of the table." A jackpot bet without a base bet is invalid, Article 4(3), and needs
  // none.
  if (!jackpotSeats.some((seat) => bettingSeats.includes(seat))) return plan;
  // (4) "In this case, if the shuffler can only deal three cards at a time, the dealer burns the
  // top one of these three into the discard holder, and the other two are the community cards."
  if (method === 'shuffler' && dispensesThreeOnly) plan.push('X');
  return [...plan, 'C', 'C'];
}

/**
 * (1) "By hand the dealer first deals, from left to right, one card at a time to each hand that has
 * bet, until each has three cards, then three cards to himself."
 */
function dealtByHand(seats: readonly DealTarget[]): DealTarget[] {
  return [...seats, ...seats, ...seats];
}

/**
 * (2) "By machine the dealer first deals, from left to right, three cards to each hand that has bet
 * in turn, then three cards to himself."
 */
function dealtByMachine(seats: readonly DealTarget[]): DealTarget[] {
  return seats.flatMap((seat) => [seat, seat, seat]);
}

/** The cards dealt in the fullest round: seven hands, the dealer, and the last three. */
export const mostCardsDealt = 7 * 3 + 3 + 3;

import { type Card, cardDealtTwice, cardNumber } from '../cards/card.js';
import { jackpotHandOfNumbers, type JackpotHand } from './article-07-3-jackpot-hands.js';

/**
 * Article 15(1)-(2), judging the Progressive Jackpot. Despacho 89/2025, in force from 11 November
 * 2025.
 *
 * (1) The two community cards, shown last, and the three cards dealt to the player are put together
 *     and judged by Article 7(3).
 * (2) If nobody has bet on the jackpot, the two cards on the table are not shown.
 *
 * Article 10(2) gives a player one hand, so a seat wins at most once.
 */
export interface Win {
  seat: number;
  hand: JackpotHand;
}

export interface JackpotDeal {
  hands: readonly { seat: number; cards: readonly Card[] }[];
  community: readonly Card[];
}

/** (2): whether the two community cards are turned over. */
export function communityIsRevealed(bettingSeats: readonly number[]): boolean {
  return bettingSeats.length > 0;
}

/**
 * How often a hand can be won in one round at most, worked out from the 52 cards: two table cards
 * leave room for two sequences of their suit, only one of them royal; for two times four of a kind,
 * one of each table card's rank; and for three hands of their suit.
 */
const mostInOneRound: readonly { hands: readonly JackpotHand[]; most: number; what: string }[] = [
  { hands: ['royal-flush'], most: 1, what: 'royal flush' },
  { hands: ['royal-flush', 'straight-flush'], most: 2, what: 'straight flushes, royal included' },
  { hands: ['four-of-a-kind'], most: 2, what: 'hands with four of a kind' },
  { hands: ['royal-flush', 'straight-flush', 'flush'], most: 3, what: 'hands of one suit' },
];

/** Why no deal can show these declared wins, as a sentence; undefined if one can. */
export function whyImpossible(wins: readonly Win[]): string | undefined {
  const twice = firstSeatTwice(wins);
  if (twice !== undefined) return `Seat ${twice} is declared twice; a seat has one hand.`;
  for (const { hands, most, what } of mostInOneRound) {
    const declared = wins.filter((win) => hands.includes(win.hand)).length;
    if (declared > most) return `${declared} declared, but no deal has more than ${most} ${what}.`;
  }
  return undefined;
}

/** (1): why the declared wins are not what the cards show, as a sentence; undefined if they are. */
export function whyWinsDisagree(
  deal: JackpotDeal,
  bettingSeats: readonly number[],
  wins: readonly Win[],
): string | undefined {
  return whyDealIsImpossible(deal, bettingSeats) ?? whyWinsDiffer(deal, bettingSeats, wins);
}

function whyDealIsImpossible(
  { hands, community }: JackpotDeal,
  bettingSeats: readonly number[],
): string | undefined {
  if (community.length !== 2) return `There are ${community.length} community cards, not two.`;
  const short = hands.find(({ cards }) => cards.length !== 3);
  if (short !== undefined) return `Seat ${short.seat} has ${short.cards.length} cards, not three.`;
  const twice = firstSeatTwice(hands);
  if (twice !== undefined) return `The cards of seat ${twice} are given twice.`;
  const card = cardDealtTwice([...community, ...hands.flatMap(({ cards }) => cards)]);
  if (card !== undefined) return `The card ${card} is dealt twice.`;
  const without = bettingSeats.find((seat) => !hands.some((hand) => hand.seat === seat));
  if (without !== undefined) return `Seat ${without} has a jackpot bet, but its cards are missing.`;
  return undefined;
}

function whyWinsDiffer(
  { hands, community }: JackpotDeal,
  bettingSeats: readonly number[],
  wins: readonly Win[],
): string | undefined {
  const twice = firstSeatTwice(wins);
  if (twice !== undefined) return `Seat ${twice} is declared twice; a seat has one hand.`;
  const stray = wins.find(({ seat }) => !bettingSeats.includes(seat));
  if (stray !== undefined) return `Seat ${stray.seat} is declared, but has no jackpot bet.`;
  // No card is there twice, so the numbers of three and of two are all that is left to judge.
  const [d, e] = community.map(cardNumber);
  for (const { seat, cards } of hands) {
    if (!bettingSeats.includes(seat)) continue;
    const [a, b, c] = cards;
    const shown = jackpotHandOfNumbers(cardNumber(a!), cardNumber(b!), cardNumber(c!), d!, e!);
    const declared = wins.find((win) => win.seat === seat)?.hand;
    if (shown === declared) continue;
    if (declared === undefined) return `Seat ${seat} shows a ${shown}, but it is not declared.`;
    return `Seat ${seat} is declared a ${declared}, but its cards show ${shown ?? 'no prize'}.`;
  }
  return undefined;
}

function firstSeatTwice(entries: readonly { seat: number }[]): number | undefined {
  const seats = entries.map(({ seat }) => seat);
  return seats.find((seat, index) => seats.indexOf(seat) !== index);
}

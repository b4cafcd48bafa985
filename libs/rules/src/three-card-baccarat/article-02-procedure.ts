import { type Refusal, sentenceOf } from '../refusal.js';
import { refuseDecks } from './article-01-equipment.js';
import { refusePlayersHands } from './article-04-hands.js';

/**
 * Article 2, procedure. Portaria 22/96/M of 12 February 1996.
 *
 * (2) "[...] Of the players' cards the first two are dealt face up and the last face down. All
 * three of the banker's cards are dealt face up."
 */
const faceUp = { player: [1, 2], banker: [1, 2, 3] } as const;

interface BaccaratDealPlan {
  burn: number;
  /** Hands by their number, `B` for the banker. */
  order: (`${number}` | 'B')[];
  faceUp: typeof faceUp;
}

/**
 * (2) "The banker takes the first card or cards, as many as decks are used, out of the box or shoe
 * into the discard holder. The cards are then dealt one at a time up to three, clockwise from the
 * first player's hand, and last to the banker's."
 *
 * (3) "With the shoe, besides the cards taken out before the first round, the banker takes out one
 * card at the start of each later round." A single deck is shuffled anew each round, Article 3(2).
 */
export function baccaratDealPlan(
  decks: number,
  firstRound: boolean,
  hands: readonly number[],
): BaccaratDealPlan {
  const refusal = refuseDecks(decks) ?? refusePlayersHands(hands);
  if (refusal !== undefined) throw new RangeError(sentenceOf(refusal));
  const clockwise = [...hands].sort((one, other) => one - other);
  const turn = [...clockwise.map((hand) => `${hand}` as const), 'B' as const];
  return { burn: firstRound ? decks : 1, order: [...turn, ...turn, ...turn], faceUp };
}

/**
 * (1) "The cards, which may serve for one or more rounds, are shuffled by the banker and cut with a
 * white card by any player, or by the banker if no player wishes to. With more than one deck a
 * second white card goes in between the thirtieth and the fortieth card from the end. The cards
 * then go into the box or the shoe."
 */
export function refuseWhiteCard(decks: number, fromEnd: number): Refusal | undefined {
  const detail = 'The second white card goes between the 30th and the 40th card from the end.';
  const refusal = { reason: 'white-card-misplaced', clause: 'Art. 2(1)', detail };
  return decks > 1 && (fromEnd < 30 || fromEnd > 40) ? refusal : undefined;
}

/**
 * (4) "If there is a mistake in dealing, it is put right, when found, by giving the card or cards
 * to the player to whom they belong. If that is impossible, all cards dealt in that round are
 * cancelled."
 *
 * The text does not say what happens to the stakes of a cancelled round; they are returned (C9).
 */
export function ruleOnDealingError(rectifiable: boolean): {
  round: 'continues' | 'void';
  bets: 'stand' | 'refunded';
  clause: string;
} {
  const clause = 'Art. 2(4)';
  if (rectifiable) return { round: 'continues', bets: 'stand', clause };
  return { round: 'void', bets: 'refunded', clause };
}

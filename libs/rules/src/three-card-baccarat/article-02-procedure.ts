import { type Refusal, sentenceOf } from '../refusal.js';
import { refuseDecks } from './article-01-equipment.js';
import { refusePlayersHands } from './article-04-hands.js';

/**
 * Article 2, procedure. Portaria 22/96/M of 12 February 1996.
 *
 * (1) The cards serve one or more rounds. The banker shuffles; any player, or the banker if none
 *     wishes, cuts with a white card. With several decks a second white card goes in between the
 *     30th and the 40th card from the end.
 * (2) As many cards are burned as there are decks. Cards are dealt clockwise from the first hand,
 *     one at a time, the banker last, until each has three. Of a player's cards the first two lie
 *     face up and the third face down; all three of the banker's lie face up.
 * (3) From the shoe, one card is burned at the start of every round after the first.
 * (4) An error in dealing is put right by giving the card to whom it belongs; if that is
 *     impossible, all cards dealt in the round are cancelled.
 *
 * What becomes of the stakes of a cancelled round is not said; they go back (C9).
 */
export const faceUp = { player: [1, 2], banker: [1, 2, 3] } as const;

export interface BaccaratDealPlan {
  burn: number;
  /** Hands by their number, `B` for the banker. */
  order: (`${number}` | 'B')[];
  faceUp: typeof faceUp;
}

/** (2)-(3). A single deck in the box is burned from anew each round, Article 3(2). */
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

/** (1): where the second white card goes, counted from the end. */
export function refuseWhiteCard(decks: number, fromEnd: number): Refusal | undefined {
  const detail = 'The second white card goes between the 30th and the 40th card from the end.';
  const refusal = { reason: 'white-card-misplaced', clause: 'Art. 2(1)', detail };
  return decks > 1 && (fromEnd < 30 || fromEnd > 40) ? refusal : undefined;
}

/** (4). */
export function ruleOnDealingError(rectifiable: boolean): {
  round: 'continues' | 'void';
  bets: 'stand' | 'refunded';
  clause: string;
} {
  const clause = 'Art. 2(4)';
  if (rectifiable) return { round: 'continues', bets: 'stand', clause };
  return { round: 'void', bets: 'refunded', clause };
}

import { type Refusal, sentenceOf } from '../refusal.js';

/**
 * Article 1, equipment. Portaria 22/96/M of 12 February 1996.
 *
 * (1) "One or more decks of 52 cards."
 */
export function refuseDecks(decks: number): Refusal | undefined {
  if (Number.isInteger(decks) && decks >= 1) return undefined;
  const detail = `The game needs one or more decks, not ${decks}.`;
  return { reason: 'wrong-number-of-decks', clause: 'Art. 1(1)', detail };
}

/**
 * (2) "With one deck a metal box and one white card are used; with more decks a shoe and two white
 * cards."
 */
export function baccaratEquipment(decks: number): { from: 'box' | 'shoe'; whiteCards: 1 | 2 } {
  const refusal = refuseDecks(decks);
  if (refusal !== undefined) throw new RangeError(sentenceOf(refusal));
  return decks === 1 ? { from: 'box', whiteCards: 1 } : { from: 'shoe', whiteCards: 2 };
}

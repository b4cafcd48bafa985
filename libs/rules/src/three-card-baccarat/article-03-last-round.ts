/**
 * Article 3, the end of a deal. Portaria 22/96/M of 12 February 1996.
 *
 * (1) "With the shoe, the white card shows that the last round is being played. When that round is
 * decided, the cards are shuffled again, or replaced by new decks if they can no longer be used.
 * The casino may shuffle the cards after any round, whether or not the white card has come."
 *
 * (2) "With the metal box and a single deck only one round is played, and the cards are then
 * shuffled again."
 */
export function mustShuffleAfterRound(decks: number, whiteCardAppeared: boolean): boolean {
  return decks === 1 || whiteCardAppeared;
}

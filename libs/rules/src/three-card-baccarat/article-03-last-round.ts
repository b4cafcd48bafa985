/**
 * Article 3, the end of a deal. Portaria 22/96/M of 12 February 1996.
 *
 * (1) From the shoe the white card announces the last round; after it the cards are shuffled or
 *     replaced. The casino may shuffle after any round, whether the white card has come or not.
 * (2) From the metal box, one deck, a single round is played and then the cards are shuffled again.
 */
export function mustShuffleAfterRound(decks: number, whiteCardAppeared: boolean): boolean {
  return decks === 1 || whiteCardAppeared;
}

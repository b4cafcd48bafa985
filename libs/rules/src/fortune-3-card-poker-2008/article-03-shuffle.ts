/**
 * Article 3, shuffling. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * "The cards may be shuffled in one of two ways:
 */
export const shuffleMethods2008 = {
  // "(1) the dealer shuffles by hand the cards that he has cut before with a cut card, and puts
  // them into the shoe with the cut card at the end of the deck; or
  manual: { cut: 'before-the-shuffle', cutCard: 'bottom', dealtFrom: 'shoe' },
  // "(2) he uses the automatic shuffler, without a cut."
  shuffler: { cut: 'none', cutCard: 'none', dealtFrom: 'shuffler' },
} as const;

export type ShuffleMethod2008 = keyof typeof shuffleMethods2008;

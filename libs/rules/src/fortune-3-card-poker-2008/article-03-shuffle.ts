/**
 * Article 3, shuffling. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * (1) The dealer shuffles by hand the cards that the cut card has parted before, puts the cut card
 *     at the bottom and the deck into the shoe; or
 * (2) uses the automatic shuffler, without a cut.
 */
export const shuffleMethods2008 = {
  manual: { cut: 'before-the-shuffle', cutCard: 'bottom', dealtFrom: 'shoe' },
  shuffler: { cut: 'none', cutCard: 'none', dealtFrom: 'shuffler' },
} as const;

export type ShuffleMethod2008 = keyof typeof shuffleMethods2008;

/**
 * Article 9, shuffling. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) "The cards may be shuffled: (1) by hand; (2) by machine."
 */
export const shuffleMethods = ['manual', 'shuffler'] as const;

export type ShuffleMethod = (typeof shuffleMethods)[number];

/** (3) "By machine the dealer uses only the automatic shuffler, and no cut card is needed." */
export function usesCutCard(method: ShuffleMethod): boolean {
  return method === 'manual';
}

/**
 * The deck, from the top, after a cut with `above` cards above the cut card.
 *
 * (2) "By hand the dealer first mixes the deck on the table; the dealer or a player then inserts
 * the cut card anywhere in the deck, the dealer puts all cards below the cut card on top of those
 * above it, and the whole deck goes into the shoe."
 */
export function cutDeck<Card>(deck: readonly Card[], above: number): Card[] {
  if (!Number.isInteger(above) || above < 0 || above > deck.length) {
    throw new RangeError(`A deck of ${deck.length} cards cannot be cut after ${above}.`);
  }
  return [...deck.slice(above), ...deck.slice(0, above)];
}

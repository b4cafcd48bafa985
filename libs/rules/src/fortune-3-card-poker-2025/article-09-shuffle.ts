/**
 * Article 9, shuffling. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) Cards are shuffled by hand or by machine.
 * (2) By hand the dealer mixes the deck on the table, the dealer or a player puts the cut card in
 *     anywhere, all cards below it are put on top of the others, and the whole deck goes into the
 *     shoe.
 * (3) By machine no cut card is used.
 */
export const shuffleMethods = ['manual', 'shuffler'] as const;

export type ShuffleMethod = (typeof shuffleMethods)[number];

export function usesCutCard(method: ShuffleMethod): boolean {
  return method === 'manual';
}

/** (2): the deck, from the top, after a cut with `above` cards above the cut card. */
export function cutDeck<Card>(deck: readonly Card[], above: number): Card[] {
  if (!Number.isInteger(above) || above < 0 || above > deck.length) {
    throw new RangeError(`A deck of ${deck.length} cards cannot be cut after ${above}.`);
  }
  return [...deck.slice(above), ...deck.slice(0, above)];
}

/**
 * Article 1, equipment. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * (1) One deck of 52 cards; (2) one shoe and one cut card; (3) one automatic shuffler.
 */
export const equipment2008 = ['deck-of-52', 'shoe', 'cut-card', 'automatic-shuffler'] as const;

export type Equipment2008 = (typeof equipment2008)[number];

export function missingEquipment2008(present: readonly Equipment2008[]): Equipment2008[] {
  return equipment2008.filter((item) => !present.includes(item));
}

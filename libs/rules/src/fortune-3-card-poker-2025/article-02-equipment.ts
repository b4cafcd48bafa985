/**
 * Article 2, equipment. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) One deck of 52 cards, one shoe and one cut card, one automatic shuffler.
 * (2) For the Progressive Jackpot also an electronic display and a system for that bet. What the
 *     display shows is not said (A31).
 */
export const equipment2025 = {
  always: ['deck-of-52', 'shoe', 'cut-card', 'automatic-shuffler'],
  forJackpot: ['electronic-display', 'jackpot-system'],
} as const;

export type Equipment2025 = (typeof equipment2025)['always' | 'forJackpot'][number];

/** What a table that offers the jackpot, or does not, still lacks. */
export function missingEquipment(
  present: readonly Equipment2025[],
  offersJackpot: boolean,
): Equipment2025[] {
  const needed = [...equipment2025.always, ...(offersJackpot ? equipment2025.forJackpot : [])];
  return needed.filter((item) => !present.includes(item));
}

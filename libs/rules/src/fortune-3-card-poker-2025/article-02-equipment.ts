import { tableEquipment } from '../fortune-3-card-poker/equipment.js';

/** Article 2, equipment. Despacho 89/2025, in force from 11 November 2025. */
const equipment2025 = {
  /** (1) One deck of 52 cards without jokers; a shoe and a cut card; an automatic shuffler. */
  always: tableEquipment,
  /** (2) For the Progressive Jackpot also an electronic display and a system for that bet (A31). */
  forJackpot: ['electronic-display', 'jackpot-system'],
} as const;

type Equipment2025 = (typeof equipment2025)['always' | 'forJackpot'][number];

/** The equipment that a table still lacks, with or without the jackpot. */
export function missingEquipment(
  present: readonly Equipment2025[],
  offersJackpot: boolean,
): Equipment2025[] {
  const needed = [...equipment2025.always, ...(offersJackpot ? equipment2025.forJackpot : [])];
  return needed.filter((item) => !present.includes(item));
}

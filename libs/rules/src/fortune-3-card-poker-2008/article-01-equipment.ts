import { tableEquipment } from '../fortune-3-card-poker/equipment.js';

/**
 * Article 1, equipment. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * "The equipment includes: (1) a deck of 52 cards; (2) a shoe and a cut card; (3) an automatic card
 * shuffler."
 */
const equipment2008 = tableEquipment;

type Equipment2008 = (typeof equipment2008)[number];

export function missingEquipment2008(present: readonly Equipment2008[]): Equipment2008[] {
  return equipment2008.filter((item) => !present.includes(item));
}

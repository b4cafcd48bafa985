/** The equipment that every table needs, in all editions. */
export const tableEquipment = ['deck-of-52', 'shoe', 'cut-card', 'automatic-shuffler'] as const;

import { clientFaults } from './client.js';
import type { PlantedFault } from './planted.js';
import { tableFaults } from './table.js';

/** Faults that people make, each with the case that finds it. */
export const plantedFaults: readonly PlantedFault[] = [...clientFaults, ...tableFaults];

import type { PoliciesOf, PolicyReadings } from '../policies.js';

/** The question about money that Portaria 22/96/M leaves open; the first reading is the default. */
export const baccaratPolicyReadings = {
  /** C3, Art. 8(2), 5(2): whether three figures are also the total 0. */
  pointZeroOnThreeFigures: ['loses', 'wins'],
} as const satisfies PolicyReadings;

export type BaccaratPolicies = PoliciesOf<typeof baccaratPolicyReadings>;

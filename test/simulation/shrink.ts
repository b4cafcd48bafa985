import type { Limits } from './faults.js';
import { simulate, type Outcome } from './simulate.js';
import type { SeedOutcome } from './workers.js';

/** A broken seed, reduced as far as it still breaks the same property. */
export interface Shrunk {
  readonly limits: Limits;
  readonly outcome: Outcome;
}

/** Leaves out one fault after another, then ends the faults earlier, then sends fewer records. */
export async function shrink({ seed, failure, kinds }: SeedOutcome): Promise<Shrunk | null> {
  let best: Shrunk | null = null;
  const tryOut = async (limits: Limits): Promise<boolean> => {
    const outcome = await simulate(seed, limits);
    if (outcome.failure?.property !== failure?.property) return false;
    best = { limits, outcome };
    return true;
  };
  let limits: Limits = {};
  await tryOut(limits);
  for (const kind of kinds) {
    const fewer = { ...limits, without: [...(limits.without ?? []), kind] };
    if (await tryOut(fewer)) limits = fewer;
  }
  for (const faultsForMs of [1_000, 2_000, 4_000, 8_000, 12_000, 16_000]) {
    const shorter = { ...limits, faultsForMs };
    if (!(await tryOut(shorter))) continue;
    limits = shorter;
    break;
  }
  for (const records of [8, 15, 30, 60, 100]) {
    if (await tryOut({ ...limits, records })) break;
  }
  return best;
}

import type { Shrunk } from './shrink.js';
import type { SeedOutcome } from './workers.js';

/** Prints the violated property and its story, as readable text. */
export function printFailure({ seed, failure }: SeedOutcome, shrunk: Shrunk | null): void {
  console.log(`seed ${seed} breaks ${failure?.property}: ${failure?.detail}`);
  if (!shrunk) return;
  const { outcome, limits } = shrunk;
  console.log(`  the shortest story found, with ${outcome.kinds.join(', ') || 'no fault'}:`);
  for (const { atMs, text } of outcome.story) {
    console.log(`  ${(atMs / 1000).toFixed(3).padStart(9)}  ${text}`);
  }
  const without = (limits.without ?? []).join(',');
  console.log(`  again: npm run simulate -- --story --seed ${seed} --without '${without}'`);
}

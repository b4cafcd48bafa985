import { pulseSchema, type ShownValue } from '#contract';
import type { StoredPulse } from '#ledger';

/** From this age on a value is no longer one of now. */
export const silentFromMs = 10_000;

/** What is known of the time of a pool's value (contract 9.3). */
export type Freshness = Pick<ShownValue, 'asOf' | 'ageMs' | 'fault'>;

/**
 * @param asOf every record that was written before is in the value; null where that is not known
 * @param ageMs how long ago that is; null where it is not known
 */
export function freshness(asOf: string | null, ageMs: number | null, isHalted: boolean): Freshness {
  const isSilent = ageMs === null || ageMs >= silentFromMs;
  return { asOf, ageMs, fault: isHalted ? 'halted' : isSilent ? 'silent' : null };
}

/** By the pulse that Redis keeps of the pool's partition. */
export function freshnessOf(stored: StoredPulse | undefined): Freshness {
  if (!stored) return freshness(null, null, false);
  const { asOf, behindMs, halted } = pulseSchema.parse(JSON.parse(stored.text));
  const ageMs = behindMs === null ? null : behindMs + stored.storedForMs;
  return freshness(asOf, ageMs, halted !== null);
}

import { pulseSchema, type ShownValue } from '#contract';
import type { StoredPulse } from '#ledger';

/** Age from which a value is no longer current. */
export const silentFromMs = 10_000;

/** Facts about the age of a pool's value (contract 9.3). */
export type Freshness = Pick<ShownValue, 'asOf' | 'ageMs' | 'fault'>;

/**
 * @param asOf the value includes every record written before this time; null if unknown
 * @param ageMs time since then; null if unknown
 */
export function freshness(asOf: string | null, ageMs: number | null, isHalted: boolean): Freshness {
  const isSilent = ageMs === null || ageMs >= silentFromMs;
  return { asOf, ageMs, fault: isHalted ? 'halted' : isSilent ? 'silent' : null };
}

/** Freshness from the pulse that Redis stores for the pool's partition. */
export function freshnessOf(stored: StoredPulse | undefined): Freshness {
  if (!stored) return freshness(null, null, false);
  const { asOf, behindMs, halted } = pulseSchema.parse(JSON.parse(stored.text));
  const ageMs = behindMs === null ? null : behindMs + stored.storedForMs;
  return freshness(asOf, ageMs, halted !== null);
}

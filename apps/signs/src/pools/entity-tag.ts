import { createHash } from 'node:crypto';
import type { ShownValue } from '#contract';

/**
 * Returns the `ETag` of values (contract 9.3): the same from every gateway, and while only their
 * age grows. It is weak, because the age is in the answer too.
 */
export function entityTag(pools: readonly ShownValue[]): string {
  const lasting = pools.map((pool) => ({ ...pool, asOf: null, ageMs: null }));
  return `W/"${createHash('sha256').update(JSON.stringify(lasting)).digest('base64url')}"`;
}

/** @param ifNoneMatch the header of a request: a list of tags, or `*` */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(tag.slice('W/'.length));
}

/** Returns the time that all of the values have reached; undefined if that of one is not known. */
export function oldestAsOf(pools: readonly ShownValue[]): string | undefined {
  const times = pools.map(({ asOf }) => asOf);
  return times.includes(null) ? undefined : (times.toSorted()[0] ?? undefined);
}

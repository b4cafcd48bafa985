import { forDealer } from '../dealer-words.js';
import type { Standing, StreamEvent } from './standing.js';

/** What has happened at a table between two looks at it, in the order in which it is said. */
export function tableChanges(before: Standing, after: Standing): StreamEvent[] {
  return [
    ...refusedSince(before.refused, after.refused),
    ...(isSame(before.carried, after.carried)
      ? []
      : [{ name: 'carried' as const, data: { carried: after.carried } }]),
    ...claimsSince(before.claims, after.claims),
    ...suspensionSince(before, after),
    ...blockSince(before, after),
    // The last: all that is said before belongs to the records up to it.
    ...(after.sequence !== null && after.sequence !== before.sequence
      ? [{ name: 'applied' as const, data: { sequence: after.sequence } }]
      : []),
  ];
}

/** Refusals of a table that came after those before. */
export function refusedSince(
  before: Standing['refused'],
  after: Standing['refused'],
): StreamEvent[] {
  return after
    .filter((each) => !before.some((known) => isSame(known, each)))
    .map((each) => ({
      name: 'refused',
      data: { ...each, offset: null, ...forDealer(each.type, each.reason, each.seat) },
    }));
}

function claimsSince(before: Standing['claims'], after: Standing['claims']): StreamEvent[] {
  return after
    .filter((claim) => !before.some((known) => isSame(known, claim)))
    .map((data) => ({ name: 'claim', data }));
}

function suspensionSince({ suspended: before }: Standing, { suspended }: Standing): StreamEvent[] {
  if (isSame(before, suspended)) return [];
  return [suspended ? { name: 'suspended', data: suspended } : { name: 'resumed', data: {} }];
}

function blockSince(before: Standing, { blocked }: Standing): StreamEvent[] {
  if (before.blocked === blocked) return [];
  return [{ name: blocked ? 'blocked' : 'unblocked', data: {} }];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

import type { Echo } from '#contract';
import { forDealer, leftOutForDealer } from '#papers';
import type { Standing, StreamEvent } from './standing.js';

/** Returns the changes of a table between two looks that its events do not report. */
export function tableChanges(before: Standing, after: Standing): StreamEvent[] {
  return [
    ...(isSame(before.carried, after.carried)
      ? []
      : [{ name: 'carried' as const, data: { carried: after.carried } }]),
    ...leftOutSince(before.rounds, after.rounds),
    ...claimsSince(before.claims, after.claims),
    ...suspensionSince(before, after),
    ...blockSince(before, after),
  ];
}

/** A refused event, from an echo or the table's ledger. */
type RefusedRecord = Omit<NonNullable<Echo['refused']>[number], 'table' | 'offset'>;

/** @param offset of the record; null if only the table's ledger is known. */
export function refusalSaid(
  { sequence, reason, type, round, seat }: RefusedRecord,
  offset: number | null,
): StreamEvent {
  const own = { sequence, reason, type, round, seat };
  return { name: 'refused', data: { ...own, offset, ...forDealer(type, reason, seat) } };
}

function leftOutSince(before: Standing['rounds'], after: Standing['rounds']): StreamEvent[] {
  const isNew = ({ round, leftOut }: Standing['rounds'][number]): boolean =>
    leftOut.length > 0 &&
    !before.some((each) => each.round === round && isSame(each.leftOut, leftOut));
  return after.filter(isNew).map(({ round, leftOut: seats, carriedJackpotWithoutBase }) => {
    const data = { round, seats, ...leftOutForDealer(seats, carriedJackpotWithoutBase) };
    return { name: 'left-out', data };
  });
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

import type { Award, By, Claim, Moved, Payout, SeatState, SeatStateOf } from './award-words.js';
import type { Doing, Jackpot } from './events.js';

/** contract 4.8: the number of remembered awards without held money. */
const MOST_FINISHED = 1000;
const MOST_OF_DAY = 10_000;
const DAY_MS = 86_400_000;
/** contract 3.5: the most waiting awards of a table. */
const MOST_OPEN = 100;

const MOST_OPEN_UNSIGNED = 1000;

export function isFull({ claims }: Jackpot, table: string, isVerified: boolean): boolean {
  if (!isVerified && claims.filter(isOpen).length >= MOST_OPEN_UNSIGNED) return true;
  return claims.filter((claim) => isOpen(claim) && claim.award.table === table).length >= MOST_OPEN;
}

export function claimOf<C extends { award: Award }>(claims: readonly C[], id: string): C | null {
  return claims.findLast(({ award }) => award.id === id) ?? null;
}

/** The prizes of an award in minor units, without returned stakes. */
export function sumOf(payouts: readonly Pick<Payout, 'amount'>[]): number {
  return payouts.reduce((sum, { amount }) => sum + amount, 0);
}

/** The amounts of all seats of an award, in micro-units. */
export function sumOfSeats({ seats }: Moved): bigint {
  return [...seats.values()].reduce((sum, micros) => sum + micros, 0n);
}

/** The moved money of an award before any payout. */
export function nothingMoved({ accounts, overflow, refunds }: Jackpot): Moved {
  return {
    ...{ fromPool: 0n, seats: new Map<number, bigint>(), remainder: 0n },
    ...{ seed: 0n, reserveOfSeed: 0n, pooledBefore: null, seedOfHouseBefore: 0n },
    ...{ poolBefore: accounts.pool, isOfHouseAlone: false, restartsByHands: false },
    ...{ overflow, refunds },
  };
}

export function isHeld({ state }: Pick<SeatStateOf, 'state'>): boolean {
  return state === 'locked' || state === 'verified';
}

/** Whether a seat of the award waits for its verification or its money. */
export function isOpen({ award }: Claim): boolean {
  return award.states.some(isHeld);
}

export function isReversed({ states }: Pick<Award, 'states'>): boolean {
  return states.every(({ state }) => state === 'reversed');
}

/** The facts about an award when it is made. */
interface Made {
  table: string;
  round: string;
  state: SeatState;
  words: Pick<Award, 'currency' | 'poolBefore' | 'poolAfter' | 'payouts' | 'restart'>;
  moved: Moved;
}

/** Remembers an award that the record has just made, for a table or for people. */
export function addClaim(
  jackpot: Jackpot,
  { table, round, state, words, moved }: Made,
  doing: Doing,
  granted: Partial<Pick<Award, 'by' | 'cause' | 'replaces'>> = {},
): Award {
  const { id: name, at } = jackpot;
  const award: Award = {
    ...{ id: `${name}/${table}/${round}/${at.offset}`, jackpot: name, table, round },
    ...words,
    ...{
      offset: at.offset,
      wonAt: granted.by ? null : doing.time,
      recordedAt: instantOf(at.timestampMs),
    },
    states: words.payouts.map(({ seat }) => ({ seat, state, slip: null, verified: null })),
    ...{ by: [], cause: null, replaces: null, affects: [], ...granted },
  };
  jackpot.claims.push({ award, moved });
  forget(jackpot);
  return award;
}

/** Replaces the remembered award by the changed one. */
export function changeClaim(
  jackpot: Jackpot,
  { award, moved }: Claim,
  changes: Partial<Award>,
): Award {
  const changed: Award = { ...award, ...changes };
  jackpot.claims = jackpot.claims.map((claim) => {
    return claim.award.id === award.id ? { award: changed, moved } : claim;
  });
  forget(jackpot);
  return changed;
}

/** contract 4.8: forgets the awards that the ledger does not remember. */
function forget(jackpot: Jackpot): void {
  const lastSaid = ({ award: { by, offset } }: Claim): number => by.at(-1)?.offset ?? offset;
  const saidAt = ({ award: { by, recordedAt } }: Claim): number =>
    Date.parse(by.at(-1)?.at ?? recordedAt);
  const isKept = ({ award: { replaces } }: Claim): boolean =>
    replaces !== null && claimOf(jackpot.claims, replaces) !== null;
  const finished = jackpot.claims
    .filter((claim) => !isOpen(claim) && !isKept(claim))
    .toSorted((one, other) => lastSaid(one) - lastSaid(other));
  const sinceMs = jackpot.at.timestampMs - DAY_MS;
  const tooOld = finished
    .slice(0, Math.max(0, finished.length - MOST_FINISHED))
    .filter((claim) => saidAt(claim) < sinceMs);
  const others = finished.filter((claim) => !tooOld.includes(claim));
  const lowest = others.toSorted(
    (one, other) => sumOf(one.award.payouts) - sumOf(other.award.payouts),
  );
  const tooMany = others.length > MOST_OF_DAY ? lowest.slice(0, MOST_FINISHED) : [];
  const lost = new Set([...tooOld, ...tooMany]);
  if (lost.size === 0) return;
  for (const claim of lost) {
    jackpot.forgotten = Math.max(jackpot.forgotten, claim.award.offset);
    jackpot.lastForgotten = Math.max(jackpot.lastForgotten, lastSaid(claim));
  }
  jackpot.claims = jackpot.claims.filter((claim) => !lost.has(claim));
}

/** contract 4.8: the reason why an award that is not remembered cannot be changed. */
export function whyNotRemembered({ forgotten }: Jackpot, id: string): string {
  const [, offset] = /\/(\d+)$/.exec(id) ?? [];
  const isForgotten = offset !== undefined && BigInt(offset) <= BigInt(forgotten);
  return isForgotten ? 'award-final' : 'unknown-award';
}

/** contract 8.1: all people who signed for an act. */
export function signaturesOf(act: string, { by }: Doing): By[] {
  return by.map(({ kid, holder, offset, atMs }) => {
    return { act, kid, holder, offset, at: instantOf(atMs) };
  });
}

export function instantOf(timestampMs: number): string {
  return new Date(timestampMs).toISOString();
}

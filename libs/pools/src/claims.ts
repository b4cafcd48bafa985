import { awardId, type Payout, type Restart } from './award.js';
import type { RecordPosition } from './position.js';

/** Where a seat of an award stands (contract 4.8). */
export const seatStates = ['awarded', 'locked', 'verified', 'paid', 'expired', 'reversed'] as const;
export type SeatState = (typeof seatStates)[number];

/** Acts on an award that may need more than one person. */
export const approvableAwardActs = [
  'award.verified',
  'award.reversed',
  'award.expired',
  'award.granted',
] as const;

/** What people do with awards (contract 4.8). */
export const awardActs = [
  'award.verified',
  'award.paid',
  'award.reversed',
  'award.expired',
  'award.granted',
] as const;

/** Why an award is taken back. */
export const reversalCauses = ['false-claim', 'misread', 'misdeal', 'malfunction'] as const;
export type ReversalCause = (typeof reversalCauses)[number];

/** Why people make an award. */
export const grantCauses = ['missed-win', 'wrong-seat', 'ruling'] as const;
export type GrantCause = (typeof grantCauses)[number];

/** Why the accounts after a reversal are not those without the award (contract 4.8). */
export interface Affect {
  readonly what: 'seed' | 'ceiling' | 'award' | 'adjustment' | 'configuration' | 'refund';
  readonly offset: number;
  /** What these accounts have more than without the award; null where nobody can say it. */
  readonly moreMicros: More | null;
}

/** The pool decides nothing of the award, its amounts alone, or also whether the pool restarts. */
export type PoolDependence = 'nothing' | 'amounts' | 'restart';

/** Micro-units that sum to zero. */
export type More = Readonly<Record<'pool' | 'reserve' | 'house', bigint>>;

/** Sums over the life of a jackpot. Micro-units. */
export interface Flows {
  /** What bets have given to the reserve because of a ceiling. */
  readonly overflowMicros: bigint;
  /** What bets that were given back had given to pool and reserve. */
  readonly refundedMicros: bigint;
}

/** Somebody who has acted on an award. */
export interface AwardActor {
  /** Type of the act that was done. */
  readonly act: (typeof awardActs)[number];
  readonly kid: string;
  readonly holder: string;
  /** Of the record that this person has signed, and its Kafka time. */
  readonly offset: number;
  readonly atMs: number;
}

/**
 * An award as the ledger remembers it: what it moved, so that it can be taken back, and where each
 * seat stands. Never changed: a new one takes its place.
 */
export interface Claim {
  /** `<jackpot>/<table>/<round>/<offset>` */
  readonly id: string;
  readonly table: string;
  readonly round: string;
  readonly offset: number;
  /** Kafka time of the record that made it, ms. */
  readonly recordedAtMs: number;
  /** The table's clock; null where it gave none, and of a granted award. */
  readonly wonAt: string | null;
  readonly poolBeforeMicros: bigint;
  readonly poolAfterMicros: bigint;
  /** In the order of payment (Art. 15(3), 15(5)). */
  readonly payouts: readonly Payout[];
  /** Null where the pool was not paid out in full. */
  readonly restart: Restart | null;
  /** What the house added by `floorAtSeed`. */
  readonly topUpMicros: bigint;
  /** The generations whose money the pool had before the award. */
  readonly pooled: readonly number[];
  /** What the house had paid of the pool's seed before the award, micro-units. */
  readonly houseSeedMicros: bigint;
  /** As they were when it was made. */
  readonly flows: Flows;
  /** How far it depends on what the pool had (contract 4.8). */
  readonly dependsOnPool: PoolDependence;
  /** In the order of `payouts`. */
  readonly seats: readonly ClaimedSeat[];
  readonly by: readonly AwardActor[];
  readonly cause: ReversalCause | GrantCause | null;
  /** Id of the award in whose place it was granted. */
  readonly replaces: string | null;
  readonly affects: readonly Affect[];
}

export interface ClaimedSeat {
  readonly seat: number;
  readonly state: SeatState;
  /** Null until it is verified. */
  readonly slip: number | null;
  /** Offset of the record that verified it; null until then. */
  readonly verified: number | null;
}

/** The awards of a jackpot that are remembered. */
export interface Claims {
  /** By id, in the order of the records that changed them last. */
  readonly claims: Map<string, Claim>;
  /** Ids of those of which money is held, in the order of their offsets. */
  readonly open: Set<string>;
  /** The highest offset of an award that is not remembered any more; -1 for none. */
  forgotten: number;
  /** The highest offset of a record that made or changed one of these; -1 for none. */
  lastForgotten: number;
}

/** What a new award says of itself; each of its seats is in the same state. */
type Made = Omit<Claim, 'id' | 'offset' | 'recordedAtMs' | 'seats' | 'by' | 'affects'>;

/** What an award remembers of its jackpot as it was before: read it before anything is posted. */
export function beforeAward({ accounts, pooled, houseSeedMicros, flows }: JackpotBefore) {
  const poolBeforeMicros = accounts.pool;
  return { poolBeforeMicros, pooled, houseSeedMicros, flows } satisfies Partial<Claim>;
}

/** As much of a jackpot as its next award remembers. */
interface JackpotBefore extends Pick<Claim, 'pooled' | 'houseSeedMicros' | 'flows'> {
  readonly accounts: { readonly pool: bigint };
}

/** A new award, by the record at this position. */
export function newClaim(
  jackpot: string,
  { offset, recordedAtMs }: RecordPosition,
  state: 'awarded' | 'locked',
  made: Made,
): Claim {
  return {
    ...made,
    id: awardId(jackpot, made.table, made.round, offset),
    ...{ offset, recordedAtMs },
    seats: made.payouts.map(({ seat }) => ({ seat, state, slip: null, verified: null })),
    ...{ by: [], affects: [] },
  };
}

/** The record that has made or changed an award last, and its Kafka time, ms. */
export function changedAt({ offset, recordedAtMs, by }: Claim) {
  return by.at(-1) ?? { offset, atMs: recordedAtMs };
}

/** So many awards of a jackpot that no longer wait for anything are remembered in any case. */
const finalRemembered = 1_000;
/** Those of a day are remembered too, up to so many. */
const rememberedMs = 86_400_000;
const finalRememberedOfDay = 10_000;
/** A table has at most so many awards that wait. */
export const openOfTable = 100;
/** A jackpot with so many that wait takes no more from tables that do not sign. */
const openOfUnsigned = 1_000;

/** Whether money of it is held. */
export function isOpen({ seats }: Claim): boolean {
  return seats.some(({ state }) => state === 'locked' || state === 'verified');
}

export function isClaimReversed({ seats }: Claim): boolean {
  return seats.some(({ state }) => state === 'reversed');
}

export function byOffset(claims: Claims['claims']): Claim[] {
  return [...claims.values()].toSorted((one, other) => one.offset - other.offset);
}

/** What a seat gets, the stake given back with it, micro-units. */
export function handedOver({ amountMicros, stakeReturnedMicros = 0n }: Payout): bigint {
  return amountMicros + stakeReturnedMicros;
}

/** What the pool pays of an award, micro-units. */
export function paidByPool(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, { fromPoolMicros }) => sum + fromPoolMicros, 0n);
}

/** The sum of an award's prizes, without stakes given back, micro-units. */
export function totalMicros(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
}

/**
 * Remembers an award, or what the last record of it has made of it, and forgets others.
 * @returns the ids of the awards that are stored anew, or no longer.
 */
export function rememberClaim(known: Claims, claim: Claim): string[] {
  const { claims, open } = known;
  claims.delete(claim.id);
  claims.set(claim.id, claim);
  if (isOpen(claim)) open.add(claim.id);
  else open.delete(claim.id);
  const lost = forgettable(known, changedAt(claim).atMs - rememberedMs);
  for (const each of lost) {
    claims.delete(each.id);
    known.forgotten = Math.max(known.forgotten, each.offset);
    known.lastForgotten = Math.max(known.lastForgotten, changedAt(each).offset);
  }
  return [claim.id, ...lost.map(({ id }) => id)];
}

/** @param sinceMs what was changed before it is kept only while there are few. */
function forgettable({ claims, open }: Claims, sinceMs: number): Claim[] {
  if (claims.size - open.size <= finalRemembered) return [];
  // While an award is remembered, so is the one in its place: else it could be replaced again.
  const finals = [...claims.values()].filter(({ id, replaces }) => {
    return !open.has(id) && (replaces === null || !claims.has(replaces));
  });
  const more = Math.max(0, finals.length - finalRemembered);
  const recent = finals.findIndex((each) => changedAt(each).atMs >= sinceMs);
  const old = finals.splice(0, Math.min(more, recent < 0 ? finals.length : recent));
  return finals.length > finalRememberedOfDay ? [...old, ...lowest(finals)] : old;
}

/** Those with the lowest prizes: many at once, because all are looked at. */
function lowest(finals: readonly Claim[]): Claim[] {
  return finals
    .map((claim) => ({ claim, micros: totalMicros(claim.payouts) }))
    .toSorted((one, other) => compare(one.micros, other.micros))
    .slice(0, finalRemembered)
    .map(({ claim }) => claim);
}

function compare(one: bigint, other: bigint): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Which limit of waiting awards is reached; undefined for none. */
export function whyFull(
  { claims, open }: Claims,
  table: string,
  isSigned = false,
): string | undefined {
  if (!isSigned && open.size >= openOfUnsigned) return `${openOfUnsigned} awards of the jackpot`;
  let own = 0;
  for (const id of open) if (claims.get(id)?.table === table) own += 1;
  return own >= openOfTable ? `${openOfTable} awards of ${table}` : undefined;
}

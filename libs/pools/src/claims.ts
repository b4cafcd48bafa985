import { awardId, type Payout, type Restart } from './award.js';
import type { RecordPosition } from './position.js';

/** The states of a seat in an award (contract 4.8). */
export const seatStates = ['awarded', 'locked', 'verified', 'paid', 'expired', 'reversed'] as const;
export type SeatState = (typeof seatStates)[number];

/** Acts on an award that may need more than one person. */
export const approvableAwardActs = [
  'award.verified',
  'award.reversed',
  'award.expired',
  'award.granted',
] as const;

/** Acts of people on awards (contract 4.8). */
export const awardActs = [
  'award.verified',
  'award.paid',
  'award.reversed',
  'award.expired',
  'award.granted',
] as const;

/** Causes for the reversal of an award. */
export const reversalCauses = ['false-claim', 'misread', 'misdeal', 'malfunction'] as const;
export type ReversalCause = (typeof reversalCauses)[number];

/** Causes for an award by people. */
export const grantCauses = ['missed-win', 'wrong-seat', 'ruling'] as const;
export type GrantCause = (typeof grantCauses)[number];

/**
 * A reason why the accounts after a reversal differ from those without the award (contract 4.8).
 */
export interface Affect {
  readonly what: 'seed' | 'ceiling' | 'award' | 'adjustment' | 'configuration' | 'refund';
  readonly offset: number;
  /** The surplus of these accounts over those without the award; null if unknown. */
  readonly moreMicros: More | null;
}

/** What the pool's balance affects: nothing of the award, its amounts, or also the restart. */
export type PoolDependence = 'nothing' | 'amounts' | 'restart';

/** Micro-units that sum to zero. */
export type More = Readonly<Record<'pool' | 'reserve' | 'house', bigint>>;

/** Sums over the life of a jackpot. Micro-units. */
export interface Flows {
  /** Amount that bets gave to the reserve because of a ceiling. */
  readonly overflowMicros: bigint;
  /** Amount that refunded bets had given to pool and reserve. */
  readonly refundedMicros: bigint;
}

/** A person who has acted on an award. */
export interface AwardActor {
  /** Type of the act that was done. */
  readonly act: (typeof awardActs)[number];
  readonly kid: string;
  readonly holder: string;
  /** Offset and Kafka time (ms) of the record that this person signed. */
  readonly offset: number;
  readonly atMs: number;
}

/**
 * An award as the ledger remembers it: the money it moved, so that it can be reversed, and the
 * state of each seat. Immutable: a change makes a new one.
 */
export interface Claim {
  /** `<jackpot>/<table>/<round>/<offset>` */
  readonly id: string;
  readonly table: string;
  readonly round: string;
  readonly offset: number;
  /** Kafka time of the record that made it, ms. */
  readonly recordedAtMs: number;
  /** The table's clock; null if it gave none, and for a granted award. */
  readonly wonAt: string | null;
  readonly poolBeforeMicros: bigint;
  readonly poolAfterMicros: bigint;
  /** In the order of payment (Art. 15(3), 15(5)). */
  readonly payouts: readonly Payout[];
  /** Null if the pool was not paid out in full. */
  readonly restart: Restart | null;
  /** Amount that the house added by `floorAtSeed`. */
  readonly topUpMicros: bigint;
  /** The generations whose money was in the pool before the award. */
  readonly pooled: readonly number[];
  /** Amount that the house had paid of the pool's seed before the award, micro-units. */
  readonly houseSeedMicros: bigint;
  /** The flows when it was made. */
  readonly flows: Flows;
  /** Its dependence on the pool's balance (contract 4.8). */
  readonly dependsOnPool: PoolDependence;
  /** The seats in the order of `payouts`. */
  readonly seats: readonly ClaimedSeat[];
  readonly by: readonly AwardActor[];
  readonly cause: ReversalCause | GrantCause | null;
  /** Id of the award that it was granted in place of. */
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

/** The remembered awards of a jackpot. */
export interface Claims {
  /** Awards by id, in the order of the records that changed them last. */
  readonly claims: Map<string, Claim>;
  /** Ids of the awards with held money, in the order of their offsets. */
  readonly open: Set<string>;
  /** The highest offset of a forgotten award; -1 without one. */
  forgotten: number;
  /** The highest offset of a record that made or changed one of these; -1 without one. */
  lastForgotten: number;
}

/** The content of a new award; each of its seats is in the same state. */
type Made = Omit<Claim, 'id' | 'offset' | 'recordedAtMs' | 'seats' | 'by' | 'affects'>;

/**
 * The facts that an award remembers of its jackpot before it: read them before anything is posted.
 */
export function beforeAward({ accounts, pooled, houseSeedMicros, flows }: JackpotBefore) {
  const poolBeforeMicros = accounts.pool;
  return { poolBeforeMicros, pooled, houseSeedMicros, flows } satisfies Partial<Claim>;
}

/** The part of a jackpot that its next award remembers. */
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

/** The record that last made or changed an award, and its Kafka time, ms. */
export function changedAt({ offset, recordedAtMs, by }: Claim) {
  return by.at(-1) ?? { offset, atMs: recordedAtMs };
}

/** Minimum number of a jackpot's final awards that are remembered. */
const finalRemembered = 1_000;
/** Younger final awards are remembered too, at most `finalRememberedOfDay`. */
const rememberedMs = 86_400_000;
const finalRememberedOfDay = 10_000;
/** Maximum number of a table's waiting awards. */
export const openOfTable = 100;
/** Number of waiting awards from which a jackpot accepts no more from tables that do not sign. */
const openOfUnsigned = 1_000;

/** Tells whether money of it is held. */
export function isOpen({ seats }: Claim): boolean {
  return seats.some(({ state }) => state === 'locked' || state === 'verified');
}

export function isClaimReversed({ seats }: Pick<Claim, 'seats'>): boolean {
  return seats.some(({ state }) => state === 'reversed');
}

export function byOffset(claims: Claims['claims']): Claim[] {
  return [...claims.values()].toSorted((one, other) => one.offset - other.offset);
}

/** Amount that a seat gets, including the returned stake, micro-units. */
export function handedOver({ amountMicros, stakeReturnedMicros = 0n }: Payout): bigint {
  return amountMicros + stakeReturnedMicros;
}

/** Amount that the pool pays of an award, micro-units. */
export function paidByPool(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, { fromPoolMicros }) => sum + fromPoolMicros, 0n);
}

/** The sum of an award's prizes, without returned stakes, micro-units. */
export function totalMicros(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
}

/**
 * Remembers a new or changed award, and forgets others.
 * @returns the ids of the awards that must be stored or deleted.
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

/** @param sinceMs older awards are kept only while there are few. */
function forgettable({ claims, open }: Claims, sinceMs: number): Claim[] {
  if (claims.size - open.size <= finalRemembered) return [];
  // An award's replacement is kept as long as the award: else it could be replaced again.
  const finals = [...claims.values()].filter(({ id, replaces }) => {
    return !open.has(id) && (replaces === null || !claims.has(replaces));
  });
  const more = Math.max(0, finals.length - finalRemembered);
  const recent = finals.findIndex((each) => changedAt(each).atMs >= sinceMs);
  const old = finals.splice(0, Math.min(more, recent < 0 ? finals.length : recent));
  return finals.length > finalRememberedOfDay ? [...old, ...lowest(finals)] : old;
}

/** The awards with the lowest prizes; many at once, because finding them compares all awards. */
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

/** The limit of waiting awards that is reached; undefined if there is room. */
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

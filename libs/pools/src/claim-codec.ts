import type { Payout } from './award.js';
import { changedAt, type Affect, type Claim, type Flows } from './claims.js';

/** A stored payout: order, seat, hand, basis, amount, part of the pool, returned stake. */
type StoredPayout = readonly [
  number,
  number,
  Payout['hand'],
  Payout['basis'],
  string,
  string,
  string | null,
];

/** Overflow, refunded. */
export type StoredFlows = readonly [string, string];

/** Kind, offset, and the surplus of pool, reserve and house. */
type StoredAffect = readonly [Affect['what'], number, readonly [string, string, string] | null];

type StoredClaim = Omit<
  Claim,
  | 'id'
  | 'poolBeforeMicros'
  | 'poolAfterMicros'
  | 'payouts'
  | 'restart'
  | 'topUpMicros'
  | 'houseSeedMicros'
  | 'flows'
  | 'affects'
> & {
  readonly poolBefore: string;
  readonly poolAfter: string;
  readonly payouts: readonly StoredPayout[];
  /** Seed, the reserve's part of it, remainder; null without a restart. */
  readonly restart: readonly [string, string, string] | null;
  readonly topUp: string;
  readonly houseSeed: string;
  readonly flows: StoredFlows;
  readonly affects: readonly StoredAffect[];
};

/** An award as the ledger stores it by its id: equal claims give equal texts. */
export function serializeClaim(claim: Claim): string {
  const { table, round, offset, recordedAtMs, wonAt, restart, pooled } = claim;
  const { cause, replaces, affects } = claim;
  const kept: StoredClaim = {
    ...{ table, round, offset, recordedAtMs, wonAt },
    poolBefore: String(claim.poolBeforeMicros),
    poolAfter: String(claim.poolAfterMicros),
    payouts: claim.payouts.map(storedPayout),
    restart: restart && [
      String(restart.seedMicros),
      String(restart.fromReserveMicros),
      String(restart.remainderMicros),
    ],
    topUp: String(claim.topUpMicros),
    houseSeed: String(claim.houseSeedMicros),
    ...{ pooled, flows: storedFlows(claim.flows), dependsOnPool: claim.dependsOnPool },
    seats: claim.seats.map(({ seat, state, slip, verified }) => ({ seat, state, slip, verified })),
    by: claim.by.map(({ act, kid, holder, offset: at, atMs }) => ({
      ...{ act, kid, holder, offset: at, atMs },
    })),
    ...{ cause, replaces },
    affects: affects.map(storedAffect),
  };
  return JSON.stringify(kept);
}

/** @throws Error for a text that `serializeClaim` did not write. */
export function parseClaim(id: string, text: string): Claim {
  const { poolBefore, poolAfter, payouts, restart, topUp, houseSeed, flows, affects, ...kept } =
    JSON.parse(text) as StoredClaim;
  return {
    ...{ id, ...kept },
    poolBeforeMicros: BigInt(poolBefore),
    poolAfterMicros: BigInt(poolAfter),
    payouts: payouts.map(payoutOfStored),
    restart: restart && {
      seedMicros: BigInt(restart[0]),
      fromReserveMicros: BigInt(restart[1]),
      remainderMicros: BigInt(restart[2]),
    },
    topUpMicros: BigInt(topUp),
    houseSeedMicros: BigInt(houseSeed),
    flows: flowsOf(flows),
    affects: affects.map(affectOf),
  };
}

/** The claims of a partition, by jackpot, in the order of `Claims`. */
export function claimsByJackpot(texts: Readonly<Record<string, string>>): Map<string, Claim[]> {
  const claims = Object.entries(texts).map(([id, text]) => parseClaim(id, text));
  const inOrder = claims.toSorted((one, other) => changedAt(one).offset - changedAt(other).offset);
  return Map.groupBy(inOrder, ({ id }) => id.slice(0, id.indexOf('/')));
}

export function storedFlows({ overflowMicros, refundedMicros }: Flows): StoredFlows {
  return [String(overflowMicros), String(refundedMicros)];
}

export function flowsOf([overflow, refunded]: StoredFlows): Flows {
  return { overflowMicros: BigInt(overflow), refundedMicros: BigInt(refunded) };
}

function storedAffect({ what, offset, moreMicros: more }: Affect): StoredAffect {
  return [what, offset, more && [String(more.pool), String(more.reserve), String(more.house)]];
}

function affectOf([what, offset, more]: StoredAffect): Affect {
  if (more === null) return { what, offset, moreMicros: null };
  const [pool, reserve, house] = more;
  return {
    ...{ what, offset },
    moreMicros: { pool: BigInt(pool), reserve: BigInt(reserve), house: BigInt(house) },
  };
}

function storedPayout(payout: Payout): StoredPayout {
  const { order, seat, hand, basis, amountMicros, fromPoolMicros, stakeReturnedMicros } = payout;
  const stake = stakeReturnedMicros === undefined ? null : String(stakeReturnedMicros);
  return [order, seat, hand, basis, String(amountMicros), String(fromPoolMicros), stake];
}

function payoutOfStored([order, seat, hand, basis, amount, fromPool, stake]: StoredPayout): Payout {
  return {
    ...{ order, seat, hand, basis },
    amountMicros: BigInt(amount),
    fromPoolMicros: BigInt(fromPool),
    ...(stake !== null && { stakeReturnedMicros: BigInt(stake) }),
  };
}

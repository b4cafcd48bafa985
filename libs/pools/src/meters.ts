import { jackpotHands, type JackpotHand } from '#rules';

/** Causes of postings (contract 6), in display order. */
export const causes = [
  'opening',
  'seed',
  'seed-returned',
  'contribution',
  'overflow',
  'refund',
  'award',
  'stake-returned',
  'remainder',
  'top-up',
  'payment',
  'expiry',
  'reversal',
  'adjustment',
  'transfer-in',
  'transfer-out',
] as const;
export type Cause = (typeof causes)[number];

/** Sums that a cause has posted since the jackpot's beginning. Micro-units. */
export interface CauseMeter {
  /** Number of postings. */
  readonly times: number;
  readonly pool: bigint;
  readonly reserve: bigint;
  readonly house: bigint;
  readonly players: bigint;
  readonly held: bigint;
}

const nothing: CauseMeter = { times: 0, pool: 0n, reserve: 0n, house: 0n, players: 0n, held: 0n };

/**
 * Sums that a cause has posted so far.
 * @param meters of a jackpot, which contain only causes that were ever posted
 */
export function postedBy(meters: ReadonlyMap<Cause, CauseMeter>, cause: Cause): CauseMeter {
  return meters.get(cause) ?? nothing;
}

/** Sums won at a table, or with a hand, since the beginning; without returned stakes. */
export interface PrizeMeter {
  readonly seats: number;
  /** Every prize: the sum of the next four, and of the held prizes. */
  readonly awardedMicros: bigint;
  /** Prizes that did not need verification. */
  readonly paidAtTableMicros: bigint;
  readonly paidBySlipMicros: bigint;
  readonly expiredMicros: bigint;
  /** Reversed before it was paid. */
  readonly reversedMicros: bigint;
  /** Reversed after the table had paid it, so it is in `paidAtTableMicros` as well. */
  readonly returnedMicros: bigint;
}

export const noPrizes: PrizeMeter = {
  ...{ seats: 0, awardedMicros: 0n, paidAtTableMicros: 0n, paidBySlipMicros: 0n },
  ...{ expiredMicros: 0n, reversedMicros: 0n, returnedMicros: 0n },
};

/** Sums bet at a table since the beginning; a carried bet counts once. */
export interface BetMeter {
  readonly bets: number;
  readonly stakesMicros: bigint;
  /** The parts of the stakes for pool and reserve. */
  readonly contributionsMicros: bigint;
  readonly refunds: number;
  /** Refunded stakes. */
  readonly refundedMicros: bigint;
}

export const noBets: BetMeter = {
  ...{ bets: 0, stakesMicros: 0n, contributionsMicros: 0n, refunds: 0, refundedMicros: 0n },
};

/** A meter as it is stored: its count, and its sums as decimal strings. */
export type StoredMeter = readonly (number | string)[];

/** Stores a meter in the order of its members, which is fixed. */
export function storedMeter(meter: PrizeMeter | BetMeter): StoredMeter {
  const members = Object.values(meter) as (number | bigint)[];
  return members.map((each) => (typeof each === 'bigint' ? each.toString() : each));
}

/**
 * The inverse of `storedMeter`.
 * @param none a meter of that kind
 */
export function meterOf<M extends PrizeMeter | BetMeter>(none: M, stored: StoredMeter): M {
  const members = Object.keys(none).map((name, index) => {
    const each = stored[index];
    if (each === undefined) throw new Error(`a meter has no ${name}`);
    return [name, typeof each === 'string' ? BigInt(each) : each];
  });
  return Object.fromEntries(members) as M;
}

export interface Meters {
  readonly causes: Map<Cause, CauseMeter>;
  /** The hands that were ever awarded. */
  readonly hands: Map<JackpotHand, PrizeMeter>;
}

/** A closed gaming day, and its meters at the close (contract 6.2). */
export interface ClosedDay {
  /** As `2026-11-30`. */
  readonly day: string;
  /** Offset of its `day.closed`. */
  readonly offset: number;
  readonly causes: ReadonlyMap<Cause, CauseMeter>;
  readonly hands: ReadonlyMap<JackpotHand, PrizeMeter>;
}

/** Times, pool, reserve, house, players, held. */
type StoredCause = readonly [Cause, number, string, string, string, string, string];

type StoredMeters = readonly [
  causes: readonly StoredCause[],
  hands: readonly (readonly [JackpotHand, StoredMeter])[],
];

type StoredDay = readonly [day: string, offset: number, meters: StoredMeters];

type ReadonlyMeters = Pick<ClosedDay, 'causes' | 'hands'>;

/** The meters of a jackpot as the ledger stores them: equal meters give equal texts. */
export function serializeMeters(meters: Meters): string {
  return JSON.stringify(storedMeters(meters));
}

/** The last closed day as the ledger stores it; in the same form. */
export function serializeClosedDay(closed: ClosedDay): string {
  return JSON.stringify([closed.day, closed.offset, storedMeters(closed)] satisfies StoredDay);
}

/** The inverse of `serializeClosedDay`. */
export function parseClosedDay(text: string): ClosedDay {
  const [day, offset, meters] = JSON.parse(text) as StoredDay;
  return { day, offset, ...metersOf(meters) };
}

function storedMeters({ causes: byCause, hands: byHand }: ReadonlyMeters): StoredMeters {
  const ofCauses = causes.flatMap((cause): StoredCause[] => {
    const meter = byCause.get(cause);
    if (!meter) return [];
    const { times, pool, reserve, house, players, held } = meter;
    return [[cause, times, `${pool}`, `${reserve}`, `${house}`, `${players}`, `${held}`]];
  });
  const ofHands = jackpotHands.flatMap((hand) => {
    const meter = byHand.get(hand);
    return meter ? [[hand, storedMeter(meter)] as const] : [];
  });
  return [ofCauses, ofHands];
}

/** The inverse of `serializeMeters`. */
export function parseMeters(text: string): Meters {
  return metersOf(JSON.parse(text) as StoredMeters);
}

function metersOf([ofCauses, ofHands]: StoredMeters): Meters {
  const byCause = ofCauses.map(([cause, times, ...sums]) => {
    const [pool, reserve, house, players, held] = sums.map(BigInt) as [
      ...[bigint, bigint, bigint, bigint, bigint],
    ];
    return [cause, { times, pool, reserve, house, players, held }] as const;
  });
  const byHand = ofHands.map(([hand, meter]) => [hand, meterOf(noPrizes, meter)] as const);
  return { causes: new Map(byCause), hands: new Map(byHand) };
}

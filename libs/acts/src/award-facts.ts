import { type AwardMessage } from '#contract';
import { awardMessage } from '#engine';
import {
  findOpen,
  isOver,
  microsPerMinor,
  serializeClaim,
  type Claim,
  type Jackpot,
  type TableState,
} from '#pools';
import type { JackpotHand } from '#rules';

/** What an act does to an award. */
export interface AwardFacts {
  /** As `jackpot.awards` would have it after the act. */
  readonly award: AwardMessage;
  /** Of each seat, in the order of the award, before the act; null where it makes the award. */
  readonly statesBefore: AwardMessage['states'] | null;
  /** Of a new award: others, not reversed, of a seat of it in the same round. */
  readonly sameSeats: readonly {
    readonly id: string;
    readonly seat: number;
    readonly state: string;
  }[];
  /** Of a new award: what of it the ledger has no reason for, or a reason against. */
  readonly doubts: readonly GrantDoubt[];
}

/** Why a person should look twice at an award that is granted. */
export type GrantDoubt =
  /** It never was, or the table has forgotten it. */
  | { readonly is: 'unknown-round' }
  /** The table can declare it still. */
  | { readonly is: 'open-round' }
  | { readonly is: 'no-bet'; readonly seat: number }
  /** By the terms in force, minor units; `ofPool` of the pool as it is now. */
  | {
      readonly is: 'other-amount';
      readonly seat: number;
      readonly hand: JackpotHand;
      readonly fixed: number;
      readonly ofPool: number | null;
    };

/**
 * The award that an act makes or changes; null where there is none.
 * @param table of the award, as it is; undefined where the jackpot has no such table.
 */
export function awardFacts(
  from: Jackpot,
  to: Jackpot,
  table: TableState | undefined,
): AwardFacts | null {
  const textOf = (claim: Claim | undefined) => claim && serializeClaim(claim);
  const isOther = (each: Claim) => textOf(from.claims.get(each.id)) !== serializeClaim(each);
  const claim = [...to.claims.values()].find(isOther);
  if (!claim) return null;
  const before = from.claims.get(claim.id);
  return {
    award: awardMessage(claim, to),
    statesBefore: before ? awardMessage(before, from).states : null,
    sameSeats: before ? [] : sameSeats(claim, from),
    doubts: before ? [] : [...roundDoubts(claim, table), ...amountDoubts(claim, from)],
  };
}

/** An award for a table that is not known is refused. */
function roundDoubts({ round, seats }: Claim, table: TableState | undefined): GrantDoubt[] {
  if (!table) return [];
  const open = findOpen(table, round);
  if (!open) return isOver(table, round) ? [] : [{ is: 'unknown-round' }];
  const without = seats.filter(({ seat }) => !open.bets.some((bet) => bet.seat === seat));
  return [{ is: 'open-round' }, ...without.map(({ seat }) => ({ is: 'no-bet', seat }) as const)];
}

/** Of a share of the pool, which may have been larger then, anything up to that of now is usual. */
function amountDoubts({ payouts }: Claim, jackpot: Jackpot): GrantDoubt[] {
  const { accounts, terms, former, exponent } = jackpot;
  const perMinor = microsPerMinor(exponent);
  return payouts.flatMap(({ seat, hand, amountMicros }) => {
    const { fixed, shareBasisPoints } = terms.prizes[hand];
    const ofPool = (accounts.pool * BigInt(shareBasisPoints)) / 10_000n;
    const known = [terms, ...former.values()].map((each) => each.prizes[hand].fixed);
    const isUsual =
      known.includes(amountMicros) ||
      (shareBasisPoints > 0 && amountMicros > fixed && amountMicros <= ofPool);
    if (isUsual) return [];
    const minor = (micros: bigint): number => Number(micros / perMinor);
    const share = shareBasisPoints > 0 ? minor(ofPool) : null;
    return [{ is: 'other-amount', seat, hand, fixed: minor(fixed), ofPool: share } as const];
  });
}

function sameSeats({ table, round, seats }: Claim, { claims }: Jackpot): AwardFacts['sameSeats'] {
  const own = seats.map(({ seat }) => seat);
  const others = [...claims.values()].filter(
    (each) => each.table === table && each.round === round,
  );
  return others.flatMap((other) =>
    other.seats
      .filter(({ seat, state }) => own.includes(seat) && state !== 'reversed')
      .map(({ seat, state }) => ({ id: other.id, seat, state })),
  );
}

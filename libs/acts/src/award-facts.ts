import { type AwardMessage } from '#contract';
import { awardMessage } from '#engine';
import { serializeClaim, type Claim, type Jackpot } from '#pools';
import type { RoundSeen } from '#proof';
import { grantDoubts, type GrantDoubt } from './grant-doubts.js';

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
  /** Of a new award: what of it its round gives no reason for, or a reason against. */
  readonly doubts: readonly GrantDoubt[];
}

/**
 * The award that an act makes or changes; null where there is none.
 * @param seen the round of a new award; undefined where nobody has looked.
 */
export function awardFacts(
  from: Jackpot,
  to: Jackpot,
  seen: RoundSeen | undefined,
): AwardFacts | null {
  const textOf = (claim: Claim | undefined) => claim && serializeClaim(claim);
  const isOther = (each: Claim) => textOf(from.claims.get(each.id)) !== serializeClaim(each);
  const claim = [...to.claims.values()].find(isOther);
  if (!claim) return null;
  const before = from.claims.get(claim.id);
  const award = awardMessage(claim, to);
  return {
    award,
    statesBefore: before ? awardMessage(before, from).states : null,
    sameSeats: before ? [] : sameSeats(claim, from),
    doubts: before || !seen ? [] : grantDoubts(award, seen),
  };
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

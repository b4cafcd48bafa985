import { type AwardMessage } from '#contract';
import { awardMessage } from '#engine';
import { serializeClaim, type Claim, type Jackpot } from '#pools';
import type { RoundSeen } from '#proof';
import { grantDoubts, type GrantDoubt } from './grant-doubts.js';
import { jackpotDoubts } from './jackpot-doubts.js';

/** The effect of an act on an award. */
export interface AwardFacts {
  /** The award as `jackpot.awards` would have it after the act. */
  readonly award: AwardMessage;
  /**
   * State of each seat before the act, in the order of the award; null if the act makes the award.
   */
  readonly statesBefore: AwardMessage['states'] | null;
  /** Other awards, not reversed, for a seat that is made, verified or paid, in the same round. */
  readonly sameSeats: readonly {
    readonly id: string;
    readonly seat: number;
    readonly state: string;
  }[];
  /** For a new award: the parts that its round does not support, or contradicts. */
  readonly doubts: readonly GrantDoubt[];
}

/**
 * The award that an act makes or changes; null if there is none.
 * @param seen the round of a new award; undefined if nobody has looked.
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
  const statesBefore = before ? awardMessage(before, from).states : null;
  return {
    award,
    statesBefore,
    sameSeats: sameSeats(before ?? claim, from, seatsToBePaid(award, statesBefore)),
    doubts:
      before || !seen ? [] : [...grantDoubts(award, seen), ...jackpotDoubts(award, seen, from)],
  };
}

/** The seats that an act makes, verifies or pays: somebody may be paid twice for these. */
function seatsToBePaid({ states }: AwardMessage, before: AwardFacts['statesBefore']): number[] {
  return states
    .filter(
      ({ state }, index) =>
        !before || (['verified', 'paid'].includes(state) && before[index]?.state !== state),
    )
    .map(({ seat }) => seat);
}

function sameSeats(
  { id, table, round, seats }: Claim,
  { claims }: Jackpot,
  own: readonly number[],
): AwardFacts['sameSeats'] {
  const others = [...claims.values()].filter(
    (each) => each.id !== id && each.table === table && each.round === round,
  );
  // The verifier has already answered for older awards.
  const isNew = (other: Claim, seat: number): boolean =>
    other.offset > (seats.find((each) => each.seat === seat)?.verified ?? -1);
  return others.flatMap((other) =>
    other.seats
      .filter(({ seat, state }) => own.includes(seat) && state !== 'reversed')
      .filter(({ seat }) => isNew(other, seat))
      .map(({ seat, state }) => ({ id: other.id, seat, state })),
  );
}

import type { AwardMessage, ValueMessage } from '#contract';
import type { ValueHit } from './hit-memory.js';

/** A hit that was found again, and the Kafka time of its record (ISO 8601). */
interface FoundHit {
  readonly hit: ValueHit;
  readonly at: string;
}

/**
 * Returns the unknown hits of an award, from its newest message, oldest first. A reversed award has
 * one hit alone: the reversal.
 * @param known hits of this award
 */
export function unknownHits(award: AwardMessage, known: readonly ValueHit[]): FoundHit[] {
  return hitsOf(award).filter(({ hit: { offset } }) => !known.some((hit) => hit.offset === offset));
}

function hitsOf(award: AwardMessage): FoundHit[] {
  const { offset, recordedAt, states, by } = award;
  const seats = states.map(({ seat }) => seat);
  if (states.some(({ state }) => state === 'reversed')) {
    const last = by.at(-1);
    return last ? [{ hit: hitOfAward(award, last.offset, 'reversed', seats), at: last.at }] : [];
  }
  const state = states.some((each) => each.state === 'awarded') ? 'awarded' : 'locked';
  const made = { hit: hitOfAward(award, offset, state, seats), at: recordedAt };
  const verified = by.flatMap(({ offset: place, at }): FoundHit[] => {
    const own = states.flatMap((each) => (each.verified === place ? [each.seat] : []));
    return own.length > 0 ? [{ hit: hitOfAward(award, place, 'verified', own), at }] : [];
  });
  return [made, ...verified];
}

/**
 * Returns the wins that a value names, by a key, each with the offset of its award: their hits have
 * been made.
 */
export function winsLacking(
  { last, pending }: ValueMessage,
  knownOf: (award: string) => readonly ValueHit[],
): Map<string, number> {
  const lacking = new Map<string, number>();
  const look = (award: string, what: string, isOf: (hit: ValueHit) => boolean): void => {
    const known = knownOf(award);
    const isTold = known.some((hit) => hit.state === 'reversed' || isOf(hit));
    if (!isTold) lacking.set(`${award} ${what}`, offsetIn(award));
  };
  if (last) {
    const { award, hand, amount } = last;
    look(award, `${hand} ${amount}`, ({ state, winners }) => {
      return (
        state !== 'locked' && winners.some((each) => each.hand === hand && each.amount === amount)
      );
    });
  }
  for (const { award, winners } of pending) {
    for (const { seat, state } of winners) {
      look(award, `${seat} ${state}`, (hit) => {
        return hit.state === state && hit.winners.some((each) => each.seat === seat);
      });
    }
  }
  return lacking;
}

function hitOfAward(
  { id, table, payouts }: AwardMessage,
  offset: number,
  state: ValueHit['state'],
  seats: readonly number[],
): ValueHit {
  const paid = payouts.filter(({ seat }) => seats.includes(seat));
  const winners = paid.map(({ seat, hand, amount }) => ({ seat, hand, amount }));
  return { award: id, offset, table, state, winners };
}

/** The id of an award ends with the offset of its record (contract 8.1). */
function offsetIn(award: string): number {
  return Number(award.slice(award.lastIndexOf('/') + 1));
}

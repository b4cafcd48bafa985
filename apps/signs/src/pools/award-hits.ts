import type { AwardMessage, ValueMessage } from '#contract';
import type { Hit } from './hit-memory.js';

/** A hit that was found again, and the Kafka time of its record (ISO 8601). */
interface FoundHit {
  readonly hit: Hit;
  readonly at: string;
}

/**
 * The hits of an award that are not known, from its newest message; none of an award that was
 * reversed, which has nothing to celebrate any more.
 *
 * The message does not say which record has verified which seat. So all seats that were verified
 * and that no known hit names come as one hit, that of the newest record which made no known hit.
 * This is the hit itself, but where several verifications of one award are not known.
 * @param known hits of this award
 */
export function unknownHits(award: AwardMessage, known: readonly Hit[]): FoundHit[] {
  const { offset, recordedAt, states, by } = award;
  if (states.some(({ state }) => state === 'reversed')) return [];
  const found: FoundHit[] = [];
  if (!known.some((hit) => hit.offset === offset)) {
    const isAwarded = states.some(({ state }) => state === 'awarded');
    const seats = states.map(({ seat }) => seat);
    found.push({
      hit: hitOf(award, offset, isAwarded ? 'awarded' : 'locked', seats),
      at: recordedAt,
    });
  }
  const celebrated = known.filter(({ state }) => state === 'verified');
  const named = celebrated.flatMap(({ winners }) => winners.map(({ seat }) => seat));
  // Only a seat that was verified has a slip, also where it has expired since.
  const verified = states.filter(({ seat, slip }) => slip !== null && !named.includes(seat));
  const record = by.findLast(
    (each) =>
      each.act === 'award.verified' && !celebrated.some((hit) => hit.offset === each.offset),
  );
  if (record && verified.length > 0) {
    const seats = verified.map(({ seat }) => seat);
    found.push({ hit: hitOf(award, record.offset, 'verified', seats), at: record.at });
  }
  return found;
}

/** What a value names as won, by a key: its hit has been made. With the offset of its award. */
export function winsLacking(
  { last, pending }: ValueMessage,
  knownOf: (award: string) => readonly Hit[],
): Map<string, number> {
  const lacking = new Map<string, number>();
  const look = (award: string, what: string, isOf: (hit: Hit) => boolean): void => {
    if (!knownOf(award).some(isOf)) lacking.set(`${award} ${what}`, offsetIn(award));
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

function hitOf(
  { id, table, payouts }: AwardMessage,
  offset: number,
  state: Hit['state'],
  seats: readonly number[],
): Hit {
  const paid = payouts.filter(({ seat }) => seats.includes(seat));
  const winners = paid.map(({ seat, hand, amount }) => ({ seat, hand, amount }));
  return { award: id, offset, table, state, winners };
}

/** The id of an award ends with the offset of its record (contract 8.1). */
function offsetIn(award: string): number {
  return Number(award.slice(award.lastIndexOf('/') + 1));
}

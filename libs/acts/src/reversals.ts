import type { Claim, Jackpot, Proposal } from '#pools';
import type { LiveLedger } from '#proof';
import type { Home } from './ledger-door.js';
import { readProposed } from './proposed.js';
import { waiting } from './same-thing.js';
import { signedSince } from './signed-since.js';

/**
 * The proposals to take awards back, by the award: until one has ended nobody should pay its award.
 */
export async function reversalsProposed(
  live: LiveLedger,
  partition: number,
  jackpot: Pick<Jackpot, 'proposals'>,
): Promise<Map<string, Proposal>> {
  const reversals = waiting(jackpot, 'award.reversed');
  if (reversals.length === 0) return new Map();
  const known = await readProposed(live, partition, reversals);
  return new Map(
    reversals.map((each) => {
      const { award = '' } = (known.get(each.offset)?.act.data ?? {}) as { award?: string };
      return [award, each];
    }),
  );
}

/** A proposal to take an award back that nobody has approved or withdrawn. */
export interface ReversalOpen {
  readonly offset: number;
  readonly recordedAtMs: number;
  readonly reason: string;
  /** It can be approved still; else its time is over, and it was neither done nor withdrawn. */
  readonly isWaiting: boolean;
}

/** Who pays an award should know that somebody holds it for wrong, also when the time is over. */
export async function reversalsOpen(
  live: LiveLedger,
  { id, partition, jackpot }: Pick<Home, 'id' | 'partition' | 'jackpot'>,
  claim: Pick<Claim, 'id' | 'offset'>,
): Promise<ReversalOpen[]> {
  const types = ['award.reversed', 'act.withdrawn'];
  const found = await signedSince(live, types, new Map([[partition, claim.offset]]));
  const own = found.filter(({ subject }) => subject === id);
  const withdrawn = own
    .filter(({ type }) => type === 'act.withdrawn')
    .map(({ data }) => data['proposal']);
  const waits = new Set(waiting(jackpot, 'award.reversed').map(({ offset }) => offset));
  return own
    .filter(({ type, isProposed }) => type === 'award.reversed' && isProposed)
    .filter(({ data }) => data['award'] === claim.id)
    .filter(({ offset }) => waits.has(offset) || !withdrawn.includes(offset))
    .map(({ offset, recordedAtMs, data }) => {
      const reason = String(data['reason']);
      return { offset, recordedAtMs, reason, isWaiting: waits.has(offset) };
    });
}

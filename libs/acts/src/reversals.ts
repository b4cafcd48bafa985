import type { Claim, Jackpot, Proposal } from '#pools';
import type { LiveLedger } from '#proof';
import type { Home } from './ledger-door.js';
import { readProposed } from './proposed.js';
import { waiting } from './same-thing.js';
import { signedSince } from './signed-since.js';

/**
 * The proposals to reverse awards, by award: until a proposal has ended, its award should not be
 * paid.
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

/** A proposal to reverse an award that was not carried out. */
export interface ReversalLeft {
  readonly offset: number;
  readonly recordedAtMs: number;
  readonly reason: string;
  /** True if it can still be approved. */
  readonly isWaiting: boolean;
}

/**
 * Lists proposals to reverse an award, even those withdrawn or expired: a payer should know that
 * somebody doubted it.
 * @param claim an award that is not reversed.
 * @returns isCut if there are more records since than are searched.
 */
export async function reversalsLeft(
  live: LiveLedger,
  { id, partition, jackpot }: Pick<Home, 'id' | 'partition' | 'jackpot'>,
  claim: Pick<Claim, 'id' | 'offset'>,
): Promise<{ readonly left: ReversalLeft[]; readonly isCut: boolean }> {
  const since = new Map([[partition, claim.offset]]);
  const { found, isCut } = await signedSince(live, 'award.reversed', since);
  const waits = new Set(waiting(jackpot, 'award.reversed').map(({ offset }) => offset));
  const left = found
    .filter(({ subject, data, isProposed }) => {
      return subject === id && isProposed && data.award === claim.id;
    })
    .map(({ offset, recordedAtMs, data: { reason } }) => {
      return { offset, recordedAtMs, reason, isWaiting: waits.has(offset) };
    });
  return { left, isCut };
}

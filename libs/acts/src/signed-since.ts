import { commandSchemas, parseJson } from '#contract';
import type { LiveLedger } from '#proof';
import type { z } from 'zod';
import { readNewest } from './newest-records.js';

/** Newest records that are searched, at most, in all partitions together. */
const recordsSearched = 1_000_000;

/** A signed command of the log, applied or not; for a proposal, the act that it proposes. */
export interface SignedBefore<Data> {
  readonly offset: number;
  readonly recordedAtMs: number;
  readonly subject: string;
  readonly data: Data;
  readonly isProposed: boolean;
}

interface Searched<Data> {
  readonly found: SignedBefore<Data>[];
  /** True if there are more records than are searched: older ones were left out. */
  readonly isCut: boolean;
}

/**
 * The commands of a type in the log, even those after the ledger's position: the service may be
 * down. Anybody may have written them; omits records that are not such commands.
 * @param since first offset of the search in each partition.
 */
export async function signedSince<T extends keyof typeof commandSchemas>(
  live: LiveLedger,
  type: T,
  since: ReadonlyMap<number, number>,
): Promise<Searched<z.output<(typeof commandSchemas)[T]>>> {
  const found: SignedBefore<z.output<(typeof commandSchemas)[T]>>[] = [];
  const isCut = await readNewest(live, since, recordsSearched, (record) => {
    const { offset, recordedAtMs, value, headers } = record;
    // Most records are bets: only parses records that may match.
    if (!value || !headers['signature'] || !value.includes(type)) return;
    const own = readSigned(parseJson(value), type);
    if (own) found.push({ offset, recordedAtMs, ...own });
  });
  return { found, isCut };
}

/** @returns undefined if it is neither such a command nor the proposal of one. */
export function readSigned<T extends keyof typeof commandSchemas>(written: unknown, type: T) {
  const { type: outer, subject, data } = Object(written) as Partial<SignedMembers>;
  const isProposed = outer === 'act.proposed';
  const proposed = isProposed
    ? commandSchemas['act.proposed'].safeParse(data).data?.act
    : undefined;
  const act = isProposed ? proposed : { type: outer, data };
  if (act?.type !== type || typeof subject !== 'string') return undefined;
  const read = commandSchemas[type].safeParse(act.data);
  if (!read.success) return undefined;
  return { subject, data: read.data as z.output<(typeof commandSchemas)[T]>, isProposed };
}

interface SignedMembers {
  readonly type: unknown;
  readonly subject: unknown;
  readonly data: unknown;
}

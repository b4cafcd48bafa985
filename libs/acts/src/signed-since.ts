import { commandSchemas, parseJson } from '#contract';
import type { LiveLedger } from '#proof';
import type { z } from 'zod';
import { readNewest } from './newest-records.js';

/** At most so many of the newest records are searched, in all partitions together. */
const recordsSearched = 1_000_000;

/** A signed command of the log, applied or not; of a proposal, the act that it proposes. */
export interface SignedBefore<Data> {
  readonly offset: number;
  readonly recordedAtMs: number;
  readonly subject: string;
  readonly data: Data;
  readonly isProposed: boolean;
}

interface Searched<Data> {
  readonly found: SignedBefore<Data>[];
  /** There are more records than are searched: older ones were left out. */
  readonly isCut: boolean;
}

/**
 * The commands of a type that the log has, also what waits behind the ledger's position: the
 * service may be away. Anybody may have written them, and what is no such command is left out.
 * @param since the offset from which on each partition is searched.
 */
export async function signedSince<T extends keyof typeof commandSchemas>(
  live: LiveLedger,
  type: T,
  since: ReadonlyMap<number, number>,
): Promise<Searched<z.output<(typeof commandSchemas)[T]>>> {
  const found: SignedBefore<z.output<(typeof commandSchemas)[T]>>[] = [];
  const isCut = await readNewest(live, since, recordsSearched, (record) => {
    const { offset, recordedAtMs, value, headers } = record;
    // Most records are bets: only what can be one is parsed.
    if (!value || !headers['signature'] || !value.includes(type)) return;
    const own = readSigned(parseJson(value), type);
    if (own) found.push({ offset, recordedAtMs, ...own });
  });
  return { found, isCut };
}

/** @returns undefined for what is neither such a command nor the proposal of one. */
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

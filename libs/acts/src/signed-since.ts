import { parseJson } from '#contract';
import type { LiveLedger } from '#proof';

/** At most so many of the newest records of a partition are searched. */
const recordsSearched = 1_000_000;

/** A signed command of the log, applied or not; of a proposal, the act that it proposes. */
export interface SignedBefore {
  readonly offset: number;
  readonly recordedAtMs: number;
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isProposed: boolean;
}

/**
 * The commands of some types that the log has, also what waits behind the ledger's position: the
 * service may be away. Anybody may have written them.
 * @param since the offset from which on each partition is searched.
 */
export async function signedSince(
  live: LiveLedger,
  types: readonly string[],
  since: ReadonlyMap<number, number>,
): Promise<SignedBefore[]> {
  const marks = await live.watermarks('events');
  const ranges = new Map(
    [...since].flatMap(([partition, offset]) => {
      const { low = 0, high: to = 0 } = marks[partition] ?? {};
      const from = Math.max(low, offset, to - recordsSearched);
      return from < to ? [[partition, { from, to }] as const] : [];
    }),
  );
  const found: SignedBefore[] = [];
  if (ranges.size === 0) return found;
  await live.readEvents(ranges, (_, records) => {
    for (const { offset, recordedAtMs, value, headers } of records) {
      // Most records are bets: only what can be one is parsed.
      if (!value || !headers['signature'] || !types.some((type) => value.includes(type))) continue;
      const { type, subject, data: said } = Object(parseJson(value)) as Partial<SignedMembers>;
      const isProposed = type === 'act.proposed';
      // It goes no deeper than our own.
      const act = isProposed ? (Object(said) as { act?: unknown }).act : { type, data: said };
      const own = Object(act) as Partial<SignedMembers>;
      if (typeof subject !== 'string' || !types.includes(own.type ?? '')) continue;
      const data = Object(own.data) as SignedBefore['data'];
      found.push({ offset, recordedAtMs, type: own.type ?? '', subject, data, isProposed });
    }
  });
  return found;
}

interface SignedMembers {
  readonly type: string;
  readonly subject: string;
  readonly data: unknown;
}

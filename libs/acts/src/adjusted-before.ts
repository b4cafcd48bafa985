import { parseJson } from '#contract';
import type { LiveLedger } from '#proof';
import type { Home } from './ledger-door.js';

/** Who types an adjustment a second time mostly does so within a shift. */
const askedForMs = 86_400_000;

/** At most so many of the newest records are searched. */
const recordsSearched = 1_000_000;

/** What an adjustment moves: minor units. */
interface Moved {
  readonly account: string;
  readonly amount: number;
}

/** A record of the log. */
interface SignedBefore {
  readonly offset: number;
  readonly recordedAtMs: number;
}

/**
 * The newest record of the last day that may sign or propose the same adjustment, whatever its
 * reason, applied or not: each one moves money, also one that is sent a second time.
 * @param since an offset; the log is searched from there on, where that is longer ago than a day.
 */
export async function adjustedBefore(
  live: LiveLedger,
  { id, partition, position }: Home,
  moved: Moved,
  since = Infinity,
): Promise<SignedBefore | undefined> {
  const begins = await live.offsetsAt('events', Date.now() - askedForMs);
  // What waits behind the ledger's position too: the service may be away.
  const { low = 0, high: to = position } = (await live.watermarks('events'))[partition] ?? {};
  const wanted = Math.min(begins[partition] ?? to, since);
  const from = Math.max(low, wanted, to - recordsSearched);
  if (from >= to) return undefined;
  let found: SignedBefore | undefined;
  await live.readEvents(new Map([[partition, { from, to }]]), (_, records) => {
    for (const { offset, recordedAtMs, value, headers } of records) {
      // Most records are bets: only what can be one is parsed.
      if (!value?.includes('pool.adjusted') || !headers['signature']) continue;
      const { type, subject, data: said } = Object(parseJson(value)) as Partial<Adjusting>;
      // Anybody may have written it: this goes no deeper than our own.
      const act = type === 'act.proposed' ? said?.act : { type, data: said };
      if (act?.type !== 'pool.adjusted' || subject !== id) continue;
      const { account, amount } = Object(act.data) as Partial<Moved>;
      if (account === moved.account && amount === moved.amount) found = { offset, recordedAtMs };
    }
  });
  return found;
}

/** An adjustment, or the proposal of one. */
interface Adjusting {
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly act?: { readonly type?: string; readonly data?: object } };
}

import { kidOf, parseJson, verifySignature } from '#contract';
import type { Authority } from '#pools';
import type { LiveLedger } from '#proof';
import { readNewest } from './newest-records.js';

/** A command that a key has signed; whether it was taken is not said. */
export interface SignedCommandFound {
  readonly partition: number;
  readonly offset: number;
  readonly recordedAtMs: number;
  readonly type: string;
  /** The jackpot; of a command to the ledger, the ledger. */
  readonly subject: string;
  readonly data: object;
}

/**
 * Returns what a key in force has signed, of the newest records of the log, the newest first.
 * Anybody can name a key: only what its signature proves counts.
 * @param limit of the records that are read, in all partitions together.
 */
export async function signedBy(
  live: LiveLedger,
  { keys, ledger }: Pick<Authority, 'keys' | 'ledger'>,
  kid: string,
  limit: number,
): Promise<{ readonly found: readonly SignedCommandFound[]; readonly isCut: boolean }> {
  const found: SignedCommandFound[] = [];
  const all = new Map((await live.watermarks('events')).map((_, partition) => [partition, 0]));
  const isCut = await readNewest(live, all, limit, (record) => {
    const { partition, offset, recordedAtMs, value, headers } = record;
    const { signature } = headers;
    if (!value || !Buffer.isBuffer(signature)) return;
    const header = signature.toString();
    if (kidOf(header) !== kid) return;
    if ('refused' in verifySignature(keys, ledger ?? '', header, value)) return;
    const { type, subject, data } = Object(parseJson(value)) as Partial<SignedCommandFound>;
    if (typeof type !== 'string' || typeof subject !== 'string') return;
    found.push({ partition, offset, recordedAtMs, type, subject, data: Object(data) as object });
  });
  found.sort((one, other) => other.recordedAtMs - one.recordedAtMs);
  return { found, isCut };
}

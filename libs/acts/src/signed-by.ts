import { commandSchemas, kidOf, parseJson, verifySignature } from '#contract';
import type { LogRecord } from '#log';
import type { Authority } from '#pools';
import type { LiveLedger } from '#proof';
import { readNewest } from './newest-records.js';

/** A command that a key has signed, accepted or not. */
export interface SignedCommandFound {
  readonly offset: number;
  readonly recordedAtMs: number;
  readonly type: string;
  /** The jackpot; for a command to the whole ledger, the ledger. */
  readonly subject: string;
  readonly data: object;
  /** True if the data fit such a command: a key can sign anything. */
  readonly isWhole: boolean;
}

/** Most commands on one page. */
const mostShown = 100;

/**
 * Returns the commands that a key in force has signed, among the newest records of the log, newest
 * first, at most a hundred. Anybody can name a key: only a command that its signature proves
 * counts, and once.
 * @param limit of the records that are read, in all partitions together.
 */
export async function signedBy(
  live: LiveLedger,
  { keys, ledger }: Pick<Authority, 'keys' | 'ledger'>,
  kid: string,
  limit: number,
): Promise<{ readonly found: readonly SignedCommandFound[]; readonly isCut: boolean }> {
  let named: LogRecord[] = [];
  let isCutHere = false;
  const all = new Map((await live.watermarks('events')).map((_, partition) => [partition, 0]));
  const isCutThere = await readNewest(live, all, limit, (record) => {
    if (!record.value || kidOf(headerOf(record)) !== kid) return;
    named.push(record);
    if (named.length < 20 * mostShown) return;
    named = latestFirst(named).slice(0, 10 * mostShown);
    isCutHere = true;
  });
  const isCut = isCutThere || isCutHere;
  const found: SignedCommandFound[] = [];
  const seen = new Set<string>();
  for (const record of latestFirst(named)) {
    const header = headerOf(record);
    if (found.length === mostShown) return { found, isCut: true };
    if (seen.has(header)) continue;
    if ('refused' in verifySignature(keys, ledger ?? '', header, record.value as Buffer)) continue;
    seen.add(header);
    const own = commandFound(record);
    if (own) found.push(own);
  }
  return { found, isCut };
}

function headerOf({ headers: { signature } }: LogRecord): string {
  return Buffer.isBuffer(signature) ? signature.toString() : '';
}

function latestFirst(records: readonly LogRecord[]): LogRecord[] {
  return records.toSorted((one, other) => other.recordedAtMs - one.recordedAtMs);
}

function commandFound({ offset, recordedAtMs, value }: LogRecord): SignedCommandFound | undefined {
  const written = Object(value && parseJson(value)) as Partial<SignedCommandFound>;
  const { type, subject } = written;
  if (typeof type !== 'string' || typeof subject !== 'string') return undefined;
  const data = Object(written.data) as object;
  return { offset, recordedAtMs, type, subject, data, isWhole: isWellFormed(type, data) };
}

/** Also checks the act that it proposes or approves. */
function isWellFormed(type: string, data: object): boolean {
  if (!Object.hasOwn(commandSchemas, type)) return false;
  const read = commandSchemas[type as keyof typeof commandSchemas].safeParse(data);
  if (!read.success) return false;
  const { act } = data as { act?: { type: string; data: object } };
  return act === undefined || isWellFormed(act.type, act.data);
}

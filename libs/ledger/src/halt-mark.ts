import type { LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { Script } from './script.js';

/** The reason why a partition must not continue, as stored in the ledger. */
export interface HaltMark {
  readonly reason: string;
  readonly detail: string;
}

/** The version of the ledger that somebody has read. */
export interface SeenLedger {
  readonly position: number;
  readonly head: string;
}

const markScript = new Script('mark-halted.lua');

/** Stores a mark if the ledger has not changed since `found`. */
export async function markHalted(
  redis: RedisConnection,
  { position }: LedgerKeys,
  found: SeenLedger,
  { reason, detail }: HaltMark,
): Promise<void> {
  const args = [String(found.position), found.head, JSON.stringify({ reason, detail })];
  await markScript.run(redis, [position], args);
}

/** Faults of a ledger itself, which are therefore stored in it. Any other halt ends by itself. */
const storedReasons: readonly string[] = ['ledger-diverged', 'ledger-unbalanced', 'ledger-lost'];

/** Reads a mark; a text that no service wrote counts too: a person has written it by hand. */
export function readMark(text: string | undefined): HaltMark | null {
  if (text === undefined) return null;
  try {
    const { reason, detail } = JSON.parse(text) as Partial<HaltMark>;
    const isStored = reason !== undefined && storedReasons.includes(reason);
    if (isStored && typeof detail === 'string') return { reason, detail };
  } catch {
    // Continues to the sentence below.
  }
  return { reason: 'ledger-diverged', detail: `The ledger is marked as halted: ${text}` };
}

import type { LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { Script } from './script.js';

/** Why a partition must not go on, as the ledger itself stores it. */
export interface HaltMark {
  readonly reason: string;
  readonly detail: string;
}

/** The ledger that somebody has looked at. */
export interface SeenLedger {
  readonly position: number;
  readonly head: string;
}

const markScript = new Script('mark-halted.lua');

/** Stores a mark, unless the ledger has changed since `found`. */
export async function markHalted(
  redis: RedisConnection,
  { position }: LedgerKeys,
  found: SeenLedger,
  { reason, detail }: HaltMark,
): Promise<void> {
  const args = [String(found.position), found.head, JSON.stringify({ reason, detail })];
  await markScript.run(redis, [position], args);
}

/** What is wrong with a ledger itself, and so stored in it. Any other halt ends by itself. */
const storedReasons: readonly string[] = ['ledger-diverged', 'ledger-unbalanced', 'ledger-lost'];

/** A mark that no service has written still counts: somebody has, by hand. */
export function readMark(text: string | undefined): HaltMark | null {
  if (text === undefined) return null;
  try {
    const { reason, detail } = JSON.parse(text) as Partial<HaltMark>;
    const isStored = reason !== undefined && storedReasons.includes(reason);
    if (isStored && typeof detail === 'string') return { reason, detail };
  } catch {
    // Falls through to the sentence below.
  }
  return { reason: 'ledger-diverged', detail: `The ledger is marked as halted: ${text}` };
}

import { repliesOf, throwCause } from './answers.js';
import type { LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { Script } from './script.js';

const pulseScript = new Script('pulse.lua');
/** Longer than any reader asks for: a pulse that is gone was silent for at least that long. */
const storedForMs = 60_000;

/** What the owner of a partition last said. */
export interface StoredPulse {
  readonly text: string;
  /** How long ago it was stored, by the clock of Redis. */
  readonly storedForMs: number;
}

/** What the signs show of a partition, as one atomic read gave it. */
export interface StoredValues {
  /** The newest value message of each jackpot. */
  readonly values: readonly string[];
  /** Offset of the next record to apply; no value of a commit has a higher version. */
  readonly position: number;
  readonly pulse: StoredPulse | undefined;
}

/** @returns false where another instance owns the partition. */
export async function publishPulse(
  redis: RedisConnection,
  keys: LedgerKeys,
  position: number,
  owner: string,
  text: string,
): Promise<boolean> {
  const args = [String(position), owner, text, String(storedForMs)];
  const reply = await pulseScript.run(redis, [keys.position, keys.pulse, keys.frames], args);
  return Number(reply) === 1;
}

export async function storedValues(
  redis: RedisConnection,
  keys: LedgerKeys,
): Promise<StoredValues> {
  const asked = redis
    .multi()
    .hvals(keys.values)
    .hget(keys.pulse, 'text')
    .pttl(keys.pulse)
    .hget(keys.position, 'offset');
  const replies = repliesOf(await asked.exec().catch(throwCause));
  const [values, text, leftMs, offset] = replies as [
    string[],
    string | null,
    string,
    string | null,
  ];
  return { values, position: Number(offset ?? '0'), pulse: pulseIn(text, Number(leftMs)) };
}

/** A pulse by its text and by how long it will still be stored, as Redis gave them. */
export function pulseIn(text: string | null, leftMs: number): StoredPulse | undefined {
  return text === null ? undefined : { text, storedForMs: Math.max(0, storedForMs - leftMs) };
}

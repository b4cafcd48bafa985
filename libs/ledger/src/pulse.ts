import { repliesOf, throwCause } from './answers.js';
import type { LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { Script } from './script.js';

const pulseScript = new Script('pulse.lua');
/**
 * Longer than any reader needs: the owner of an expired pulse was silent for at least that long.
 */
const storedForMs = 60_000;

/** The last stored pulse of a partition's owner. */
export interface StoredPulse {
  readonly text: string;
  /** Time since it was stored, by the clock of Redis. */
  readonly storedForMs: number;
}

/** The values of a partition for the signs, from one atomic read. */
export interface StoredValues {
  /** The newest value message of each jackpot. */
  readonly values: readonly string[];
  /** Offset of the next record to apply; no value of a commit has a higher version. */
  readonly position: number;
  readonly pulse: StoredPulse | undefined;
}

/** @returns false if another instance owns the partition. */
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

/** A pulse from its text and its remaining time to live, as Redis gave them. */
export function pulseIn(text: string | null, leftMs: number): StoredPulse | undefined {
  return text === null ? undefined : { text, storedForMs: Math.max(0, storedForMs - leftMs) };
}

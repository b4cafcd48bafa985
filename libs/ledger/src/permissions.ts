import { isDenial } from './answers.js';
import type { LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { Script } from './script.js';

const probeScript = new Script('probe.lua');

/** Says why a user may not keep this partition, as a sentence; see `Ledger.whyDenied`. */
export async function whyDenied(
  redis: RedisConnection,
  partition: number,
  ledger: LedgerKeys,
): Promise<string | undefined> {
  const { position, accounts, jackpots, tables, claims, values, meters, pulse } = ledger;
  const { outbox, awards, frames } = ledger;
  const hashes = [position, accounts, jackpots, tables, claims, values, meters, pulse];
  // No id of a jackpot begins with a colon.
  const keys = [...hashes, outbox, awards(':probe'), frames];
  try {
    const [answer, command, key] = (await probeScript.run(redis, keys, [])) as string[];
    return answer === 'allowed' ? undefined : notAllowed(command, key);
  } catch (error) {
    if (!isDenial(error)) throw error;
    return noScripts(partition, error as Error);
  }
}

/** A script's sentence about a command that is denied to its user. */
export function notAllowed(command = '', key = ''): string {
  return `The user of REDIS_URL may not ${command} ${key}.`;
}

/** Redis denies a whole script if its user may not run scripts, or use one of its keys. */
export function noScripts(partition: number, { message }: Error): string {
  return `The user of REDIS_URL may not run scripts on the keys of partition ${partition} (${message}).`;
}

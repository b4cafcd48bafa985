// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls the probe repeatedly until it returns a value other than undefined.
 * @template T
 * @param {() => Promise<T | undefined> | T | undefined} probe
 * @param {{ limitMs: number, everyMs?: number, givenUp?: () => boolean }} options
 * @returns {Promise<T | undefined>} undefined if the limit has passed or `givenUp` is true
 */
export async function waitFor(probe, { limitMs, everyMs = 25, givenUp = () => false }) {
  const limit = performance.now() + limitMs;
  while (performance.now() < limit && !givenUp()) {
    const answer = await probe();
    if (answer !== undefined) return answer;
    await sleep(everyMs);
  }
  return undefined;
}

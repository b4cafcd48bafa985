// @ts-check
/** Waiting for a condition, with a limit. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until the probe answers something other than undefined.
 * @template T
 * @param {() => Promise<T | undefined> | T | undefined} probe
 * @param {{ limitMs: number, everyMs?: number, givenUp?: () => boolean }} options
 * @returns {Promise<T | undefined>} undefined when the limit has passed or `givenUp` says so
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

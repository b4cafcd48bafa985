// @ts-check
/** The lines that tell how far the start is. */
import { say } from '../../../tools/process/process.mjs';

/**
 * Does one step of the start and says in one line how long it took.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {(result: T) => string} [describe] what came of it
 * @returns {Promise<T>}
 */
export async function step(name, work, describe = () => '') {
  const startedAt = performance.now();
  if (process.stderr.isTTY) process.stderr.write(`        ${name} ...`);
  try {
    const result = await work();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    eraseLine();
    say(`${seconds.padStart(5)} s ${name.padEnd(17)} ${describe(result)}`.trimEnd());
    return result;
  } catch (error) {
    eraseLine();
    throw error;
  }
}

function eraseLine() {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

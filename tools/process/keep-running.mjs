// @ts-check
/** Servers that are restarted if they end by themselves. */
import { tailOf } from './read.mjs';

/** A server that ends this soon after its start, this number of times in a row, is given up. */
const soonMs = 10_000;
const soonEndings = 3;

/**
 * @template {import('./process.mjs').Server} S
 * @typedef {object} Kept
 * @property {string} name
 * @property {S} first as it was first started
 * @property {() => number} pid of the running or last process
 * @property {Promise<string>} failed resolves with the end of its log and a sentence when it is
 *   given up
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop for good, in order or by the signal
 */

/**
 * Starts a server, and again each time that it ends by itself, until `stop`.
 * @template {import('./process.mjs').Server} S
 * @param {string} name
 * @param {(ended?: S) => Promise<S>} start the new server takes over the address and data of
 *   `ended`
 * @param {(line: string) => void} log called for each restart
 * @returns {Promise<Kept<S>>}
 */
export async function keepRunning(name, start, log) {
  const first = await start();
  let server = first;
  let isStopping = false;
  /** @returns {Promise<string>} the reason that it is given up */
  const watch = async () => {
    let inARow = 0;
    for (;;) {
      const startedAt = performance.now();
      const { code, signal } = await server.exited;
      if (isStopping) return '';
      inARow = performance.now() - startedAt < soonMs ? inARow + 1 : 0;
      const what = `${name} has ended by itself (${signal ?? code})`;
      if (inARow === soonEndings) {
        const often = `${soonEndings} times in a row within ${soonMs / 1000} s of its start`;
        return `${tailOf(server.logFile, 5)}\n${what}, ${often}.`;
      }
      try {
        server = await start(server);
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        return `${message}\n${what}, and cannot be started again.`;
      }
      // This server was starting when `stop` came.
      if (isStopping) await server.stop();
      else log(`${what} and runs again as process ${server.pid}`);
    }
  };
  const watching = watch();
  return {
    name,
    first,
    pid: () => server.pid,
    failed: watching.then((why) => (isStopping ? new Promise(() => {}) : why)),
    stop: async (signal = 'SIGTERM') => {
      isStopping = true;
      server.kill(signal);
      await server.stop();
      await watching;
    },
  };
}

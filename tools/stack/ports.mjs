// @ts-check
/** Free ports on the loopback address. */
import { createServer } from 'node:net';

/**
 * Below the ports of outgoing connections, which begin at 32768 on Linux and 49152 on macOS: a
 * client that keeps calling a stopped server could be given its port and be connected to itself.
 */
export const firstPort = 20_000;
export const lastPort = 32_000;

/** Two servers that start at the same moment must not get the same port.
 * @type {Set<number>} */
const promised = new Set();

/** @returns {Promise<number>} */
export async function freePort() {
  const count = lastPort - firstPort;
  const start = Math.floor(Math.random() * count);
  for (let step = 0; step < count; step += 1) {
    const port = firstPort + ((start + step) % count);
    if (promised.has(port)) continue;
    promised.add(port);
    if (await isFree(port)) return port;
    promised.delete(port);
  }
  throw new Error(`no free port between ${firstPort} and ${lastPort}`);
}

/** @param {number} port @returns {Promise<boolean>} */
export function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

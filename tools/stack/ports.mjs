// @ts-check
/** Free ports, and the addresses of servers. */
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

export const loopback = '127.0.0.1';

/**
 * Below the ports of outgoing connections, which begin at 32768 on Linux and 49152 on macOS: a
 * client that keeps calling a stopped server could be given its port and be connected to itself.
 */
export const firstPort = 20_000;
export const lastPort = 32_000;

/** Two servers that start at the same moment must not get the same port.
 * @type {Set<number>} */
const promised = new Set();

/** @returns {Promise<number>} a port of the loopback address */
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

/** @param {number} port @param {string} [host] @returns {Promise<boolean>} */
export function isFree(port, host = loopback) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Returns the address, in the form of a URL, of a server that listens on `host`: for one that
 * listens on all addresses, that of this machine in its network, which others can use too.
 * @param {string} host
 */
export function reachedAt(host) {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? loopback;
}

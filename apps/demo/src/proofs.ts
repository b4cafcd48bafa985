import { createServer } from 'node:http';
import { join } from 'node:path';
import { readIfPresent } from '#tools/process/read.mjs';
import { freePort, loopback } from '#tools/stack/ports.mjs';
import type { Programs } from './programs.js';

const everyMs = 60 * 60_000;

/**
 * Proves the ledger at once and each hour, as operators do each day, and publishes the result of
 * the last proof, as node_exporter does for them.
 * @returns `host:port` to scrape
 */
export async function startProofs(programs: Programs) {
  const file = join(programs.logFolder, 'jackpot.prom');
  const port = await freePort();
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    response.end(readIfPresent(file) ?? '');
  });
  await new Promise<void>((resolve) => server.listen(port, loopback, resolve));
  const prove = (): Promise<unknown> => programs.runCommand(['verify', '--textfile', file]);
  let proving = prove();
  const timer = setInterval(() => (proving = prove()), everyMs);
  return {
    target: `${loopback}:${port}`,
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await proving;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

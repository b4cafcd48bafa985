// @ts-check
/** One MQTT broker on the loopback address that keeps nothing on disk. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { UserError, startServer } from '../process/process.mjs';
import { tailOf } from '../process/read.mjs';
import { waitFor } from '../process/wait.mjs';
import { freePort, loopback } from './ports.mjs';
import { findMosquitto } from './prerequisites.mjs';

/**
 * @param {{ dataDir: string, port?: number, options?: string[] }} options `port`: default: a free
 *   one; `options`: more lines of its configuration
 * @returns {Promise<import('../process/process.mjs').Server & { port: number, url: string }>}
 * @throws {UserError} if mosquitto is missing and cannot be installed, or does not start
 */
export async function startMosquitto({ dataDir, port, options = [] }) {
  const command = await findMosquitto();
  const chosen = port ?? (await freePort());
  mkdirSync(dataDir, { recursive: true });
  const configFile = join(dataDir, 'mosquitto.conf');
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  const more = options.map((line) => `${line}\n`).join('');
  writeFileSync(configFile, `listener ${chosen} ${loopback}\nallow_anonymous true\n${user}${more}`);
  const logFile = join(dataDir, 'mosquitto.log');
  const server = await startServer({ command, args: ['-c', configFile], logFile });
  const limit = { limitMs: 20_000, everyMs: 20, givenUp: server.hasExited };
  if (await waitFor(() => accepts(chosen), limit)) {
    return { ...server, port: chosen, url: `mqtt://${loopback}:${chosen}` };
  }
  await server.stop();
  throw new UserError(`${tailOf(logFile)}\nmosquitto did not start.`);
}

/** @param {number} port @returns {Promise<true | undefined>} */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, loopback);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(undefined));
    socket.once('connect', () => socket.destroy());
  });
}

// @ts-check
/** One Redis on the loopback address, with the settings of deploy/redis.conf. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { root } from '../process/paths.mjs';
import { freePort } from './ports.mjs';
import { findRedisServer } from './prerequisites.mjs';
import { UserError, startServer } from '../process/process.mjs';
import { tailOf } from '../process/read.mjs';
import { waitFor } from '../process/wait.mjs';

/**
 * @typedef {import('../process/process.mjs').Server &
 *   { port: number, url: string, dataDir: string }} Redis
 */

/**
 * Starts a Redis on the data of `dataDir`; resolves when it has loaded them and answers.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {number} [options.port] default: a free one
 * @param {Record<string, string>} [options.settings] lines of redis.conf, instead of ours
 * @returns {Promise<Redis>}
 */
export async function startRedis({ dataDir, port, settings = {} }) {
  const command = await findRedisServer();
  await dropTornCommit(command, dataDir);
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort());
    const logFile = join(dataDir, 'redis.log');
    const configFile = writeConfig(dataDir, chosen, settings);
    const server = await startServer({ command, args: [configFile], logFile });
    if (await isReady(chosen, server)) {
      return { ...server, port: chosen, url: `redis://127.0.0.1:${chosen}`, dataDir };
    }
    const log = tailOf(logFile);
    await server.stop();
    // Another process took the port between our choice and the start.
    const isClash = log.includes('Address already in use') && port === undefined;
    if (!isClash || attempt === 3) throw new UserError(`${log}\nRedis did not start.`);
  }
}

/**
 * Cuts an incomplete commit off the end of the append-only file after a crash; deploy/redis.conf
 * gives the reason. `redis-server` is `redis-check-aof` by that name. If it fails, Redis reports
 * the error.
 * @param {string} command @param {string} dataDir
 */
async function dropTornCommit(command, dataDir) {
  const manifest = join(dataDir, 'appendonlydir', 'appendonly.aof.manifest');
  if (!existsSync(manifest)) return;
  const check = spawn(command, ['--fix', manifest], {
    argv0: 'redis-check-aof',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // It asks for confirmation, but only if it has something to cut off.
  check.stdin.on('error', () => {});
  check.stdin.end('y\n');
  await new Promise((resolve) => check.once('exit', resolve).once('error', resolve));
}

/**
 * Redis takes the last line of each setting, so ours follow those of deploy/redis.conf.
 * @param {string} dataDir @param {number} port @param {Record<string, string>} settings
 */
function writeConfig(dataDir, port, settings) {
  mkdirSync(dataDir, { recursive: true });
  const ours = { bind: '127.0.0.1', port: `${port}`, dir: JSON.stringify(dataDir), ...settings };
  const lines = Object.entries(ours).map(([name, value]) => `${name} ${value}`);
  const file = join(dataDir, 'redis.conf');
  const recommended = readFileSync(join(root, 'deploy', 'redis.conf'), 'utf8');
  writeFileSync(file, `${recommended}\n${lines.join('\n')}\n`);
  return file;
}

/** @param {number} port @param {import('../process/process.mjs').Server} server */
async function isReady(port, server) {
  const options = { limitMs: 120_000, everyMs: 15, givenUp: server.hasExited };
  return (await waitFor(() => ping(port, server.pid), options)) === true;
}

/**
 * Returns true if a Redis answers PONG and is the given process: another one may have taken the
 * port. While Redis loads its data it answers -LOADING.
 * @param {number} port
 * @param {number} [pid]
 * @returns {Promise<true | undefined>}
 */
export function ping(port, pid) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let replies = '';
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('connect', () => socket.write('PING\r\nINFO server\r\nQUIT\r\n'));
    socket.on('data', (chunk) => (replies += chunk));
    socket.once('error', () => {});
    socket.once('close', () => {
      const isGiven = pid === undefined || replies.includes(`\r\nprocess_id:${pid}\r\n`);
      resolve(replies.startsWith('+PONG') && isGiven ? true : undefined);
    });
  });
}

// @ts-check
/** One Prometheus with the rules of deploy/prometheus. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../process/paths.mjs';
import { freePort, loopback, reachedAt } from './ports.mjs';
import { findPrometheus } from './prerequisites.mjs';
import { UserError, startServer } from '../process/process.mjs';
import { tailOf } from '../process/read.mjs';
import { waitFor } from '../process/wait.mjs';

const deployed = join(root, 'deploy', 'prometheus');

/** The jobs of deploy/prometheus/prometheus.yml with the address of each in that file. */
const jobs = {
  jackpot: 'jackpot:3000',
  signs: 'signs:3001',
  tables: 'tables:3003',
  node: 'node:9100',
};

/**
 * @typedef {import('../process/process.mjs').Server &
 *   { port: number, url: string, dataDir: string }} Prometheus
 *
 * @typedef {object} Scraping
 * @property {Partial<Record<keyof typeof jobs, string>>} targets `host:port` of each job; a job
 *   without one scrapes nothing
 * @property {string} [rules] the file of the rules; default: deploy/prometheus/alerts.yml
 * @property {string} [every] between two scrapes and two evaluations, as in `1s`; default: as
 *   deployed
 */

/**
 * Starts a Prometheus on the data of `dataDir`; resolves when it answers queries.
 * @param {Scraping & { dataDir: string, host?: string, port?: number }} options `host` is the
 *   address to listen on; default: loopback
 * @returns {Promise<Prometheus>}
 * @throws {UserError} if Prometheus is missing and cannot be installed, or does not start
 */
export async function startPrometheus(options) {
  const { dataDir, host = loopback, port } = options;
  const command = await findPrometheus();
  const storage = resolve(dataDir, 'data');
  const configFile = writeConfig(dataDir, options);
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort());
    const url = `http://${reachedAt(host)}:${chosen}`;
    const logFile = join(dataDir, 'prometheus.log');
    const args = [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${storage}`,
      `--web.listen-address=${host.includes(':') ? `[${host}]` : host}:${chosen}`,
      '--log.level=warn',
    ];
    const server = await startServer({ command, args, logFile });
    const limit = { limitMs: 120_000, everyMs: 50, givenUp: server.hasExited };
    const isReady = await waitFor(() => answers(url, storage), limit);
    if (isReady) return { ...server, port: chosen, url, dataDir };
    const log = tailOf(logFile);
    await server.stop();
    // Another process took the port between our choice and the start.
    const isClash = log.includes('address already in use') && port === undefined;
    if (!isClash || attempt === 3) throw new UserError(`${log}\nPrometheus did not start.`);
  }
}

/**
 * @param {string} url of a Prometheus
 * @returns {Promise<{ labels: Record<string, string>, annotations: Record<string, string> }[]>} the
 *   alerts that fire now
 */
export async function firingAlerts(url) {
  const response = await fetch(`${url}/api/v1/alerts`);
  const { data } = /** @type {any} */ (await response.json());
  return data.alerts.filter((/** @type {{ state: string }} */ { state }) => state === 'firing');
}

/**
 * The deployed configuration with the addresses of this machine.
 * @param {string} dataDir
 * @param {Scraping} scraping
 */
function writeConfig(dataDir, { targets, rules = join(deployed, 'alerts.yml'), every }) {
  let text = readFileSync(join(deployed, 'prometheus.yml'), 'utf8');
  /** @param {string | RegExp} found @param {string} wanted */
  const replace = (found, wanted) => {
    const replaced = text.replace(found, () => wanted);
    if (replaced === text) throw new Error(`deploy/prometheus/prometheus.yml has no ${found}`);
    text = replaced;
  };
  for (const [job, address] of Object.entries(jobs)) {
    const target = targets[/** @type {keyof typeof jobs} */ (job)];
    replace(`['${address}']`, target === undefined ? '[]' : `['${target}']`);
  }
  replace('[alerts.yml]', JSON.stringify([resolve(rules)]));
  if (every !== undefined) {
    replace(/scrape_interval: \w+/, `scrape_interval: ${every}`);
    replace(/evaluation_interval: \w+/, `evaluation_interval: ${every}`);
  }
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'prometheus.yml');
  writeFileSync(file, text);
  return file;
}

/**
 * Returns true if a Prometheus is ready and is ours: another one may have taken the port.
 * @param {string} url @param {string} storage
 * @returns {Promise<true | undefined>}
 */
async function answers(url, storage) {
  try {
    if (!(await fetch(`${url}/-/ready`)).ok) return undefined;
    const flags = await (await fetch(`${url}/api/v1/status/flags`)).json();
    return /** @type {any} */ (flags).data['storage.tsdb.path'] === storage ? true : undefined;
  } catch {
    return undefined;
  }
}

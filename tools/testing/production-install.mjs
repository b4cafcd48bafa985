// @ts-check
/** Installs the services as on a production machine, and a given Node to run them, for a test. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../process/lock.mjs';
import { installEnvironment, localFolder, root } from '../process/paths.mjs';
import { UserError, run } from '../process/process.mjs';

/** Returns the lowest Node in `engines`. */
export function lowestNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = /^\^(\d+\.\d+\.\d+) /.exec(engines.node)?.[1];
  if (!version) throw new Error(`engines names no lowest Node: ${engines.node}`);
  return version;
}

/**
 * Installs that Node from npm. This platform's package contains the program itself, so no install
 * script needs to run.
 * @param {string} version
 * @returns {Promise<string>} the folder with the program
 */
export async function nodeFolder(version) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(localFolder, `node-${version}`);
  const bin = join(folder, 'node_modules', name, 'bin');
  await withLock(join(localFolder, `node-${version}.lock`), async () => {
    if (existsSync(join(bin, 'node'))) return;
    mkdirSync(folder, { recursive: true });
    await npm(folder, ['install', '--prefix', folder, '--no-save', `${name}@${version}`]);
  });
  return bin;
}

/**
 * Installs in a folder the files of a production machine: dist, and no development packages.
 * @param {string} folder
 */
export async function installForProduction(folder) {
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'dist']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  await npm(folder, ['ci', '--omit=dev', '--omit=optional']);
}

/** npm's errors for an unreachable registry, as opposed to a registry that refused. */
const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

/** No registry can be reached, so the check proves nothing about the product. */
export class NoRegistry extends UserError {
  constructor() {
    super('no registry answers, so nothing could be installed');
  }
}

/** @param {string} cwd @param {string[]} command */
async function npm(cwd, command) {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const retries = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  const args = [...command, ...options, ...retries, '--loglevel=error', '--engine-strict=false'];
  const { code, output } = await run('npm', args, { cwd, env: installEnvironment() });
  if (code === 0) return;
  if (unreachable.test(output)) throw new NoRegistry();
  throw new UserError(`${output.trimEnd()}\nnpm ${command[0]} failed.`);
}

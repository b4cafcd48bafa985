// @ts-check
/** An installation as in production, and a Node of a given version to run it on, for its test. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './process/lock.mjs';
import { installEnvironment, localFolder, root } from './process/paths.mjs';
import { UserError, run } from './process/process.mjs';

/** The lowest Node that `engines` promises to run the services on. */
export function lowestNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = /^\^(\d+\.\d+\.\d+) /.exec(engines.node)?.[1];
  if (!version) throw new UserError(`engines names no lowest Node: ${engines.node}`);
  return version;
}

/**
 * The folder with the program of that Node, from npm. The package for this platform is all program:
 * no install script needs to run.
 * @param {string} version
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
 * Installs in a folder what a production machine has: what was built, and no development package.
 * @param {string} folder
 */
export async function installForProduction(folder) {
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'dist']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  await npm(folder, ['ci', '--omit=dev']);
}

/** npm's words for a registry that is not reached, as against one that refuses something. */
const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

/** What to say where no registry can be reached, which is no fault of ours. */
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

// @ts-check
/** Where a demo keeps its logs and its keys. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { localFolder } from '../../../tools/process/paths.mjs';

const runsKept = 10;

/**
 * A folder for the logs of this run; those of the runs before the last ten are removed.
 * @param {Date} now
 * @param {string} parent
 * @returns {string}
 */
export function makeRunFolder(now, parent = join(localFolder, 'demo')) {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const folder = join(parent, `${moment}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const runs = readdirSync(parent).filter((name) => /^\d{8}T\d{6}Z-\d+$/.test(name));
  for (const name of runs.sort().slice(0, -runsKept)) {
    rmSync(join(parent, name), { recursive: true, force: true });
  }
  return folder;
}

/**
 * The key files. Commands that are kept in a log must find their key in every later run, so the
 * keys lie with the data, and those given in the environment are used.
 * @param {string} folder with the data that are kept, or of this run
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ publicFile: string, privateFile: string }}
 */
export function keyFiles(folder, env = process.env) {
  mkdirSync(folder, { recursive: true });
  return {
    publicFile: env.COMMAND_KEYS || join(folder, 'command-keys.json'),
    privateFile: env.COMMAND_KEY || join(folder, 'demo.private.jwk'),
  };
}

// @ts-check
/** Where things are. Everything that these scripts make lies in `.local`, which git ignores. */
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const localFolder = join(root, '.local');
export const binFolder = join(root, 'node_modules', '.bin');

/** The Node that the project is pinned to, an npm package; the one on the machine may be older. */
export const pinnedNode = join(binFolder, 'node');

/**
 * The folder that file names on the command line are relative to. npm runs every script in the
 * project's root and keeps the folder in which the person typed in INIT_CWD.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} cwd
 */
export function userFolder(env = process.env, cwd = process.cwd()) {
  return cwd === root && env.INIT_CWD ? env.INIT_CWD : cwd;
}

/**
 * The environment for the project's own programs: its tools, Node among them, come first on PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(env = process.env) {
  return { ...env, PATH: [binFolder, ...foreignFolders(env)].join(delimiter) };
}

/**
 * The environment for installing: npm removes node_modules, so no tool out of it may take part.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function installEnvironment(env = process.env) {
  return { ...env, PATH: foreignFolders(env).join(delimiter) };
}

/** @param {NodeJS.ProcessEnv} env */
function foreignFolders(env) {
  return (env.PATH ?? '').split(delimiter).filter((folder) => folder !== binFolder);
}

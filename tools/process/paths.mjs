// @ts-check
/** Folders and PATH. The tools keep all their files in `.local`, which git ignores. */
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const localFolder = join(root, '.local');
export const binFolder = join(root, 'node_modules', '.bin');

/** The pinned Node, an npm package; the machine's own may be older. */
export const pinnedNode = join(binFolder, 'node');

/**
 * Returns the folder of relative file names: npm runs scripts in the root and sets INIT_CWD.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} cwd
 */
export function userFolder(env = process.env, cwd = process.cwd()) {
  return cwd === root && env.INIT_CWD ? env.INIT_CWD : cwd;
}

/**
 * Returns the environment for the project's own programs: node_modules/.bin comes first on PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(env = process.env) {
  return { ...env, PATH: [binFolder, ...foreignFolders(env)].join(delimiter) };
}

/**
 * Returns the environment for npm, which may remove node_modules and so must not run programs from
 * it.
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

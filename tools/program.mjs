// @ts-check
/** Runs programs in the foreground, with our stdio, as if called directly. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { pinnedNode, root, toolEnvironment, userFolder } from './process/paths.mjs';
import { UserError, exitCodeOf } from './process/process.mjs';
import { whenParentEnds } from './process/stop-request.mjs';

/**
 * Runs one of the project's programs on the pinned Node.
 * @param {string} file from the project's root
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runProgram(file, args) {
  const path = join(root, file);
  if (!existsSync(path)) throw new UserError(`There is no ${file}.`, 64);
  const nodeArgs = ['--enable-source-maps', path, ...args];
  return runInForeground(pinnedNode, nodeArgs, userFolder(), toolEnvironment());
}

/**
 * Runs a program from its TypeScript source, in the project's root.
 * @param {string} file from the project's root
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runSource(file, args) {
  if (!existsSync(join(root, file))) throw new UserError(`There is no ${file}.`, 64);
  const flags = ['--conditions=source', '--enable-source-maps'];
  const nodeArgs = [...flags, '--import', './tools/typescript.mjs', file, ...args];
  return runInForeground(pinnedNode, nodeArgs, root, toolEnvironment());
}

/**
 * Runs a program, and forwards signals that were sent only to us.
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} [signal] ends it
 * @returns {Promise<number>} its exit code
 */
export function runInForeground(command, args, cwd, env, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    // The terminal sends Ctrl-C to the child too; a second one could make it stop at once.
    const onInterrupt = isatty(0) ? () => {} : forward;
    const handlers = { SIGINT: onInterrupt, SIGTERM: forward, SIGHUP: forward };
    for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
    const endWatch = whenParentEnds(() => forward('SIGTERM'));
    signal?.addEventListener('abort', () => child.kill('SIGKILL'));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const [name, handler] of Object.entries(handlers)) process.off(name, handler);
      endWatch();
      resolve(exitCodeOf(code, signal));
    });
  });
}

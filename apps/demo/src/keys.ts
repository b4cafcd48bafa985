import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '#tools/process/process.mjs';
import type { Programs } from './programs.js';

/** Name of the demo's ledger, which what is signed here is good in alone. */
const ledger = 'demo';

/**
 * The files of a root and of a key that may do everything. They are beside the data: a log that was
 * kept trusts the root that it began with.
 * @returns COMMAND_ROOT and COMMAND_KEY for all programs, and the files that `keys` alone needs.
 */
export function keyFiles(folder: string) {
  mkdirSync(folder, { recursive: true });
  return {
    env: {
      COMMAND_ROOT: join(folder, 'root.jwks'),
      COMMAND_KEY: join(folder, 'demo.private.jwk'),
    },
    rootKey: join(folder, 'root.private.jwk'),
    publicKey: join(folder, 'demo.public.jwk'),
  };
}

export type KeyFiles = ReturnType<typeof keyFiles>;

/** Makes the root and the key, where a run before has left none. */
export async function makeKeys(programs: Programs, files: KeyFiles): Promise<void> {
  const { env, rootKey, publicKey } = files;
  const all = [...Object.values(env), rootKey, publicKey];
  if (all.every(existsSync)) return;
  const root = ['--kid', 'root', '--root', '--public', env.COMMAND_ROOT, '--private', rootKey];
  const roles = ['--roles', 'keys,configure,operate,adjust'];
  const key = ['--kid', 'demo', ...roles, '--public', publicKey, '--private', env.COMMAND_KEY];
  const made = await Promise.all(
    [root, key].map((args) => programs.runCommand(['keys', 'new', ...args])),
  );
  const failed = made.find(({ code }) => code !== 0);
  if (failed) throw new UserError(`${failed.output}The demo has no keys to sign with.`);
}

/** Puts the key in force, signed by the root; where it is already, nothing is sent. */
export async function addKeys(programs: Programs, { rootKey, publicKey }: KeyFiles): Promise<void> {
  const add = ['keys', 'add', publicKey, '--ledger', ledger];
  const { code, output } = await programs.runCommand(add, { COMMAND_KEY: rootKey });
  if (code === 0 || programs.isStopRequested()) return;
  const log = join(programs.logFolder, 'cli.log');
  throw new UserError(`${output}The demo’s key was not put in force: ${log}`);
}

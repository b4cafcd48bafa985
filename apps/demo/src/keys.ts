import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '#tools/process/process.mjs';
import type { Programs } from './programs.js';

/** Name of the demo's ledger; signatures made here are valid only in it. */
export const demoLedger = 'demo';

/** The people who verify and pay large wins: one key each, with that person's roles. */
const roles = { supervisor: 'operate,adjust', manager: 'approve', cashier: 'pay' } as const;
export type DemoPerson = keyof typeof roles;
export const people = Object.keys(roles) as DemoPerson[];

/**
 * Returns the files of a root, of a key with every role except pay and approve, and of people's
 * keys. They are next to the kept data: such a log trusts the root that it began with.
 * @returns COMMAND_ROOT and COMMAND_KEY for all programs, and the files that only `keys` needs.
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
    people: Object.fromEntries(
      people.map((kid) => [
        kid,
        {
          publicKey: join(folder, `${kid}.public.jwk`),
          privateKey: join(folder, `${kid}.private.jwk`),
        },
      ]),
    ) as Record<DemoPerson, { readonly publicKey: string; readonly privateKey: string }>,
  };
}

export type KeyFiles = ReturnType<typeof keyFiles>;

/** Makes the root and the keys, if no earlier run has left any. */
export async function makeKeys(programs: Programs, files: KeyFiles): Promise<void> {
  const { env, rootKey, publicKey } = files;
  const all = ['--holder', 'demo', '--roles', 'keys,configure,operate,adjust,close'];
  const made = await Promise.all([
    makeKey(programs, 'root', ['--root'], env.COMMAND_ROOT, rootKey),
    makeKey(programs, 'demo', all, publicKey, env.COMMAND_KEY),
    ...people.map((kid) => {
      const own = files.people[kid];
      const what = ['--holder', kid, '--roles', roles[kid]];
      return makeKey(programs, kid, what, own.publicKey, own.privateKey);
    }),
  ]);
  const failed = made.find(({ code }) => code !== 0);
  if (failed) throw new UserError(`${failed.output}The demo has no keys to sign with.`);
}

async function makeKey(
  programs: Programs,
  kid: string,
  what: readonly string[],
  publicFile: string,
  privateFile: string,
): Promise<{ code: number | null; output: string }> {
  const files = ['--public', publicFile, '--private', privateFile];
  if ([publicFile, privateFile].every(existsSync)) return { code: 0, output: '' };
  return programs.runCommand([
    'keys',
    'new',
    '--ledger',
    demoLedger,
    '--kid',
    kid,
    ...what,
    ...files,
  ]);
}

/** Puts the keys in force, signed by the root; sends nothing if they are in force already. */
export async function addDemoKeys(programs: Programs, files: KeyFiles): Promise<void> {
  const own = people.map((kid) => files.people[kid].publicKey);
  const add = ['keys', 'add', '--yes', files.publicKey, ...own];
  const { code, output } = await programs.runCommand(add, { COMMAND_KEY: files.rootKey });
  if (code === 0 || programs.isStopRequested()) return;
  const log = join(programs.logFolder, 'cli.log');
  throw new UserError(`${output}The demo’s keys were not put in force: ${log}`);
}

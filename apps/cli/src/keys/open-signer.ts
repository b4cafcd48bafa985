import { exitCodes, UserError } from '#contract/exit-codes';
import { Signer } from '#acts';
import type { CliEnv } from '../env.js';
import type { Terminal } from '../terminal/terminal.js';
import { readPrivateKey } from './key-files.js';

/**
 * @param file the value of COMMAND_KEY.
 * @param terminal is warned if others may read the file.
 * @throws UserError if the file is missing, or does not hold a private key.
 */
export function openSigner(file: string | undefined, terminal: Pick<Terminal, 'warn'>): Signer {
  if (file) return new Signer(readPrivateKey(file, terminal), file);
  const fix = 'set it to the file of your private key';
  throw new UserError(`COMMAND_KEY is missing: ${fix}.`, exitCodes.config);
}

/**
 * The signer of a command, and the source that it names.
 * @param source by default that of the key.
 * @throws UserError like `openSigner`.
 */
export function signingWith(
  { env, terminal }: { readonly env: CliEnv; readonly terminal: Pick<Terminal, 'warn'> },
  source: string | undefined,
): { readonly source: string; readonly key: Signer } {
  const key = openSigner(env.COMMAND_KEY, terminal);
  return { source: source ?? key.source, key };
}

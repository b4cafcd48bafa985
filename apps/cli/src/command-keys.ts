import { readFileSync } from 'node:fs';
import { exitCodes, readCommandKeys, type CommandKeys } from '#contract';
import { UserError } from './user-error.js';

/**
 * The key set of the service. Without it a fold refuses commands that the service applied.
 * @param file the value of COMMAND_KEYS.
 * @throws UserError when it is not set, or the file is no key set.
 */
export function loadCommandKeys(file: string | undefined): CommandKeys {
  if (!file) {
    const fix = 'set it to the file of public keys that the service uses';
    throw new UserError(`COMMAND_KEYS is missing: ${fix}.`, exitCodes.config);
  }
  try {
    return readCommandKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    const { message } = error as Error;
    throw new UserError(`COMMAND_KEYS: ${file} cannot be used (${message}).`, exitCodes.config);
  }
}

import { exitCodes, readRoot, type Root, UserError } from '#contract';
import { readKeyText } from './key-files.js';

/**
 * The first root of the ledger, which makes the log's first keys trusted.
 * @param file the value of COMMAND_ROOT.
 * @throws UserError if it is not set, or the file is not a root.
 */
export function loadRoot(file: string | undefined): Root {
  if (!file) {
    const fix = 'set it to the file of the root’s public keys, which the service uses';
    throw new UserError(`COMMAND_ROOT is missing: ${fix}.`, exitCodes.config);
  }
  const fail = (why: string): never => {
    throw new UserError(`COMMAND_ROOT: ${file} cannot be used (${why}).`, exitCodes.config);
  };
  const text = readKeyText(file, fail);
  try {
    return readRoot(text);
  } catch (error) {
    return fail((error as Error).message);
  }
}

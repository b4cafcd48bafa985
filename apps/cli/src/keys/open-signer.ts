import { exitCodes, UserError } from '#contract/exit-codes';
import { Signer } from '#acts';
import { readPrivateKey } from './key-files.js';

/**
 * @param file the value of COMMAND_KEY.
 * @throws UserError when there is no file, or it holds no private key.
 */
export function openSigner(file: string | undefined): Signer {
  if (file) return new Signer(readPrivateKey(file), file);
  const fix = 'set it to the file of your private key';
  throw new UserError(`COMMAND_KEY is missing: ${fix}.`, exitCodes.config);
}

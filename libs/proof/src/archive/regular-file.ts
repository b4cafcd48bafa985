import { lstatSync } from 'node:fs';
import { UserError, differs } from '#contract/exit-codes';

/**
 * Size of an archive file in bytes, before it is opened: a pipe or a device could be read without
 * end, and a link leads elsewhere.
 * @throws UserError if it is missing, or not a regular file.
 */
export function sizeOfRegular(path: string): number {
  try {
    const found = lstatSync(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw differs(`${path} is missing`);
    throw new UserError(`${path} cannot be read: ${message}.`);
  }
  throw differs(
    `${path} is not a regular file but a link, a folder or a device: put the file of the other copy there`,
  );
}

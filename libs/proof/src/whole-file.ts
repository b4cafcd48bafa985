import { renameSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that takes its name when it is whole and on the disk, so that nobody reads half of
 * it.
 * @throws the error of the file system.
 */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { flush: true });
  renameSync(`${path}.part`, path);
}

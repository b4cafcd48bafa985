import { renameSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that gets its name only once it is whole and on disk, so that nobody reads half of
 * it.
 * @throws the error of the file system.
 */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { flush: true });
  renameSync(`${path}.part`, path);
}

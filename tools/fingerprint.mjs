// @ts-check
/** Detects changed files by their names, sizes and times: quick enough for every command. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} folder
 * @param {string[]} files relative to the folder
 */
export function fingerprint(folder, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false });
    hash.update(`${file} ${stats?.size} ${stats?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * All files below a folder, sorted, with their paths from `folder` on; none if it is not there.
 * @param {string} folder
 * @param {string} name
 * @returns {string[]}
 */
export function filesBelow(folder, name) {
  return entriesOf(join(folder, name)).flatMap((entry) => {
    const path = `${name}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(folder, path);
    return [path];
  });
}

/** @param {string} file @returns {string | undefined} */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}

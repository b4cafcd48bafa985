// @ts-check
/** Files that a shell can source. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readIfPresent } from './read.mjs';

/**
 * @param {Record<string, string | undefined>} variables
 * @returns {string} a line `export NAME='value'` for each that has a value
 */
export function exportLines(variables) {
  return Object.entries(variables)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export ${name}='${value?.replaceAll("'", `'\\''`)}'\n`)
    .join('');
}

/**
 * Writes a file that only its owner may read, because an address may contain a password.
 * @param {string} file @param {string} lines
 * @returns {() => void} removes it, unless another program has written it since
 */
export function writeEnvFile(file, lines) {
  const part = `${file}.${process.pid}.part`;
  // Renamed, so that a script that waits for the file never reads half of it.
  writeFileSync(part, lines, { mode: 0o600 });
  renameSync(part, file);
  return () => {
    if (readIfPresent(file) === lines) rmSync(file, { force: true });
  };
}

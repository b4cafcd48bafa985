// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/**
 * The last lines of a log, to be shown with an error.
 * @param {string} file
 * @param {number} [lines]
 */
export function tailOf(file, lines = 20) {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

// @ts-check
import { readFileSync } from 'node:fs';

/** @param {string} file @returns {string | undefined} its text; undefined if it cannot be read */
export function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Returns the last lines of a log, for an error message.
 * @param {string} file
 * @param {number} [lines]
 */
export function tailOf(file, lines = 20) {
  return (readIfPresent(file) ?? '').trimEnd().split('\n').slice(-lines).join('\n');
}

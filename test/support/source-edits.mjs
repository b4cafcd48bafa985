// @ts-check
/**
 * Edits sources while they are loaded, so that a mutant needs no copy of the project; imported
 * before `tools/typescript.mjs`. `SOURCE_EDIT` names a JSON file `[{ file, find, replace }]`;
 * without it nothing is edited. An edit calls `reached()` where it takes effect; at its end each
 * process appends the number of calls of each edit to FILE.reached.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const editFile = process.env['SOURCE_EDIT'];
/** @type {{ file: string, find: string, replace: string }[]} */
const edits = editFile ? JSON.parse(readFileSync(editFile, 'utf8')) : [];

if (editFile) {
  const calls = edits.map(() => 0);
  const reached = (/** @type {number} */ index) => (calls[index] = (calls[index] ?? 0) + 1) > 0;
  Object.assign(globalThis, { reached, editSource });
  process.on('exit', () => appendFileSync(`${editFile}.reached`, `${JSON.stringify(calls)}\n`));
}

/** @param {string} filename @param {string} source */
function editSource(filename, source) {
  for (const [index, { file, find, replace }] of edits.entries()) {
    if (`${root}${file}` !== filename) continue;
    if (source.split(find).length !== 2) {
      throw new Error(`${file} must contain exactly once: ${find}`);
    }
    source = source.replace(find, () => replace.replaceAll('reached()', `reached(${index})`));
  }
  return source;
}

// @ts-check
/**
 * Runs the project's TypeScript in Node as Jest runs it: by swc, with the settings of `.swcrc`.
 * Used as `node --conditions=source --import ./tools/typescript.mjs FILE`, which is what
 * `bootstrap.mjs program FILE` does. Node's own type stripping does not support decorators.
 *
 * `SOURCE_EDIT` names a JSON file `[{ file, find, replace }]`: these sources are edited as they are
 * loaded, so that a mutant needs no copy of the project. An edit calls `reached()` where it takes
 * effect; at its end each process appends the number of calls of each edit to FILE.reached.
 */
import { transformSync } from '@swc/core';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const editFile = process.env['SOURCE_EDIT'];
/** @type {{ file: string, find: string, replace: string }[]} */
const edits = editFile ? JSON.parse(readFileSync(editFile, 'utf8')) : [];

if (editFile) {
  const calls = edits.map(() => 0);
  const reached = (/** @type {number} */ index) => (calls[index] = (calls[index] ?? 0) + 1) > 0;
  Object.assign(globalThis, { reached });
  process.on('exit', () => appendFileSync(`${editFile}.reached`, `${JSON.stringify(calls)}\n`));
}

registerHooks({
  resolve(specifier, context, next) {
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
      const source = specifier.replace(/\.js$/, '.ts');
      if (existsSync(new URL(source, context.parentURL))) return next(source, context);
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(edited(filename), { filename, cwd: root });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

/** @param {string} filename */
function edited(filename) {
  let source = readFileSync(filename, 'utf8');
  for (const [index, { file, find, replace }] of edits.entries()) {
    if (`${root}${file}` !== filename) continue;
    if (source.split(find).length !== 2) {
      throw new Error(`${file} must contain exactly once: ${find}`);
    }
    source = source.replace(find, () => replace.replaceAll('reached()', `reached(${index})`));
  }
  return source;
}

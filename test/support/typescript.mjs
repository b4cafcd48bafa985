// @ts-check
/**
 * Runs the project's TypeScript in Node as Jest runs it: by swc, with the settings of `.swcrc`.
 * Used as `node --conditions=source --import ./test/support/typescript.mjs FILE`, which is what
 * `bootstrap.mjs program FILE` does. Node's own type stripping knows no decorators.
 *
 * `SOURCE_EDIT` names a JSON file `{ file, find, replace }`: that source is loaded with the edit, so
 * that a mutation can be tried without a copy of the project.
 */
import { transformSync } from '@swc/core';
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const editFile = process.env['SOURCE_EDIT'];
/** @type {{ file: string, find: string, replace: string } | undefined} */
const edit = editFile ? JSON.parse(readFileSync(editFile, 'utf8')) : undefined;

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
  const source = readFileSync(filename, 'utf8');
  if (edit === undefined || `${root}${edit.file}` !== filename) return source;
  if (source.split(edit.find).length !== 2) {
    throw new Error(`${edit.file} does not hold exactly once what is to be edited: ${edit.find}`);
  }
  return source.replace(edit.find, () => edit.replace);
}

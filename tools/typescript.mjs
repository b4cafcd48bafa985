// @ts-check
/**
 * Runs the project's TypeScript in Node like Jest: by swc, with the settings of `.swcrc`. Used as
 * `node --conditions=source --import ./tools/typescript.mjs FILE`, which is the command of
 * `bootstrap.mjs program FILE`. Node's own type stripping does not support decorators.
 */
import { transformSync } from '@swc/core';
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * A test imported earlier puts faults into the sources (`test/support/source-edits.mjs`).
 * @type {{ editSource: (filename: string, source: string) => string }}
 */
const { editSource = (_, source) => source } = /** @type {any} */ (globalThis);

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
    const source = editSource(filename, readFileSync(filename, 'utf8'));
    const { code } = transformSync(source, { filename, cwd: root });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

// @ts-check
/**
 * Draws the imports between rooms into ARCHITECTURE.md; `--check` says whether the drawing is true.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const document = join(root, 'ARCHITECTURE.md');
const begin = '<!-- drawn by npm run picture -->';
const end = '<!-- end of the picture -->';

const text = readFileSync(document, 'utf8');
const from = text.indexOf(begin);
const to = text.indexOf(end);
if (from < 0 || to < from) throw new Error(`ARCHITECTURE.md lacks "${begin}" or "${end}"`);
const drawn = `${text.slice(0, from + begin.length)}\n\n${picture()}\n${text.slice(to)}`;

if (!process.argv.includes('--check')) writeFileSync(document, drawn);
else if (drawn !== text) {
  process.stderr.write('The picture in ARCHITECTURE.md is out of date; run: npm run picture\n');
  process.exitCode = 1;
}

/** The rooms and the arrows between them, without tests and without arrows that others imply. */
function picture() {
  const tests = 'spec[.]ts$|/testing/|^libs/testing/|/bench/|/page/';
  const room = '^(apps|libs)/[^/]+';
  const options = ['--include-only', '^(apps|libs)/', '--exclude', tests, '--collapse', room];
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [program, ...options, '--output-type', 'json', 'apps', 'libs'];
  const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  /** @type {{ modules: { source: string, dependencies: { resolved: string }[] }[] }} */
  const { modules } = JSON.parse(output);
  const imports = new Map(
    modules.map(({ source, dependencies }) => [
      source,
      new Set(dependencies.map(({ resolved }) => resolved).filter((other) => other !== source)),
    ]),
  );
  /** @type {(from: string, to: string) => boolean} */
  const leadsTo = (from, to) =>
    [...(imports.get(from) ?? [])].some((next) => next === to || leadsTo(next, to));
  const lines = [...imports].flatMap(([from, direct]) =>
    [...direct]
      .filter((to) => ![...direct].some((other) => other !== to && leadsTo(other, to)))
      .map((to) => `  ${from.replace('/', '_')}[${from}] --> ${to.replace('/', '_')}[${to}]`),
  );
  return ['```mermaid', 'flowchart TD', ...lines.sort(), '```', ''].join('\n');
}

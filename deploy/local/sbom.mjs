// @ts-check
/** Writes what is shipped, package by package, to dist/sbom.json (CycloneDX), from the lock file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installEnvironment, root } from './paths.mjs';
import { Fault, run, say } from './process.mjs';

const file = join(root, 'dist', 'sbom.json');

try {
  const options = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const { code, output } = await run('npm', ['sbom', ...options, '--loglevel=error'], {
    cwd: root,
    env: installEnvironment(),
  });
  if (code !== 0)
    throw new Fault(`${output.trimEnd()}\nnpm sbom failed; it needs npm 10 or newer.`);
  // Whatever npm has to warn of comes before the document.
  const document = JSON.parse(output.slice(output.indexOf('{')));
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  say(`${document.components.length} packages in dist/sbom.json`);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}

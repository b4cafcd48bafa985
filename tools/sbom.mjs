// @ts-check
/** Writes the shipped packages to dist/sbom.json (CycloneDX), from the lock file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedPaths } from './licences.mjs';
import { installEnvironment, root } from './process/paths.mjs';
import { UserError, run, say } from './process/process.mjs';

const file = join(root, 'dist', 'sbom.json');

try {
  // With `--omit dev` npm 11.19 also omits packages that a development package needs, such as
  // kafkajs.
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { code, output } = await run('npm', ['sbom', ...options, '--loglevel=error'], {
    cwd: root,
    env: installEnvironment(),
  });
  if (code !== 0)
    throw new UserError(`${output.trimEnd()}\nnpm sbom failed; it needs npm 10 or newer.`);
  // npm prints its warnings before the document.
  const document = onlyShipped(JSON.parse(output.slice(output.indexOf('{'))));
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  say(`${document.components.length} packages in dist/sbom.json`);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}

/**
 * Removes the packages that the lock file marks as needed for development alone.
 * @param {{ components: { name: string, version: string, 'bom-ref': string }[],
 *   dependencies: { ref: string, dependsOn?: string[] }[] }} document
 */
function onlyShipped(document) {
  const shipped = new Set(shippedPaths(root).map(({ name, version }) => `${name}@${version}`));
  const isDropped = new Set(
    document.components
      .filter(({ name, version }) => !shipped.has(`${name}@${version}`))
      .map((component) => component['bom-ref']),
  );
  const dependencies = document.dependencies
    .filter(({ ref }) => !isDropped.has(ref))
    .map(({ dependsOn = [], ...rest }) => ({
      ...rest,
      dependsOn: dependsOn.filter((ref) => !isDropped.has(ref)),
    }));
  const components = document.components.filter((each) => !isDropped.has(each['bom-ref']));
  return { ...document, components, dependencies };
}

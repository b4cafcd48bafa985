import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process/paths.mjs';

interface Lock {
  packages: Record<
    string,
    { version: string; dev?: boolean; hasInstallScript?: boolean; optional?: boolean }
  >;
}

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;
const manifest = read('package.json') as {
  dependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const { packages } = read('package-lock.json') as Lock;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

test('every package with an install script is listed in allowScripts, and only Node’s may run it', () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripted.length).toBeGreaterThan(0);
  for (const [path] of scripted) expect(manifest.allowScripts).toHaveProperty([nameOf(path)]);
  const allowed = Object.entries(manifest.allowScripts).filter(([, may]) => may);
  expect(allowed).toEqual([['node', true]]);
});

test('every dependency has an exact version', () => {
  for (const version of Object.values(manifest.dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test('the bill of materials names every package that is shipped, with its hash', () => {
  execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, stdio: 'pipe' });
  const sbom = read('dist/sbom.json') as {
    bomFormat: string;
    components: { name: string; version: string; hashes?: unknown[] }[];
  };
  expect(sbom.bomFormat).toBe('CycloneDX');
  const named = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
  const shipped = Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path, { version }]) => `${nameOf(path)}@${version}`);
  expect(shipped.length).toBeGreaterThan(60);
  expect(shipped.filter((each) => !named.has(each))).toEqual([]);
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(named).toContain(`${name}@${version}`);
  }
  expect(named.has(`jest@${packages['node_modules/jest']?.version}`)).toBe(false);
  expect(sbom.components.every(({ hashes }) => (hashes ?? []).length > 0)).toBe(true);
}, 60_000);

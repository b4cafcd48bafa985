import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Style is a unit test: the layering, the purity of the money code, and the size of the rooms. */

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const sources = tracked.filter((file) => /^(apps|libs)\/.*\.ts$/.test(file));
const shipped = sources.filter((file) => !/\.(spec|int-spec|e2e-spec)\.ts$|\/testing\//.test(file));
const read = (file: string): string => readFileSync(file, 'utf8');

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/^(?:import|export)[^;]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    (match) => match[1] ?? (match[2] as string),
  );
}

/** Which libraries a library may import. */
const layers: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  pools: ['rules'],
  contract: ['rules', 'pools'],
  ledger: [],
  log: [],
  service: ['contract'],
  engine: ['rules', 'pools', 'contract', 'ledger', 'log'],
};

describe('layering', () => {
  it.each(Object.keys(layers))('libs/%s imports only the libraries below it', (library) => {
    const wrong = shipped
      .filter((file) => file.startsWith(`libs/${library}/src/`))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => name.startsWith('#'))
          .filter((name) => !layers[library]?.includes(name.slice(1).split('/')[0] as string))
          .map((name) => `${file} imports ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it('knows every library', () => {
    const { imports } = JSON.parse(read('package.json')) as { imports: object };
    const libraries = Object.keys(layers).map((name) => `#${name}`);
    expect(Object.keys(imports).sort()).toEqual([...libraries, '#tools/*'].sort());
  });

  it('imports the tools in the demo alone, which no production machine runs', () => {
    const wrong = shipped
      .filter((file) => !file.startsWith('apps/demo/'))
      .filter((file) => importsOf(file).some((name) => name.startsWith('#tools/')));
    expect(wrong).toEqual([]);
  });

  it('lets tools/stack use tools/process alone, and tools/process nothing of ours', () => {
    const wrong = tracked
      .filter((file) => /^tools\/(stack|process)\/.*\.mjs$/.test(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => name.startsWith('.'))
          .map((name) => join(dirname(file), name))
          .filter((path) => dirname(path) !== dirname(file) && dirname(path) !== 'tools/process')
          .map((path) => `${file} imports ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it('lets no file reach into another library or app by its path', () => {
    const wrong = shipped.flatMap((file) => {
      const home = file.split('/').slice(0, 2).join('/');
      return importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => join(dirname(file), name))
        .filter((path) => !path.startsWith(`${home}/`))
        .map((path) => `${file} imports ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lets the CLI’s proof import no command', () => {
    const proof = shipped.filter((file) => file.startsWith('apps/cli/src/proof/'));
    const allowed = /^(#|node:|\.\/|\.\.\/(connections|command-keys|user-error)\.js$)/;
    const wrong = proof.flatMap((file) =>
      importsOf(file)
        .filter((name) => !allowed.test(name))
        .map((name) => `${file} imports ${name}`),
    );
    expect(proof.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });

  it('keeps the law and the fold free of packages, clocks, chance and processes (M8)', () => {
    const pure = shipped.filter((file) => /^libs\/(rules|pools)\/src\//.test(file));
    const wrong = pure.flatMap((file) => [
      ...importsOf(file)
        .filter((name) => !/^(\.|#rules$)/.test(name))
        .map((name) => `${file} imports ${name}`),
      ...(/Date\.now|new Date\(\)|Math\.random|process\.[a-z]+|performance\.|crypto\.|setTimeout|fetch\(/.test(
        read(file),
      )
        ? [`${file} reads something that is not in the log`]
        : []),
    ]);
    expect(pure.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });
});

describe('style', () => {
  it('has no source file over 300 lines', () => {
    const long = tracked
      .filter((file) => /\.(ts|lua|mjs|js)$/.test(file))
      .map((file) => [file, read(file).split('\n').length] as const)
      .filter(([, lines]) => lines > 300);
    expect(long).toEqual([]);
  });

  it('has no folder for things without a name, and no barrel but a library’s', () => {
    expect(tracked.filter((file) => /(^|\/)(utils?|common|helpers?|shared)\//.test(file))).toEqual(
      [],
    );
    const barrels = sources.filter((file) => file.endsWith('/index.ts'));
    expect(barrels.filter((file) => !/^libs\/\w+\/src\/index\.ts$/.test(file))).toEqual([]);
  });

  it('mocks neither Kafka nor Redis, and skips no test', () => {
    const mocking = new RegExp(['ioredis-mock', 'jest\\.' + 'mock\\('].join('|'));
    const skipping = new RegExp('\\b(it|test|describe)\\.(' + 'skip|only|todo)\\b');
    const specs = tracked.filter((file) => /spec\.ts$/.test(file) && file !== 'test/tidy.spec.ts');
    expect(specs.filter((file) => mocking.test(read(file)))).toEqual([]);
    expect(specs.filter((file) => skipping.test(read(file)))).toEqual([]);
  });

  it('names no registry in the lock file', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"');
  });

  it('has a script for every command of the README', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read('README.md').matchAll(/npm (?:run )?([a-z:]+)/g)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(5);
    const known = new Set([...Object.keys(scripts), 'ci', 'run']);
    expect(named.filter((name) => !known.has(name as string))).toEqual([]);
  });
});

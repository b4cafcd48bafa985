import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';

/**
 * Style is a unit test: what the linters refuse, what the money code reads, and which words we use.
 */

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const sources = tracked.filter((file) => /^(apps|libs)\/.*\.ts$/.test(file));
const shipped = sources.filter((file) => !/\.(spec|int-spec|e2e-spec)\.ts$|\/testing\//.test(file));
const read = (file: string): string => readFileSync(file, 'utf8');

const libraries = ['contract', 'engine', 'ledger', 'log', 'pools', 'rules', 'service'];

/** Runs one of the tools of `npm run lint` in another folder: its exit code and what it says. */
function judge(folder: string, program: string, ...args: string[]) {
  const file = join(process.cwd(), 'node_modules', program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

describe('the tools of npm run lint refuse', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidy-'));
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A file, the one import in it, and the rule of .dependency-cruiser.mjs that refuses it. */
  const refused = [
    ['libs/rules/src/a.ts', '#pools', 'libs-rules-imports-only-what-is-below-it'],
    ['libs/ledger/src/a.ts', '#rules', 'libs-ledger-imports-only-what-is-below-it'],
    ['libs/engine/src/a.ts', '#service', 'libs-engine-imports-only-what-is-below-it'],
    ['libs/pools/src/a.ts', 'node:fs', 'law-and-fold-import-nothing-from-outside'],
    ['apps/cli/src/a.ts', 'kafkajs', 'only-its-owner-imports-kafkajs'],
    ['apps/cli/src/b.ts', 'ioredis', 'only-its-owner-imports-ioredis'],
    ['libs/service/src/a.ts', '@opentelemetry/api', 'only-its-owner-imports-@opentelemetry'],
    ['apps/cli/src/c.ts', '../../pit/src/fine.js', 'an-app-imports-no-other-app'],
    ['apps/cli/src/d.ts', '../../../libs/log/src/fine.js', 'a-library-is-entered-by-its-index'],
    ['apps/cli/src/e.ts', '#testing/until', 'what-is-shipped-imports-no-test'],
    ['apps/cli/src/f.ts', '../../../deploy/fine.js', 'what-is-shipped-imports-no-deploy'],
    ['tools/stack/a.ts', '../fine.js', 'the-stack-uses-processes-alone'],
    ['tools/process/a.ts', '../fine.js', 'processes-use-nothing-of-ours'],
    ['apps/cli/src/g.ts', './nowhere.js', 'no-unresolved-import'],
    ['apps/cli/src/h.ts', 'jest', 'what-is-shipped-needs-no-development-package'],
    ['apps/cli/src/i.ts', './j.js', 'no-circle'],
    ['test/a.ts', '../deploy/fine.js', 'tests-do-not-lean-on-deploy'],
    ['deploy/a.ts', '../test/fine.js', 'deploy-does-not-lean-on-tests'],
  ] as const;

  it('each import that points the wrong way', () => {
    for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs', '.swcrc']) {
      write(file, read(file));
    }
    for (const name of libraries) write(`libs/${name}/src/index.ts`, '');
    for (const file of ['apps/pit/src/random.ts', 'libs/testing/src/until.ts']) write(file, '');
    for (const room of ['apps/pit/src', 'libs/log/src', 'test', 'deploy', 'tools']) {
      write(`${room}/fine.ts`, '');
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    const program = 'dependency-cruiser/bin/dependency-cruiser.mjs';
    const rooms = ['apps', 'libs', 'test', 'deploy', 'tools'];
    expect(judge(folder, program, ...rooms)).toMatchObject({ status: 0 });

    write('apps/cli/src/j.ts', "import './i.js';\n");
    for (const [file, name] of refused) write(file, `import '${name}';\n`);
    const { status, said } = judge(folder, program, ...rooms);
    expect(status).not.toBe(0);
    const missed = refused.filter(([file, , rule]) => !said.includes(`${rule}: ${file} → `));
    expect(missed).toEqual([]);
  });

  it('an export that nobody imports, and a package that nobody uses', () => {
    write('unused/apps/cli/src/main.ts', "import './a.js';\n");
    write('unused/apps/cli/src/a.ts', 'export const unused = 1;\n');
    write('unused/knip.json', read('knip.json'));
    const dependencies = { 'left-pad': '1.0.0' };
    write('unused/package.json', JSON.stringify({ name: 'a', dependencies }));
    const { status, said } = judge(join(folder, 'unused'), 'knip/bin/knip.js');
    expect(said).toMatch(/unused .*apps\/cli\/src\/a\.ts/);
    expect(said).toContain('left-pad');
    expect(status).not.toBe(0);
  });

  it.each([
    ['a line over 100 columns', `// ${'word '.repeat(20)}\n`, 'max-len'],
    ['a file over 300 lines', '// A line.\n'.repeat(301), 'max-lines'],
    ['a function over 70 lines', `export function a() {\n${'a();\n'.repeat(71)}}\n`, 'max-lines-per-function'], // prettier-ignore
    ['the environment outside of env.ts', 'export const a = process.env.A;\n', 'no-restricted-properties'], // prettier-ignore
    ['a promise that nobody waits for', 'Promise.resolve();\n', '@typescript-eslint/no-floating-promises'], // prettier-ignore
  ])('%s', async (_, text, rule) => {
    const [result] = await new ESLint().lintText(text, { filePath: 'apps/cli/src/main.ts' });
    expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule);
  });
});

describe('what decides about money', () => {
  it('reads no clock, no chance and no process (M8)', () => {
    const pure = shipped.filter((file) => /^libs\/(rules|pools)\/src\//.test(file));
    const wrong = pure.flatMap((file) => [
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
  it('has no script over 300 lines', () => {
    const long = tracked
      .filter((file) => /\.lua$/.test(file))
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

  it.each([
    ['for ever', 'permanently'],
    ['whoever', 'who it is'],
    ['told', 'who says it, and to whom'],
    ['mended', 'fixed'],
    ['looked at again', 'checked again'],
    ['never heard of', 'does not know'],
    ['wants to be', 'must be'],
    ['has not the', 'has no'],
    ['otherwise than', 'differently from'],
    ['bookkeeping', 'engine'],
    ['excuse', 'isWaitingForRedis'],
    ['storyteller', 'AwardTrace'],
    ['agenda', 'PriorityQueue'],
  ])('does not say "%s" but %s', (word) => {
    const pattern = new RegExp(`\\b${word.replaceAll(' ', '\\\\s+')}\\b`, 'i');
    const texts = tracked.filter((file) => /\.(ts|mjs|js|lua|md|yaml|conf)$/.test(file));
    const ours = texts.filter((file) => !/\/report\/|RESULTS\.md|tidy\.spec\.ts/.test(file));
    expect(ours.length).toBeGreaterThan(500);
    expect(ours.filter((file) => pattern.test(read(file)))).toEqual([]);
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

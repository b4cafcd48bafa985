import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';

/**
 * Style is a unit test: checks what the linters refuse, what the money code reads, and which words
 * we use.
 */

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const read = (file: string): string => readFileSync(file, 'utf8');

const libraries = [
  'acts',
  'contract',
  'engine',
  'ledger',
  'log',
  'papers',
  'pools',
  'proof',
  'rules',
  'service',
  'table-client',
];

/** Runs a tool of `npm run lint` in another folder; returns its exit code and its output. */
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
    ['libs/proof/src/a.ts', '#acts', 'libs-proof-imports-only-what-is-below-it'],
    ['libs/acts/src/a.ts', '#service', 'libs-acts-imports-only-what-is-below-it'],
    ['libs/table-client/src/a.ts', '#contract', 'the-table-client-needs-node-alone'],
    ['libs/table-client/src/b.ts', 'kafkajs', 'the-table-client-needs-node-alone'],
    ['libs/pools/src/a.ts', 'node:fs', 'law-and-fold-import-nothing-from-outside'],
    ['apps/cli/src/a.ts', 'kafkajs', 'only-its-owner-imports-kafkajs'],
    ['apps/cli/src/b.ts', 'ioredis', 'only-its-owner-imports-ioredis'],
    ['libs/service/src/a.ts', '@opentelemetry/api', 'only-its-owner-imports-@opentelemetry'],
    ['apps/cli/src/c.ts', '../../pit/src/fine.js', 'an-app-imports-no-other-app'],
    ['apps/cli/src/d.ts', '../../../libs/log/src/fine.js', 'a-library-is-entered-by-its-index'],
    ['libs/log/src/a.ts', './kafka/fine.js', 'the-inside-of-kafkajs-is-entered-by-its-door'],
    ['test/b.ts', '../libs/log/src/kafka/fine.js', 'the-inside-of-kafkajs-is-entered-by-its-door'],
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
    const log = 'libs/log/src';
    for (const room of ['apps/pit/src', log, `${log}/kafka`, 'test', 'deploy', 'tools']) {
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
    ['a file over 400 lines', '// A line.\n'.repeat(401), 'max-lines'],
    [
      'a function over 70 lines',
      `export function a() {\n${'a();\n'.repeat(71)}}\n`,
      'max-lines-per-function',
    ],
    [
      'the environment outside of env.ts',
      'export const a = process.env.A;\n',
      'no-restricted-properties',
    ],
    ['a duration by the time of day', 'const a = Date.now();\n', 'no-restricted-properties'],
    ['the time of day as a date', 'const a = +new Date();\n', 'no-restricted-syntax'],
    [
      'a promise that nobody waits for',
      'Promise.resolve();\n',
      '@typescript-eslint/no-floating-promises',
    ],
  ])('%s', async (_, text, rule) => {
    const [result] = await new ESLint().lintText(text, { filePath: 'apps/cli/src/main.ts' });
    expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule);
  });

  it('the time of day in each file that does not need it', async () => {
    const eslint = new ESLint();
    const shipped = /^(apps|libs)\/(?!demo\/|testing\/)[\w-]+\/src\/.*(?<!spec|env)\.ts$/;
    const files = tracked.filter((file) => shipped.test(file) && !file.includes('/testing/'));
    const mayRead: string[] = [];
    for (const file of files) {
      const { rules } = (await eslint.calculateConfigForFile(file)) as { rules: object };
      if (!JSON.stringify(rules).includes('"property":"now"')) mayRead.push(file);
    }
    expect(mayRead.length).toBeLessThan(files.length / 10);
    expect(mayRead.filter((file) => !/Date\.now|new Date\(\)/.test(read(file)))).toEqual([]);
  });
});

/** Words that we do not use, and what we say instead. */
const banned = [
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
] as const;

interface Check {
  readonly files: RegExp;
  /** The number of files must be greater, or their pattern is wrong. */
  readonly moreThan: number;
  /**
   * The pattern that must not occur in the text of a file or, without such a pattern, in its path.
   */
  readonly text?: RegExp;
  readonly path?: RegExp;
}

const specs = { files: /^(?!test\/tidy\.).*spec\.ts$/, moreThan: 300 };
const texts = {
  files: /^(?!.*(\/report\/|RESULTS\.md|tidy\.spec\.ts)).*\.(ts|mjs|js|lua|md|yaml|conf)$/,
  moreThan: 500,
};

const checks: Readonly<Record<string, Check>> = {
  'reads a clock, chance or a process in what decides about money (M8)': {
    files: /^libs\/(rules|pools)(?!.*(\/testing\/|[.-]spec\.ts$))\/src\/.*\.ts$/,
    moreThan: 20,
    text: /Date\.now|new Date\(\)|Math\.random|process\.[a-z]+|performance\.|crypto\.|setTimeout|fetch\(/,
  },
  'is a script over 300 lines': { files: /\.lua$/, moreThan: 5, text: /^(.*\n){300}/ },
  'is in a folder for things without a name': {
    files: /./,
    moreThan: 1000,
    path: /(^|\/)(utils?|common|helpers?|shared)\//,
  },
  'is a barrel, and not a library’s': {
    files: /^(apps|libs)\/.*\/index\.ts$/,
    moreThan: 5,
    path: /^(?!libs\/[\w-]+\/src\/index\.ts$)/,
  },
  'reads a ledger beside the door of libs/acts': {
    files:
      /^(libs\/acts|apps\/cli)\/src\/(?!ledger-door\.|commands\/verify\.)(?!.*spec\.ts$).*\.ts$/,
    moreThan: 100,
    text: /\bsnapshots?\(|\bLedgerReader\b|\bledger\.(load|readAuthority|readAwards|readTable|readJackpot)/,
  },
  'takes a plain object for a map': {
    files: /^(libs|apps)\/(?!log|pit)(?!.*(spec|testing)).*\.ts$/,
    moreThan: 400,
    text: /\b(snapshot\.|)(accounts|jackpots|tables|claims|values)\[(?!account\b|name\b|'|")\w/,
  },
  'hides a long line behind a comment at its end': {
    files: /^(?!test\/tidy\.).*\.(ts|mjs|js)$/,
    moreThan: 1000,
    text: /\S.*\/\/ prettier-ignore$/m,
  },
  'mocks Kafka or Redis': { ...specs, text: /ioredis-mock|jest\.mock\(/ },
  'skips a test': { ...specs, text: /\b(it|test|describe)\.(skip|only|todo)\b/ },
  ...Object.fromEntries(
    banned.map(([word, other]) => {
      const pattern = new RegExp(`\\b${word.replaceAll(' ', '[\\s/*#-]+')}\\b`, 'i');
      return [`says "${word}", which is ${other}`, { ...texts, text: pattern }];
    }),
  ),
};

const isWrong = ({ text, path }: Check, file: string, content: string): boolean =>
  text?.test(content) === true || path?.test(file) === true;

describe('no file', () => {
  const contents = new Map(tracked.map((file) => [file, read(file)]));

  it.each(Object.entries(checks))('%s', (_, check) => {
    const files = [...contents].filter(([file]) => check.files.test(file));
    expect(files.length).toBeGreaterThan(check.moreThan);
    const wrong = files.filter(([file, content]) => isWrong(check, file, content));
    expect(wrong.map(([file]) => file)).toEqual([]);
  });
});

const outside = [
  ...['Date.now()', 'new Date()', 'Math.random()', 'process.env', 'performance.now()'],
  ...['crypto.randomUUID()', 'setTimeout(done, 1)', "fetch('/')"],
];
const nameless = ['util', 'utils', 'common', 'helper', 'helpers', 'shared'];
/** The beginning of a check’s name, and a file that it must find. */
const examples: readonly (readonly [string, string, string])[] = [
  ...outside.map((text) => ['reads a clock', 'libs/pools/src/a.ts', text] as const),
  ['hides a long line', 'apps/cli/src/a.ts', 'const a = 1; // prettier-ignore\n'],
  ['is a script', 'libs/ledger/src/lua/a.lua', 'return 1\n'.repeat(300)],
  ...nameless.map((name) => ['is in a folder', `apps/cli/src/${name}/a.ts`, ''] as const),
  ['is a barrel', 'apps/cli/src/index.ts', ''],
  ['is a barrel', 'libs/pools/src/terms/index.ts', ''],
  ...['live.snapshot(0)', 'ledger.readAuthority(0)', 'new LedgerReader(ledger)'].flatMap((text) => [
    ['reads a ledger beside', 'libs/acts/src/keys/a.ts', text] as const,
    ['reads a ledger beside', 'apps/cli/src/commands/a.ts', text] as const,
  ]),
  ['takes a plain object', 'libs/proof/src/a.ts', 'const text = snapshot.jackpots[id];'],
  ['takes a plain object', 'libs/engine/src/a.ts', 'const value = values[jackpot];'],
  ['mocks', 'apps/cli/src/a.spec.ts', "import Redis from 'ioredis-mock';"],
  ['mocks', 'libs/log/src/a.int-spec.ts', "jest.mock('kafkajs');"],
  ...['it.skip', 'test.only', 'describe.todo'].map(
    (word) => ['skips a test', 'test/e2e/a.e2e-spec.ts', `${word}('a');`] as const,
  ),
  ['says "has not the"', 'libs/contract/src/signatures.ts', 'It has not the form.'],
  ['says "for ever"', 'apps/cli/src/a.ts', '// It is kept for\n// ever.'],
  ...banned.map(
    ([word]) => [`says "${word}"`, 'README.md', `It ${word.replaceAll(' ', '\n  ')}.`] as const,
  ),
];

describe('a wrong file is found that', () => {
  it.each(examples)('%s (%s)', (name, file, text) => {
    const found = Object.entries(checks).filter(
      ([, check]) => check.files.test(file) && isWrong(check, file, text),
    );
    expect(found.map(([each]) => each)).toEqual([expect.stringContaining(name)]);
  });
});

const named =
  /^(?:export )?(?:abstract |async )?(?:interface|type|class|enum|function\*?) (\w+)|^export const (\w+)/gm;
const declaring =
  /^(apps|libs|deploy|tools)\/(?!testing\/)(?!.*(\/(testing|page|bench)\/|[.-]spec\.ts$)).*\.ts$/;

/**
 * Names that more than one file declares at its top level, with the files: types, functions, and
 * exported constants. A constant that its file does not export may have a plain name.
 */
function twiceDeclared(files: Iterable<readonly [string, string]>): string[] {
  const found = new Map<string, string[]>();
  for (const [file, text] of files) {
    if (!declaring.test(file)) continue;
    for (const [, name = '', constant = name] of text.matchAll(named)) {
      found.set(constant, [...(found.get(constant) ?? []), file]);
    }
  }
  const twice = [...found].filter(([, places]) => new Set(places).size > 1);
  return twice.map(([name, places]) => `${name}: ${places.join(', ')}`);
}

describe('a name at the top of a file', () => {
  it('is declared in one file', () => {
    expect(twiceDeclared(tracked.map((file) => [file, read(file)] as const))).toEqual([]);
  });

  it.each([
    'export interface Wish {}',
    'type Wish = string;',
    'export class Wish {}',
    'async function Wish() {}',
    'function* Wish() {}',
    'export const Wish = 1;',
  ])('is found in two (%s)', (text) => {
    const files = ['libs/acts/src/a.ts', 'apps/cli/src/b.ts'].map((file) => [file, text] as const);
    const apart = ['apps/cli/src/a.spec.ts', 'libs/log/src/testing/b.ts'];
    expect(twiceDeclared(files)).toEqual(['Wish: libs/acts/src/a.ts, apps/cli/src/b.ts']);
    expect(twiceDeclared(apart.map((file) => [file, text] as const))).toEqual([]);
  });
});

test('every check finds a wrong file', () => {
  const proven = examples.map(([name]) => name);
  const others = Object.keys(checks).filter(
    (each) => !proven.some((name) => each.startsWith(name)),
  );
  expect(others).toEqual([]);
});

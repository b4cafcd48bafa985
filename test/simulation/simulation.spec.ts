import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { injectedFaults } from './faults.js';
import { forgeries } from './forger.js';
import { MutantCompiler } from './mutant-compiler.js';
import { runSimulation, tryInSimulation } from './mutant-trial.js';
import { doesNotCompile, verdictOn } from './mutant-verdict.js';
import { edited, editsOf, luaMutants, mutants, type Mutation } from './mutations.js';

/** The simulation is a program; here it runs with a few seeds. */

const folder = mkdtempSync(join(tmpdir(), 'jackpot-simulation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Summary {
  readonly seeds: number;
  readonly commits: number;
  readonly broken: readonly { seed: number; property: string; detail: string }[];
  readonly counts: Readonly<Record<string, number>>;
}

/** What must have happened in these seeds for their result to mean anything. */
const paths = [
  ...injectedFaults,
  'answered ok',
  'answered duplicate',
  'answered fenced',
  'reply of a commit lost',
  'script forgotten',
  'another message in the place',
  'batch to a zombie',
  'jumped out of range',
  'consumer crashed',
  'opening the partition again',
  'reload after fenced',
  'the outbox waits',
  'audited record',
  'halt log-trimmed',
  'halt log-behind-ledger',
  'halt log-replaced',
  'halt log-gap',
  'halt log-damaged',
  'halt redis-unsafe',
  'halt ledger-diverged',
  'halt ledger-unbalanced',
  ...forgeries.map((name) => `forged: ${name}`),
];

/** Each has paths that the others lack. A new load needs others: `--until PATH` finds one. */
const rare =
  '99,152,1289,7954,7970,7980,8001,8040,8089,8127,8135,8140,8144,8161,8184,8188,8191,8195,8197,8201,9073,9206';

test('60 seeds break nothing, and each fault and each path happens in them', async () => {
  const counted = new Set<string>();
  let seeds = 0;
  for (const asked of [
    ['--seed', rare],
    ['--seed', '1', '--seeds', '38'],
  ]) {
    const { code, output } = await runSimulation([...asked, '--json', '--no-shrinking']);
    const summary = JSON.parse(output.trimEnd().split('\n').at(-1) as string) as Summary;
    expect(summary.broken).toEqual([]);
    seeds += summary.seeds;
    for (const [name, count] of Object.entries(summary.counts)) if (count > 0) counted.add(name);
    expect(code).toBe(0);
  }
  expect(seeds).toBe(60);
  expect(paths.filter((name) => !counted.has(name))).toEqual([]);
}, 900_000);

test.each([...mutants, ...luaMutants])(
  'a mutant finds exactly once what it edits, and counts there: $name',
  (mutant) => {
    for (const edit of editsOf(mutant)) {
      const source = readFileSync(edit.file, 'utf8');
      expect(edited(source, edit)).not.toBe(source);
      expect(edit.replace.split('reached()')).toHaveLength(2);
    }
  },
);

test('the same seed tells the same story, another seed another', async () => {
  const tell = (seed: string) => runSimulation(['--story', '--seed', seed]);
  const [once, again, other] = await Promise.all([tell('7'), tell('7'), tell('8')]);
  expect(once.output).toMatch(/commits \{\d\} from \d+ to \d+[^]*story [0-9a-f]{64}\n$/);
  expect(again.output).toBe(once.output);
  expect(other.output).not.toBe(once.output);
}, 300_000);

test('a fault in the source breaks a seed, which is named with its story', async () => {
  const mutant = mutantNamed('the relay trims before it sends');
  const { reached, found } = await tryInSimulation(mutant, folder, 200);
  expect(mutant.caughtBy).toContain(found?.by);
  expect(reached[0]).toBeGreaterThan(0);

  const edit = join(folder, 'shrunk.json');
  writeFileSync(edit, JSON.stringify(editsOf(mutant)));
  const { code, output } = await runSimulation(['--seeds', '200', '--until', 'broken'], edit);
  expect(output).toContain(`breaks ${found?.by}: ${found?.detail}\n`);
  expect(output).toContain('the shortest story found, with ');
  expect(code).toBe(1);
}, 600_000);

describe('a mutant must be what it says', () => {
  let compiler: MutantCompiler;
  beforeAll(() => {
    compiler = new MutantCompiler();
  }, 180_000);

  test('every one compiles', () => {
    const said = mutants.map((mutant) => [mutant.name, compiler.complaints(editsOf(mutant))]);
    expect(said.filter(([, complaints]) => complaints?.length !== 0)).toEqual([]);
  }, 180_000);

  test('one that names what is not there is found by the compiler', () => {
    const { find, file } = mutantNamed('the relay trims before it sends');
    const place = '{ block: 1, partition: 0, offset: 0 }';
    const trim = `await this.ledger.trimOutbox(partition, fitting, ${place});`;
    const replace = `    ${trim}\n    reached();\n${find}`;
    const complaints = compiler.complaints([{ file, find, replace }]);
    expect(complaints).toEqual(["TS2304: Cannot find name 'fitting'."]);
    const { isRight, text } = doesNotCompile(complaints);
    expect(isRight).toBe(false);
    expect(text).toBe("DOES NOT COMPILE: TS2304: Cannot find name 'fitting'.");
  });

  test('so is one that leaves a name unused, or that is reached when its file is loaded', () => {
    const file = 'libs/log/src/gate.ts';
    const find = '    this.anchorToSee = this.anchor;';
    const unused = { file, find, replace: '    const old = this.anchor;\n    reached();' };
    expect(compiler.complaints([unused])).toContainEqual(expect.stringMatching(/^TS6133: 'old'/));
    const atLoading = {
      file,
      find: '\nexport class Gate',
      replace: 'reached();\nexport class Gate',
    };
    expect(compiler.complaints([atLoading])).toEqual(['it is reached when its file is loaded']);
    expect(compiler.complaints([{ file, find: 'not there', replace: '' }])).toEqual([
      'not found exactly once: not there',
    ]);
  });

  test('so is one that changes what others use', () => {
    const file = 'libs/log/src/gate.ts';
    const find = 'advance(position: number, anchor: string | undefined): void {';
    const replace =
      'advance(position: number, anchor: string | undefined, why: string): void {\n    void (reached(), why);';
    expect(compiler.complaints([{ file, find, replace }])).toEqual([
      'its file declares other things than without it',
    ]);
  });

  test('one that is never reached is wrong, survivor or not', async () => {
    const { find, file } = mutantNamed('the relay forgets what it could not send');
    const replace = `${find}        if (partition < 0) reached();\n`;
    const mutant: Mutation = { name: 'idle', file, find, replace, caughtBy: ['outputs'] };
    const trial = await tryInSimulation(mutant, folder, 2);
    expect(trial).toEqual({ reached: [0], found: null });
    expect(verdictOn(mutant, trial)).toEqual({
      isRight: false,
      text: 'compiles, NEVER REACHED (0)',
    });
    const found = { at: 'at seed 1', by: 'outputs', detail: 'none', story: '' };
    expect(verdictOn(mutant, { reached: [3, 0], found })).toEqual({
      isRight: false,
      text: 'compiles, NEVER REACHED (3 + 0), and caught at seed 1 by outputs: none',
    });
  }, 120_000);

  test('one that another check catches is wrong', async () => {
    const mutant = mutantNamed('the outbox is not in the commit');
    const trial = await tryInSimulation(mutant, folder, 20);
    expect(verdictOn(mutant, trial).isRight).toBe(true);
    const { isRight, text } = verdictOn({ caughtBy: ['M2', 'M7: no such words'] }, trial);
    expect(isRight).toBe(false);
    expect(text).toMatch(/ WRONG: caught at seed \d+ by M7: .* \(expected M2 \| M7: no/);
    const silent = verdictOn({ ...mutant, inStory: 'a word that is in no story' }, trial);
    expect(silent.isRight).toBe(false);
    expect(silent.text).toMatch(/ WRONG: .* and nothing tells "a word that is in no story"$/);
  }, 120_000);

  test('one that survives is wrong', () => {
    const verdict = verdictOn({ caughtBy: ['M2'] }, { reached: [7], found: null });
    expect(verdict).toEqual({
      isRight: false,
      text: 'compiles, reached 7 times, SURVIVED (expected M2)',
    });
  });
});

function mutantNamed(mutantName: string): Mutation {
  return mutants.find(({ name }) => name === mutantName) as Mutation;
}

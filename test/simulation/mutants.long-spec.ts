import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MutantCompiler } from './mutant-compiler.js';
import { runSimulation, tryInSimulation } from './mutant-trial.js';
import { doesNotCompile, verdictOn } from './mutant-verdict.js';
import { editsOf, mutants, type Mutation } from './mutations.js';

/** Shows that the simulation can fail, and that the proof of this cannot be deceived. */

const folder = mkdtempSync(join(tmpdir(), 'jackpot-mutants-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  });

  test('every one compiles', () => {
    const said = mutants.map((mutant) => [mutant.name, compiler.complaints(editsOf(mutant))]);
    expect(said.filter(([, complaints]) => complaints?.length !== 0)).toEqual([]);
  });

  test('one that names what is not there is found by the compiler', () => {
    const { find, file } = mutantNamed('the relay trims before it sends');
    const trim = 'await relay.ledger.trimOutbox(partition, fitting);';
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
    const replace = `${find}        if (this.partition < 0) reached();\n`;
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
  });

  test('one that another check catches is wrong', async () => {
    const mutant = mutantNamed('the outbox is not in the commit');
    const trial = await tryInSimulation(mutant, folder, 20);
    expect(verdictOn(mutant, trial).isRight).toBe(true);
    const { isRight, text } = verdictOn({ caughtBy: ['M2', 'outputs: no such words'] }, trial);
    expect(isRight).toBe(false);
    expect(text).toMatch(/ WRONG: caught at seed \d+ by outputs: .* \(expected M2 \| outputs: no/);
    const silent = verdictOn({ ...mutant, inStory: 'a word that is in no story' }, trial);
    expect(silent.isRight).toBe(false);
    expect(silent.text).toMatch(/ WRONG: .* and nothing tells "a word that is in no story"$/);
  });

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

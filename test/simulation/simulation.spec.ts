import { readFileSync } from 'node:fs';
import { injectedFaults } from './faults.js';
import { forgeries } from './forger.js';
import { runSimulation } from './mutant-trial.js';
import { edited, editsOf, luaMutants, mutants } from './mutations.js';

/** The simulation is a program; here it runs with a few seeds. */

interface Summary {
  readonly seeds: number;
  readonly commits: number;
  readonly broken: readonly { seed: number; property: string; detail: string }[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Paths that these seeds must have taken for their result to mean anything. */
const paths = [
  ...injectedFaults,
  'answered ok',
  'answered duplicate',
  'answered fenced',
  'reply of a commit lost',
  'script forgotten',
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
  ...forgeries.map((name) => `forged: ${name}`),
];

/** Seeds that together take every path. A new load needs others: `--until PATH` finds one. */
const covering = '1,2,4,7,9,10,14,15,19,29,30,33,50,54,55,67,69,106,164,171,212,334,546,604,625';

test('25 seeds break nothing, and each fault and each path happens in them', async () => {
  const asked = ['--seed', covering, '--json', '--no-shrinking'];
  const { code, output } = await runSimulation(asked);
  const summary = JSON.parse(output.trimEnd().split('\n').at(-1) as string) as Summary;
  expect(summary.broken).toEqual([]);
  expect(code).toBe(0);
  expect(summary.seeds).toBe(25);
  expect(paths.filter((name) => !((summary.counts[name] ?? 0) > 0))).toEqual([]);
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
});

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

/**
 * Each seed has paths that the others do not have. A new load needs others: `--until PATH` finds
 * one.
 */
const rare =
  '55,60,80,99,152,1289,7954,7970,7980,8001,8103,8895,8127,8135,8140,8144,8161,8184,8188,8191,8195,8197,40,9073,9206,10206,10403,10416,10462,10470,11052,11055,11066,29';

test('60 seeds break nothing, and each fault and each path happens in them', async () => {
  const counted = new Set<string>();
  let seeds = 0;
  for (const asked of [
    ['--seed', rare],
    ['--seed', '1', '--seeds', '26'],
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
});

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultKinds } from './faults.js';
import { edited, editsOf, mutants } from './mutations.js';

/** The simulation itself is a program; here it runs as one, some hundred seeds of it. */

const folder = mkdtempSync(join(tmpdir(), 'jackpot-simulation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Summary {
  readonly seeds: number;
  readonly commits: number;
  readonly broken: readonly { seed: number; property: string; detail: string }[];
  readonly counts: Readonly<Record<string, number>>;
}

/** What must have happened for the seeds to have shown anything. */
const paths = [
  ...faultKinds,
  'answered ok',
  'answered duplicate',
  'answered fenced',
  'answered refused',
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
  'halt redis-unsafe',
  'halt ledger-diverged',
  'halt ledger-unbalanced',
];

test('five hundred seeds break nothing, and each fault and each path happens in them', async () => {
  const { code, output } = await simulate(['--seeds', '500', '--json', '--no-shrinking']);
  const summary = JSON.parse(output.trimEnd().split('\n').at(-1) as string) as Summary;
  expect(summary.broken).toEqual([]);
  expect(summary.seeds).toBe(500);
  expect(paths.filter((name) => !summary.counts[name])).toEqual([]);
  expect(code).toBe(0);
}, 900_000);

test.each(mutants)('a mutant finds what it edits: $name', (mutant) => {
  for (const edit of editsOf(mutant)) {
    const source = readFileSync(edit.file, 'utf8');
    expect(edited(source, edit)).not.toBe(source);
  }
});

test('the same seed tells the same story, another seed another', async () => {
  const tell = (seed: string) => simulate(['--story', '--seed', seed]);
  const [once, again, other] = await Promise.all([tell('7'), tell('7'), tell('8')]);
  expect(once.output).toMatch(/commits \{\d\} from \d+ to \d+[^]*story [0-9a-f]{64}\n$/);
  expect(again.output).toBe(once.output);
  expect(other.output).not.toBe(once.output);
}, 300_000);

test('a fault in the source breaks a seed, which is named with its story', async () => {
  const mutant = mutants.find(({ name }) => name === 'the relay trims before it sends');
  const edit = join(folder, 'edit.json');
  writeFileSync(edit, JSON.stringify(mutant && editsOf(mutant)));
  const { code, output } = await simulate(['--seeds', '200', '--until-broken'], edit);
  expect(output).toMatch(/^seed \d+ breaks (outputs|journal|liveness): /m);
  expect(output).toContain('the shortest story found, with ');
  expect(code).toBe(1);
}, 600_000);

async function simulate(
  args: readonly string[],
  edit?: string,
): Promise<{ code: number; output: string }> {
  const node = ['--conditions=source', '--import', './test/support/typescript.mjs'];
  const child = spawn(process.execPath, [...node, 'test/simulation/main.ts', ...args], {
    env: { PATH: process.env['PATH'], ...(edit && { SOURCE_EDIT: edit }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number>((resolve) => child.once('exit', (it) => resolve(it ?? 1)));
  if (output === '') throw new Error(errors);
  return { code, output };
}

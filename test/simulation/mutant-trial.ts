import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editsOf, type Mutation } from './mutations.js';

/** The detection of a fault: the place, the check, and its message. */
export interface Found {
  readonly at: string;
  readonly by: string;
  readonly detail: string;
  readonly story: string;
}

export interface Trial {
  /**
   * How often each edit took effect: in the run that found the fault, or in all runs if none did.
   */
  readonly reached: readonly number[];
  readonly found: Found | null;
}

export interface Run {
  readonly code: number;
  readonly output: string;
}

/** Runs the simulation as a separate program, with the edits that a file lists. */
export async function runSimulation(args: readonly string[], edit?: string): Promise<Run> {
  const loaders = ['./test/support/source-edits.mjs', './tools/typescript.mjs'];
  const node = ['--conditions=source', ...loaders.map((file) => `--import=${file}`)];
  const child = spawn(process.execPath, [...node, 'test/simulation/main.ts', ...args], {
    env: { PATH: process.env['PATH'], ...(edit && { SOURCE_EDIT: edit }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number>((resolve) =>
    child.once('close', (it) => resolve(it ?? 1)),
  );
  if (output === '') throw new Error(`the simulation ended with ${code}: ${errors}`);
  return { code, output };
}

/**
 * Puts a fault into the source and looks for the first seed that breaks. That seed runs again
 * alone, to count the reached edits in it, and once more without the fault.
 * @throws Error if it breaks without the fault, or does not break with it the second time
 */
export async function tryInSimulation(
  mutation: Mutation,
  folder: string,
  seeds: number,
): Promise<Trial> {
  const edit = join(folder, 'edit.json');
  writeFileSync(edit, JSON.stringify(editsOf(mutation)));
  const search = ['--seeds', String(seeds), '--until', 'broken', '--no-shrinking', '--json'];
  const { code, output } = await runSimulation(search, edit);
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) throw new Error(`${mutation.name}: ended with ${code}: ${output}`);
  const { broken } = JSON.parse(last) as {
    broken: { seed: number; property: string; detail: string }[];
  };
  const [first] = broken.sort((one, other) => one.seed - other.seed);
  const reachedInAll = takeCounts(edit);
  if (!first) return { reached: reachedInAll, found: null };
  const { seed, property, detail } = first;
  const tell = ['--story', '--seed', String(seed)];
  const [again, without] = await Promise.all([runSimulation(tell, edit), runSimulation(tell)]);
  if (without.code !== 0) throw new Error(`seed ${seed} breaks without a fault`);
  if (!again.output.includes(`BROKEN ${property}: ${detail}`)) {
    throw new Error(`${mutation.name}: seed ${seed} had another story the second time`);
  }
  const found = { at: `at seed ${seed}`, by: property, detail, story: again.output };
  return { reached: takeCounts(edit), found };
}

/** The sums of the counts that the processes of a run have written, see `source-edits.mjs`. */
function takeCounts(edit: string): number[] {
  const file = `${edit}.reached`;
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  rmSync(file);
  const counts = lines.map((line) => JSON.parse(line) as number[]);
  return (counts[0] ?? []).map((_, index) => counts.reduce((sum, of) => sum + (of[index] ?? 0), 0));
}

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lawMutants } from '../simulation/mutant-law.js';
import { actMutants } from './act-mutants.js';
import { authorityMutants } from './authority-mutants.js';
import { awardMutants } from './award-mutants.js';
import { meterMutants } from './meter-mutants.js';
import { passkeyMutants } from './passkey-mutants.js';

/** It needs a policy that the simulation's jackpots do not have. */
const heldTwice = {
  name: 'a held bet waits beside another of its seat',
  file: 'libs/pools/src/voiding.ts',
  find: 'if (betOf(carried, seat)) refundBet(step, bet);',
  replace: 'if (betOf(carried, seat) && carriedSinceMs === null) refundBet(step, bet);',
};

/**
 * Faults in play, in awards, and in the rules about who may do what; `npm run test:long` runs a
 * share of each.
 */
export const playMutants = [...lawMutants, heldTwice, ...meterMutants];
export { awardMutants };
export const signerMutants = [...authorityMutants, ...actMutants, ...passkeyMutants];

type Fault = (typeof signerMutants)[number];

/** Most faults show in the first records of some seed, so all seeds are first tried with few. */
const tries = [200, 1000, 4000];

/**
 * Runs `npm run model` with a fault in the source, until fold and model differ.
 * @param folder for the input of the process
 * @returns the printed difference, or the assertion of its own that stopped the fold; null if none
 * was found
 */
export function differenceWith(fault: Fault, folder: string): string | null {
  for (const events of tries) {
    const difference = differenceIn(events, fault, folder);
    if (difference !== null) return difference;
  }
  return null;
}

function differenceIn(events: number, { name, ...fault }: Fault, folder: string): string | null {
  const edit = join(folder, 'edit.json');
  writeFileSync(edit, JSON.stringify([fault]));
  const args = [...program, '--seeds', '40', '--events', String(events)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { PATH: process.env['PATH'], SOURCE_EDIT: edit },
    encoding: 'utf8',
  });
  if (status === 0) return null;
  if (status === 1 && /^seed \d+, event \d+: offset/.test(stdout)) return stdout.trim();
  const [, assertion] = /^AssertionError: (.+)$/m.exec(stderr) ?? [];
  if (status === 1 && assertion !== undefined) return `the fold stops: ${assertion}`;
  throw new Error(`With “${name}” the model ended with ${status}: ${stderr}`);
}

const loaders = ['./test/support/source-edits.mjs', './tools/typescript.mjs'];
const imports = loaders.map((file) => `--import=${file}`);
const program = ['--conditions=source', ...imports, 'test/model/main.ts'];

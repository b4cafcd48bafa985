import { lawMutants } from './mutant-law.js';
import { ledgerMutants } from './mutant-ledger.js';
import { logMutants } from './mutant-log.js';
import { proofMutants } from './mutant-proof.js';
import { scriptMutants } from './mutant-script.js';

export interface Edit {
  readonly file: string;
  readonly find: string;
  /** Calls `reached()` exactly where the fault makes a difference. */
  readonly replace: string;
}

/** The properties that `SimulatedCluster.fail` names. */
export type Property =
  | 'M1'
  | 'M2'
  | 'M3'
  | 'M4'
  | 'M5'
  | 'M7'
  | 'model'
  | 'liveness'
  | 'outputs'
  | 'journal'
  | 'proof'
  | 'counted once'
  | 'no bug';
/** The differences that the comparison of script and model finds. */
export type Difference = 'reply' | 'contents';
type Seen = Property | Difference;
/** The check that catches a mutation, with words of its message where it checks several things. */
export type Catcher = Seen | `${Seen}: ${string}`;

/** A deliberate fault in the source: a check that does not catch it is useless. */
export interface Mutation extends Edit {
  readonly name: string;
  /** A second edit, if two guards protect the same thing. */
  readonly also?: Edit;
  /** The checks meant to catch it; if another catches it, it is not the intended fault. */
  readonly caughtBy: readonly Catcher[];
  /** Words that the story must contain, if the check sees a bug but not which one. */
  readonly inStory?: string;
  /** Number of seeds to try, if several rare events must coincide. */
  readonly seeds?: number;
}

/** Tried in the simulation. */
export const mutants: readonly Mutation[] = [
  ...lawMutants,
  ...logMutants,
  ...ledgerMutants,
  ...proofMutants,
];

/** Tried on a real Redis: by the same comparison that checks the model against the script. */
export const luaMutants: readonly Mutation[] = scriptMutants.map((mutant) => ({
  file: 'libs/ledger/src/lua/commit.lua',
  ...mutant,
}));

/** All edits of a mutation. */
export function editsOf({ file, find, replace, also }: Mutation): Edit[] {
  return [{ file, find, replace }, ...(also ? [also] : [])];
}

/** The key under which a mutated script counts how often it was reached; it expires soon. */
export const luaCounterKey = `mutants:${process.pid}:reached`;
const luaCounter =
  `local function reached() redis.call('INCR', '${luaCounterKey}') ` +
  `redis.call('EXPIRE', '${luaCounterKey}', 600) return true end`;

/** @throws Error unless the text to edit occurs exactly once */
export function edited(text: string, { find, replace }: Edit): string {
  if (text.split(find).length !== 2) throw new Error(`not found exactly once: ${find}`);
  return text.replace(find, () => replace).replace(/^#!lua\n/, (line) => `${line}${luaCounter}\n`);
}

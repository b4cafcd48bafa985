import { lawMutants } from './mutant-law.js';
import { ledgerMutants } from './mutant-ledger.js';
import { logMutants } from './mutant-log.js';
import { scriptMutants } from './mutant-script.js';

export interface Edit {
  readonly file: string;
  readonly find: string;
  /** Calls `reached()` where the fault is at work, and not where it makes no difference. */
  readonly replace: string;
}

/** What `World.fail` names. */
export type Property =
  'M1' | 'M2' | 'M3' | 'M4' | 'M5' | 'M7' | 'model' | 'liveness' | 'outputs' | 'journal' | 'no bug';
/** What the comparison of script and model finds. */
export type Difference = 'reply' | 'contents';
type Seen = Property | Difference;
/** What sees a fault, with words of what it says where it checks more than one thing. */
export type Catcher = Seen | `${Seen}: ${string}`;

/** One fault put into the source on purpose: a check that does not see it is worth nothing. */
export interface Mutation extends Edit {
  readonly name: string;
  /** Where one guard stands behind another, the fault takes both away. */
  readonly also?: Edit;
  /** The checks that are there for this; found by another, a fault is not the one that is meant. */
  readonly caughtBy: readonly Catcher[];
  /** What the story tells as well, where the check sees that there is a bug and not which. */
  readonly told?: string;
  /** How many seeds may be tried, where several rare things must meet and the usual are too few. */
  readonly seeds?: number;
}

/** Tried in the simulation. */
export const mutants: readonly Mutation[] = [...lawMutants, ...logMutants, ...ledgerMutants];

/** Tried on a real Redis: the same comparison that holds the model to the script. */
export const luaMutants: readonly Mutation[] = scriptMutants.map((mutant) => ({
  file: 'libs/ledger/src/lua/commit.lua',
  ...mutant,
}));

/** All that a mutation edits. */
export function editsOf({ file, find, replace, also }: Mutation): Edit[] {
  return [{ file, find, replace }, ...(also ? [also] : [])];
}

/** Where a script with a fault counts how often it was reached; nobody else's, and soon gone. */
export const luaCounterKey = `mutants:${process.pid}:reached`;
const luaCounter =
  `local function reached() redis.call('INCR', '${luaCounterKey}') ` +
  `redis.call('EXPIRE', '${luaCounterKey}', 600) return true end`;

/** @throws Error when the text does not hold exactly once what is to be edited. */
export function edited(text: string, { find, replace }: Edit): string {
  if (text.split(find).length !== 2) throw new Error(`not found exactly once: ${find}`);
  return text.replace(find, () => replace).replace(/^#!lua\n/, (line) => `${line}${luaCounter}\n`);
}

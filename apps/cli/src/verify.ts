import type { JournalBlock } from '#ledger';
import { loadCommandKeys } from './command-keys.js';
import type { Connections } from './connections.js';
import { checkJournal } from './proof/check-journal.js';
import { readCheckpoint } from './proof/checkpoint-file.js';
import { readJournal } from './proof/journal.js';
import { prove } from './proof/prove.js';
import { describeRecovery, whyRecoveryWrong } from './proof/recovery-block.js';
import type { Refold } from './proof/refold.js';
import { UserError } from './user-error.js';

export interface VerifyOptions {
  readonly from?: string;
  readonly journal?: boolean;
}

/**
 * Proves the ledger against the log, from the first record or from a checkpoint; or checks the
 * journal's chains alone.
 * @throws UserError that names the first difference.
 */
export async function verify(
  connections: Connections,
  { from, journal: journalAlone = false }: VerifyOptions,
): Promise<void> {
  if (journalAlone) return verifyJournal(connections);
  const keys = loadCommandKeys(connections.env.COMMAND_KEYS);
  const all = await connections.partitions();
  const checkpoint = from === undefined ? undefined : readCheckpoint(from, all.length, keys);
  const { proven, journal, recoveries } = await prove(connections, keys, all, checkpoint);
  const count = (of: (refold: Refold) => number): string =>
    proven.reduce((sum, { refold }) => sum + of(refold), 0).toLocaleString('en');
  const since = checkpoint ? ` since the checkpoint of ${checkpoint.at}` : '';
  process.stdout.write(
    `The ledger agrees with the log: ${count(({ records }) => records)} records in ${all.length} partitions${since}, ` +
      `${count(({ state }) => state.jackpots.size)} jackpots, ${count(({ state }) => state.tables.size)} tables, ` +
      `${count(({ awards }) => awards.length)} awards, ${journal.links.size.toLocaleString('en')} blocks in the journal.\n`,
  );
  printRecoveries(recoveries);
}

/** Walks the chain of every partition, without the log. */
async function verifyJournal(connections: Connections): Promise<void> {
  const all = await connections.partitions();
  const snapshots = await connections.snapshots(all);
  const journal = await readJournal(connections, all);
  const { faults, onChain, offChain, recoveries } = checkJournal(journal, snapshots);
  const keys = recoveries.length > 0 ? loadCommandKeys(connections.env.COMMAND_KEYS) : new Map();
  const wrong = recoveries.flatMap((block) => whyRecoveryWrong(block, keys) ?? []);
  const [first, ...others] = [...faults, ...wrong];
  if (first !== undefined) {
    const more = others.length > 0 ? ` There are ${others.length} more faults.` : '';
    throw new UserError(`The journal was altered. ${first}.${more}`);
  }
  const harmless =
    offChain > 0 ? `; ${offChain.toLocaleString('en')} more on no chain, which is harmless` : '';
  process.stdout.write(
    `The journal is whole: ${onChain.toLocaleString('en')} blocks on the chains of ${all.length} partitions${harmless}.\n`,
  );
  printRecoveries(recoveries);
}

function printRecoveries(recoveries: readonly JournalBlock[]): void {
  for (const block of recoveries) process.stdout.write(`Recovery: ${describeRecovery(block)}\n`);
}

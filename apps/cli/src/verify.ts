import { countPartitions, loadAll, type Connections } from './connections.js';
import { Failure } from './failure.js';
import { readKeySet } from './key-set.js';
import { checkJournal } from './proof/check-journal.js';
import { readCheckpoint } from './proof/checkpoint-file.js';
import { readJournal } from './proof/journal.js';
import { prove } from './proof/prove.js';
import { describeRecovery, whyRecoveryWrong } from './proof/recovery-block.js';
import type { Refold } from './proof/refold.js';

export interface VerifyOptions {
  readonly from?: string;
  readonly journal?: boolean;
}

/**
 * Proves the ledger against the log, from the first record or from a checkpoint; or the journal's
 * chain alone.
 * @throws Failure that names the first difference.
 */
export async function verify(
  connections: Connections,
  { from, journal: journalAlone = false }: VerifyOptions = {},
): Promise<void> {
  if (journalAlone) return verifyJournal(connections);
  const keys = readKeySet(connections.env.COMMAND_KEYS);
  const partitions = await countPartitions(connections);
  const checkpoint = from === undefined ? null : readCheckpoint(from, partitions, keys);
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  const {
    partitions: proven,
    journal,
    recoveries,
  } = await prove(connections, keys, all, checkpoint);
  const count = (of: (refold: Refold) => number): string =>
    proven.reduce((sum, { refold }) => sum + of(refold), 0).toLocaleString('en');
  const since = checkpoint ? ` since the checkpoint of ${checkpoint.at}` : '';
  process.stdout.write(
    `The ledger agrees with the log: ${count(({ records }) => records)} records in ${partitions} partitions${since}, ` +
      `${count(({ state }) => state.jackpots.size)} jackpots, ${count(({ state }) => state.tables.size)} tables, ` +
      `${count(({ awards }) => awards.length)} awards, ${journal.links.size.toLocaleString('en')} blocks in the journal.\n`,
  );
  for (const block of recoveries) process.stdout.write(`Recovery: ${describeRecovery(block)}\n`);
}

/**
 * Walks the chain of every partition, without the log.
 * @throws Failure that names the first altered block.
 */
async function verifyJournal(connections: Connections): Promise<void> {
  const snapshots = await loadAll(connections);
  const journal = await readJournal(connections, snapshots.length);
  const { faults, onChain, beside, recoveries } = checkJournal(journal, snapshots);
  const keys = recoveries.length > 0 ? readKeySet(connections.env.COMMAND_KEYS) : new Map();
  const wrong = recoveries.flatMap((block) => whyRecoveryWrong(block, keys) ?? []);
  const [first, ...others] = [...faults, ...wrong];
  if (first !== undefined) {
    const more = others.length > 0 ? ` ${others.length} more faults come behind it.` : '';
    throw new Failure(`The journal was altered. ${first.replace(/\.$/, '')}.${more}`);
  }
  const harmless = beside > 0 ? `; ${beside.toLocaleString('en')} more on no chain, unharmed` : '';
  process.stdout.write(
    `The journal is whole: ${onChain.toLocaleString('en')} blocks on the chains of ${snapshots.length} partitions${harmless}.\n`,
  );
  for (const block of recoveries) process.stdout.write(`Recovery: ${describeRecovery(block)}\n`);
}

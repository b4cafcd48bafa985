import { readCheckpoint } from '../checkpoint/file.js';
import { countPartitions, type Connections } from '../connections.js';
import { readKeySet } from '../key-set.js';
import { verifyJournal } from './journal-check.js';
import { prove } from './prove.js';
import { describeRecovery } from './recovery.js';
import type { Refold } from './refold.js';

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

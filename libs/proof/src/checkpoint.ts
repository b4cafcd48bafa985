import type { Root } from '#contract';
import { checkpointDigest, type Checkpoint, type CheckpointPartition } from './checkpoint-file.js';
import { Differences } from './compare/difference.js';
import { OutputsProof } from './outputs/outputs-proof.js';
import { prove } from './prove.js';
import type { LiveLedger } from './source/live-ledger.js';
import { provenSnapshot } from './source/proven-snapshot.js';

/**
 * Folds the current ledger again, and returns the content of a checkpoint: the ledger and the sent
 * messages.
 * @param last the checkpoint at the beginning of the proof; undefined: the first record.
 * @returns the content, and the number of folded records.
 * @throws DifferenceError if something differs.
 */
export async function proveCheckpoint(
  live: LiveLedger,
  root: Root,
  requested: readonly number[],
  last: Checkpoint | undefined,
): Promise<{ readonly content: Checkpoint; readonly records: number }> {
  const differences = new Differences();
  const sent = await OutputsProof.begin(live, differences, last);
  const { proven } = await prove(live, root, requested, { checkpoint: last, sent, differences });
  const records = proven.reduce((sum, { refold }) => sum + refold.records, 0);
  const ledger = proven.map(({ partition, snapshot }) => {
    return { partition, verified: true, ...snapshot };
  });
  const said = { outputs: sent.ends, owed: sent.owed() };
  return { content: await contentOf(live, ledger, said, last), records };
}

/** Reads the ledger as its journal describes it, without the proof that it follows from the log. */
export async function readCheckpointUnverified(
  live: LiveLedger,
  requested: readonly number[],
  last: Checkpoint | undefined,
): Promise<Checkpoint> {
  const ledger: CheckpointPartition[] = [];
  for (const partition of requested) {
    ledger.push({ partition, verified: false, ...(await provenSnapshot(live, partition)) });
  }
  const outputs = { awards: [], exceptions: [], statements: [], 'pool-values': [] };
  return contentOf(live, ledger, { outputs, owed: [] }, last);
}

async function contentOf(
  live: LiveLedger,
  found: readonly CheckpointPartition[],
  said: Pick<Checkpoint, 'outputs' | 'owed'>,
  last: Checkpoint | undefined,
): Promise<Checkpoint> {
  const ledger = await withPlaces(live, found);
  return {
    at: new Date().toISOString(),
    cluster: ledger.find(({ clusterId }) => clusterId !== null)?.clusterId ?? null,
    partitions: (await live.partitions()).length,
    ledger,
    outputs: said.outputs,
    owed: said.owed,
    previous: last ? checkpointDigest(last) : null,
  };
}

/**
 * Adds the places of the heads: Redis gives each head's place on the journal's topic, and the
 * checkpoint the place where it was found.
 */
function withPlaces(
  live: LiveLedger,
  ledger: readonly CheckpointPartition[],
): Promise<CheckpointPartition[]> {
  return live.withJournal((journal) =>
    Promise.all(
      ledger.map(async (each) => {
        const { partition, head, block, sent } = each;
        const found = block > 0 ? await journal.find(partition, head, sent) : undefined;
        return { ...each, sent: found ? { block, ...found.at } : null };
      }),
    ),
  );
}

import type { Root } from '#contract';
import { checkpointDigest, type Checkpoint, type CheckpointPartition } from './checkpoint-file.js';
import { Differences } from './compare/difference.js';
import { OutputsProof } from './outputs/outputs-proof.js';
import { prove } from './prove.js';
import type { LiveLedger } from './source/live-ledger.js';
import { provenSnapshot } from './source/proven-snapshot.js';

/**
 * The ledger as it is now, folded again first, and what was sent: the content of a checkpoint.
 * @param last the checkpoint that the proof begins with; undefined: the first record.
 * @returns the content, and how many records were folded.
 * @throws DifferenceError when something differs.
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

/** The ledger as its journal says it is, without the proof that the log gives it. */
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

/** Redis says where each head is on the journal's topic; the checkpoint says where it was found. */
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

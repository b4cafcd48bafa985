import { existsSync, renameSync, writeFileSync } from 'node:fs';
import type { LedgerSnapshot } from '#ledger';
import { loadCommandKeys } from './command-keys.js';
import type { Connections } from './connections.js';
import { partitionsOf } from './partition-option.js';
import {
  writeCheckpoint,
  type Checkpoint,
  type CheckpointPartition,
} from './proof/checkpoint-file.js';
import { awardDigest, type KeptAwards } from './proof/compare.js';
import { prove, readAwards } from './proof/prove.js';
import { Signer } from './signer.js';
import { table } from './table.js';
import { UserError } from './user-error.js';

export interface CheckpointOptions {
  readonly output: string;
  readonly partition?: string;
  readonly unverified?: boolean;
}

/**
 * Writes the ledger to a file, to verify from it when older records of the log are gone. Each
 * partition is folded again first, so that a wrong ledger gets no checkpoint.
 * @throws UserError when the ledger differs from the log, or the file exists.
 */
export async function checkpoint(
  connections: Connections,
  { output, partition, unverified = false }: CheckpointOptions,
): Promise<void> {
  if (existsSync(output)) {
    throw new UserError(`${output} exists; a checkpoint is never overwritten. Name another file.`);
  }
  const { COMMAND_KEY } = connections.env;
  const all = await connections.partitions();
  const requested = partitionsOf(partition, all);
  const ledger = unverified
    ? await readUnverified(connections, requested)
    : await readVerified(connections, requested);
  const content: Checkpoint = {
    at: new Date().toISOString(),
    cluster: ledger.find(({ clusterId }) => clusterId !== null)?.clusterId ?? null,
    partitions: all.length,
    ledger,
  };
  const signer = COMMAND_KEY ? Signer.open(COMMAND_KEY) : undefined;
  const { text, digest } = writeCheckpoint(content, signer && ((signed) => signer.sign(signed)));
  // Half a checkpoint must not have the name of a whole one.
  writeFileSync(`${output}.part`, text);
  renameSync(`${output}.part`, output);
  const rows = ledger.map(({ partition: number, position, block, head, verified }) => [
    String(number),
    String(position),
    String(block),
    head,
    verified ? 'agrees with the log' : 'not verified',
  ]);
  process.stdout.write(
    `${table(['partition', 'position', 'block', 'head', 'state'], rows)}\n` +
      `Checkpoint ${output}, ${signer ? 'signed' : 'not signed'}, SHA-256 ${digest}.\n`,
  );
}

async function readVerified(connections: Connections, requested: readonly number[]) {
  const keys = loadCommandKeys(connections.env.COMMAND_KEYS);
  const { proven } = await prove(connections, keys, requested);
  return proven.map(({ partition, snapshot, keptAwards }) =>
    contentOf(partition, snapshot, keptAwards, true),
  );
}

async function readUnverified(connections: Connections, requested: readonly number[]) {
  const content: CheckpointPartition[] = [];
  for (const partition of requested) {
    const snapshot = await connections.ledger.load(partition);
    const awards = await readAwards(connections, partition, snapshot);
    content.push(contentOf(partition, snapshot, awards, false));
  }
  return content;
}

function contentOf(
  partition: number,
  snapshot: LedgerSnapshot,
  awards: ReadonlyMap<string, KeptAwards>,
  verified: boolean,
): CheckpointPartition {
  const digests = [...awards].map(([id, { texts }]) => [id, texts.map(awardDigest)] as const);
  return { partition, verified, ...snapshot, awards: Object.fromEntries(digests) };
}

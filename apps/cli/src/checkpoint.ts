import { existsSync, renameSync, writeFileSync } from 'node:fs';
import type { LedgerSnapshot } from '#ledger';
import { countPartitions, type Connections } from './connections.js';
import { Failure } from './failure.js';
import { readKeySet } from './key-set.js';
import {
  writeCheckpoint,
  type Checkpoint,
  type CheckpointPartition,
} from './proof/checkpoint-file.js';
import { awardDigest, type KeptAwards } from './proof/compare.js';
import { prove, readAwards } from './proof/prove.js';
import { Signer } from './signer.js';
import { table } from './table.js';

export interface CheckpointOptions {
  readonly output: string;
  readonly partition?: string;
  readonly unverified?: boolean;
}

/**
 * Writes the ledger to a file from which it can be verified later, without the log before it. Each
 * partition is folded again first, so that a checkpoint is no copy of a wrong ledger.
 * @throws Failure when the ledger differs from the log, or the file is there already.
 */
export async function checkpoint(
  connections: Connections,
  { output, partition, unverified = false }: CheckpointOptions,
): Promise<void> {
  if (existsSync(output)) {
    throw new Failure(`${output} exists already; a checkpoint is never overwritten.`);
  }
  const { env } = connections;
  const partitions = await countPartitions(connections);
  const wanted = partitionsOf(partition, partitions);
  const ledger = unverified
    ? await Promise.all(wanted.map((each) => readUnverified(connections, each)))
    : await readVerified(connections, wanted);
  const content: Checkpoint = {
    at: new Date().toISOString(),
    cluster: ledger.find(({ clusterId }) => clusterId !== null)?.clusterId ?? null,
    partitions,
    ledger,
  };
  const signer = env.COMMAND_KEY ? Signer.open(env.COMMAND_KEY, undefined) : null;
  const { text, digest } = writeCheckpoint(content, signer && ((signed) => signer.sign(signed)));
  // Half a checkpoint must not lie under the name of a whole one.
  writeFileSync(`${output}.part`, text);
  renameSync(`${output}.part`, output);
  const rows = ledger.map((each) => [
    String(each.partition),
    String(each.position),
    String(each.block),
    each.head,
    each.verified ? 'agrees with the log' : 'not verified',
  ]);
  process.stdout.write(
    `${table(['partition', 'position', 'block', 'head', 'state'], rows)}\n` +
      `Checkpoint ${output}, ${signer ? 'signed' : 'not signed'}, SHA-256 ${digest}.\n`,
  );
}

function partitionsOf(given: string | undefined, partitions: number): number[] {
  if (given === undefined) return Array.from({ length: partitions }, (_, each) => each);
  if (!/^\d{1,6}$/.test(given) || Number(given) >= partitions) {
    throw new Failure(`--partition must be 0 to ${partitions - 1}.`, 64);
  }
  return [Number(given)];
}

async function readVerified(connections: Connections, wanted: readonly number[]) {
  const keys = readKeySet(connections.env.COMMAND_KEYS);
  const { partitions } = await prove(connections, keys, wanted, null);
  return partitions.map(({ partition, snapshot, keptAwards }) =>
    kept(partition, snapshot, keptAwards, true),
  );
}

async function readUnverified(connections: Connections, partition: number) {
  const snapshot = await connections.ledger.load(partition);
  return kept(partition, snapshot, await readAwards(connections, partition, snapshot), false);
}

function kept(
  partition: number,
  snapshot: LedgerSnapshot,
  awards: ReadonlyMap<string, KeptAwards>,
  verified: boolean,
): CheckpointPartition {
  const digests = [...awards].map(([id, { texts }]) => [id, texts.map(awardDigest)] as const);
  return { partition, verified, ...snapshot, awards: Object.fromEntries(digests) };
}

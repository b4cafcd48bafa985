import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { parseAuthority } from '#pools';
import type { Connections } from './connections.js';
import { partitionsOf } from './partition-option.js';
import { print, type JsonOption } from './print.js';
import {
  writeCheckpoint,
  type Checkpoint,
  type CheckpointPartition,
} from './proof/checkpoint-file.js';
import { awardDigest, readKeptAwards } from './proof/kept-awards.js';
import { prove } from './proof/prove.js';
import { loadRoot } from './root.js';
import { Signer } from './signer.js';
import { table } from './table.js';
import { UserError } from './user-error.js';

export interface CheckpointOptions extends JsonOption {
  readonly output: string;
  readonly partition?: string;
  readonly unverified?: boolean;
}

/**
 * Writes the ledger to a file, to verify from it when older records are gone; folded again first.
 * @throws UserError when the ledger differs from the log, or the file exists.
 */
export async function checkpoint(
  connections: Connections,
  options: CheckpointOptions,
): Promise<void> {
  const { output, partition, unverified = false } = options;
  if (existsSync(output)) {
    throw new UserError(`${output} exists; a checkpoint is never overwritten. Name another file.`);
  }
  const { COMMAND_KEY, COMMAND_ROOT } = connections.env;
  const all = await connections.partitions();
  const requested = partitionsOf(partition, all);
  const read = unverified
    ? await readUnverified(connections, requested)
    : (await prove(connections, loadRoot(COMMAND_ROOT), requested)).proven;
  const ledger = read.map(({ partition: number, snapshot, keptAwards }): CheckpointPartition => {
    const digests = [...keptAwards].map(([id, { awards }]) => [
      id,
      awards.map(({ text }) => awardDigest(text)),
    ]);
    const awards = Object.fromEntries(digests) as CheckpointPartition['awards'];
    return { partition: number, verified: !unverified, ...snapshot, awards };
  });
  const content: Checkpoint = {
    at: new Date().toISOString(),
    cluster: ledger.find(({ clusterId }) => clusterId !== null)?.clusterId ?? null,
    partitions: all.length,
    ledger,
  };
  const id = ledger.map(({ authority }) => parseAuthority(authority).ledger).find(Boolean) ?? '';
  const signer = COMMAND_KEY ? Signer.open(COMMAND_KEY) : undefined;
  const { text, digest } = writeCheckpoint(
    content,
    signer && ((signed) => signer.sign(id, signed)),
  );
  // Half a checkpoint must not have the name of a whole one.
  writeFileSync(`${output}.part`, text);
  renameSync(`${output}.part`, output);
  const partitions = ledger.map(({ partition: number, position, block, head, verified }) => {
    return { partition: number, position, block, head, verified };
  });
  const facts = { file: output, signed: signer !== undefined, digest, partitions };
  print(options, facts, describe);
}

interface Facts {
  readonly file: string;
  readonly signed: boolean;
  readonly digest: string;
  readonly partitions: readonly Pick<
    CheckpointPartition,
    'partition' | 'position' | 'block' | 'head' | 'verified'
  >[];
}

function describe({ file, signed, digest, partitions }: Facts): string {
  const rows = partitions.map(({ partition, position, block, head, verified }) => {
    return [partition, position, block, head, verified ? 'agrees with the log' : 'not verified'];
  });
  return (
    `${table(['partition', 'position', 'block', 'head', 'state'], rows)}\n` +
    `Checkpoint ${file}, ${signed ? 'signed' : 'not signed'}, SHA-256 ${digest}.\n`
  );
}

/** Partitions as Redis has them. */
async function readUnverified(connections: Connections, requested: readonly number[]) {
  const snapshots = await connections.snapshots(requested);
  const reads = snapshots.map(async (snapshot, index) => {
    const partition = requested[index] as number;
    return {
      partition,
      snapshot,
      keptAwards: await readKeptAwards(connections, partition, snapshot),
    };
  });
  return Promise.all(reads);
}

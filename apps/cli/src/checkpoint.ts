import { existsSync } from 'node:fs';
import { type Root, UserError } from '#contract';
import type { Connections } from './connections.js';
import { partitionsOf } from './partition-option.js';
import { print, type JsonOption } from './print.js';
import {
  digestOf,
  ledgerOf,
  readCheckpoint,
  writeCheckpoint,
  type Checkpoint,
  type CheckpointPartition,
} from './proof/checkpoint-file.js';
import { Differences } from './proof/difference.js';
import { awardDigest, readKeptAwards } from './proof/kept-awards.js';
import { prove } from './proof/prove.js';
import { SentProof } from './proof/sent-proof.js';
import { loadRoot } from './root.js';
import { Signer } from './signer.js';
import { table } from './table.js';
import { writingTextfile } from './textfile.js';
import { writeWhole } from './whole-file.js';

export interface CheckpointOptions extends JsonOption {
  readonly output: string;
  readonly partition?: string;
  readonly from?: string;
  readonly unverified?: boolean;
  readonly textfile?: string;
}

/**
 * Writes the ledger to a file, to verify from it when older records are gone; folded again first.
 * What was sent is compared too. With `from`, what a checkpoint proves is not read again.
 * @throws UserError when something differs, or the file exists.
 */
export async function checkpoint(
  connections: Connections,
  options: CheckpointOptions,
): Promise<void> {
  const { output, partition, from, unverified = false } = options;
  if (existsSync(output)) {
    throw new UserError(`${output} exists; a checkpoint is never overwritten. Name another file.`);
  }
  const { COMMAND_KEY, COMMAND_ROOT } = connections.env;
  const all = await connections.partitions();
  const requested = partitionsOf(partition, all);
  const root = loadRoot(COMMAND_ROOT);
  const last = from === undefined ? undefined : readCheckpoint(from, all.length, root);
  const { read, outputs, owed } = unverified
    ? await readUnverified(connections, requested)
    : await writingTextfile(options.textfile, () => readProven(connections, root, requested, last));
  const ledger = read.map(({ partition: number, snapshot, keptAwards }): CheckpointPartition => {
    const digests = [...keptAwards].map(([jackpot, { awards }]) => [
      jackpot,
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
    outputs,
    owed,
    previous: last ? digestOf(last) : null,
  };
  const id = ledgerOf(content);
  const signer = COMMAND_KEY ? Signer.open(COMMAND_KEY) : undefined;
  const { text, digest } = writeCheckpoint(
    content,
    signer && ((signed) => signer.sign(id, signed)),
  );
  writeWhole(output, text);
  const partitions = ledger.map(({ partition: number, position, block, head, verified }) => {
    return { partition: number, position, block, head, verified };
  });
  const { previous } = content;
  const facts = { file: output, signed: signer !== undefined, digest, previous, partitions };
  print(options, facts, describe);
}

interface Facts {
  readonly file: string;
  readonly signed: boolean;
  readonly digest: string;
  readonly previous: string | null;
  readonly partitions: readonly Pick<
    CheckpointPartition,
    'partition' | 'position' | 'block' | 'head' | 'verified'
  >[];
}

function describe({ file, signed, digest, previous, partitions }: Facts): string {
  const rows = partitions.map(({ partition, position, block, head, verified }) => {
    return [partition, position, block, head, verified ? 'agrees with the log' : 'not verified'];
  });
  const after = previous === null ? '' : `It follows the checkpoint ${previous}.\n`;
  return (
    `${table(['partition', 'position', 'block', 'head', 'state'], rows)}\n` +
    `Checkpoint ${file}, ${signed ? 'signed' : 'not signed'}, SHA-256 ${digest}.\n${after}`
  );
}

/** Partitions that were folded again and agree, with what was sent. */
async function readProven(
  connections: Connections,
  root: Root,
  requested: readonly number[],
  checkpoint: Checkpoint | undefined,
) {
  const differences = new Differences();
  const sent = await SentProof.begin(connections, differences, checkpoint);
  const { proven } = await prove(connections, root, requested, { checkpoint, sent, differences });
  const records = proven.reduce((sum, { refold }) => sum + refold.records, 0);
  return { read: proven, outputs: sent.ends, owed: sent.owed(), records };
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
  const outputs = { awards: [], exceptions: [], 'pool-values': [] };
  return { read: await Promise.all(reads), outputs, owed: [] };
}

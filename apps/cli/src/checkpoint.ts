import { existsSync } from 'node:fs';
import { UserError } from '#contract';
import {
  type CheckpointPartition,
  ledgerOf,
  proveCheckpoint,
  readCheckpoint,
  readCheckpointUnverified,
  writeCheckpoint,
  writeWhole,
} from '#proof';
import { openSigner } from './keys/open-signer.js';
import type { Connections } from './connections.js';
import { partitionsOf } from './partition-option.js';
import { print, type JsonOption } from './print.js';
import { loadRoot } from './root.js';
import { table } from './table.js';
import { writingTextfile } from './textfile.js';

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
  const prove = () => proveCheckpoint(connections, root, requested, last);
  const content = unverified
    ? await readCheckpointUnverified(connections, requested, last)
    : (await writingTextfile(options.textfile, prove)).content;
  const id = ledgerOf(content);
  const signer = COMMAND_KEY ? openSigner(COMMAND_KEY) : undefined;
  const { text, digest } = writeCheckpoint(
    content,
    signer && ((signed) => signer.sign(id, signed)),
  );
  writeWhole(output, text);
  const partitions = content.ledger.map(
    ({ partition: number, position, block, head, verified }) => {
      return { partition: number, position, block, head, verified };
    },
  );
  const { previous } = content;
  const facts = { file: output, signed: signer !== undefined, digest, previous, partitions };
  print(options, facts, describe);
}

interface CheckpointFacts {
  readonly file: string;
  readonly signed: boolean;
  readonly digest: string;
  readonly previous: string | null;
  readonly partitions: readonly Pick<
    CheckpointPartition,
    'partition' | 'position' | 'block' | 'head' | 'verified'
  >[];
}

function describe({ file, signed, digest, previous, partitions }: CheckpointFacts): string {
  const rows = partitions.map(({ partition, position, block, head, verified }) => {
    return [partition, position, block, head, verified ? 'agrees with the log' : 'not verified'];
  });
  const after = previous === null ? '' : `It follows the checkpoint ${previous}.\n`;
  return (
    `${table(['partition', 'position', 'block', 'head', 'state'], rows)}\n` +
    `Checkpoint ${file}, ${signed ? 'signed' : 'not signed'}, SHA-256 ${digest}.\n${after}`
  );
}

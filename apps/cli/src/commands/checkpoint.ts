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
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { table } from '../format/table.js';
import { openSigner } from '../keys/open-signer.js';
import { loadRoot } from '../keys/root.js';
import { fromCheckpointOption, jsonOption, textfileOption } from '../options/common.js';
import { partitionsOf } from '../options/partition-option.js';
import { writingTextfile } from '../terminal/textfile.js';

/**
 * Writes the ledger to a file after folding it again, so that a proof can begin from it when older
 * records are gone. Also compares the sent messages. With `from`, does not read again the part that
 * a checkpoint proves.
 * @throws UserError if something differs, or the file exists.
 */
export const checkpointCommand = connected(
  () =>
    new Command('checkpoint')
      .description('write the proven ledger to a file (signed if COMMAND_KEY is set)')
      .requiredOption('-o, --output <file>', 'file to write; must not exist')
      .addOption(fromCheckpointOption().conflicts('unverified'))
      .option('--partition <n>', 'only this partition')
      .addOption(new Option('--unverified', 'do not fold the log first').conflicts('textfile'))
      .addOption(textfileOption())
      .addOption(jsonOption()),
  async (connections, { output, partition, from, unverified = false, textfile }) => {
    if (existsSync(output)) {
      throw new UserError(
        `${output} exists; a checkpoint is never overwritten. Name another file.`,
      );
    }
    const { COMMAND_KEY, COMMAND_ROOT } = connections.env;
    const all = await connections.partitions();
    const requested = partitionsOf(partition, all);
    const root = loadRoot(COMMAND_ROOT);
    const last = from === undefined ? undefined : readCheckpoint(from, all.length, root);
    const prove = () => proveCheckpoint(connections, root, requested, last);
    const content = unverified
      ? await readCheckpointUnverified(connections, requested, last)
      : (await writingTextfile(textfile, prove)).content;
    const id = ledgerOf(content);
    const signer = COMMAND_KEY ? openSigner(COMMAND_KEY, connections.terminal) : undefined;
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
    return { facts, lines: describeCheckpoint(facts) };
  },
);

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

function describeCheckpoint({
  file,
  signed,
  digest,
  previous,
  partitions,
}: CheckpointFacts): string {
  const rows = partitions.map(({ partition, position, block, head, verified }) => {
    return [partition, position, block, head, verified ? 'agrees with the log' : 'not verified'];
  });
  const after = previous === null ? '' : `It follows the checkpoint ${previous}.\n`;
  return (
    `${table(['partition', 'position', 'block', 'head', 'state'], rows)}\n` +
    `Checkpoint ${file}, ${signed ? 'signed' : 'not signed'}, SHA-256 ${digest}.\n${after}`
  );
}

import { existsSync } from 'node:fs';
import { UserError } from '#contract';
import { readLimits, writeWhole } from '#proof';
import { Command } from '@commander-js/extra-typings';
import { offline } from '../command.js';
import { table } from '../format/table.js';
import { loadRoot } from '../keys/root.js';
import { jsonOption } from '../options/common.js';
import { readProofEnv } from '../env.js';

/**
 * Reports up to which offsets the records of events and journal may be deleted. Deletes nothing.
 * @throws UserError that names the file that is wrong.
 */
export const archiveTrimCommand = offline(
  () =>
    new Command('archive-trim')
      .description('list the archived records that Kafka may delete now; deletes nothing')
      .requiredOption('--archive <folder>', 'the folder that `archive` wrote')
      .option('-o, --output <file>', 'offsets for kafka-delete-records.sh --offset-json-file')
      .addOption(jsonOption()),
  async (terminal, { archive: folder, output }) => {
    if (output !== undefined && existsSync(output)) {
      throw new UserError(`${output} exists, and is not overwritten. Name another file.`);
    }
    const root = loadRoot(readProofEnv(terminal.env).COMMAND_ROOT);
    const limits = await readLimits(folder, root, terminal.showProgress);
    if (output !== undefined) {
      // The content that kafka-delete-records.sh takes as --offset-json-file.
      const content = { partitions: limits.limits, version: 1 };
      writeWhole(output, `${JSON.stringify(content, null, 1)}\n`);
    }
    const facts = { ...limits, output: output ?? null };
    return { facts, lines: describeTrim(facts) };
  },
);

type TrimFacts = Awaited<ReturnType<typeof readLimits>> & { readonly output: string | null };

function describeTrim({ span, until, cluster, limits, output }: TrimFacts): string {
  const rows = limits.map(({ topic, partition, offset }) => [topic, partition, offset]);
  const written = output === null ? '' : `Written to ${output}.\n`;
  return (
    `${table(['topic', 'partition', 'records before'], rows)}\n` +
    `The archive is complete to span ${span}, until the checkpoint of ${until}. In the cluster ${cluster} these records may be deleted. Nothing was deleted.\n` +
    written
  );
}

import { existsSync } from 'node:fs';
import { UserError } from '#contract';
import { readLimits, writeWhole } from '#proof';
import { readProofEnv } from '../env.js';
import { print, type JsonOption } from '../print.js';
import { showProgress } from '../progress.js';
import { loadRoot } from '../root.js';
import { table } from '../table.js';

interface ArchiveTrimOptions extends JsonOption {
  readonly archive: string;
  readonly output?: string;
}

/**
 * Says how far the records of events and journal may be deleted. It deletes nothing.
 * @throws UserError that names the file that is wrong.
 */
export async function archiveTrim(options: ArchiveTrimOptions): Promise<void> {
  const { archive: folder, output } = options;
  if (output !== undefined && existsSync(output)) {
    throw new UserError(`${output} exists, and is not overwritten. Name another file.`);
  }
  const root = loadRoot(readProofEnv().COMMAND_ROOT);
  const facts = await readLimits(folder, root, showProgress);
  if (output !== undefined) {
    // What kafka-delete-records.sh takes as --offset-json-file.
    const content = { partitions: facts.limits, version: 1 };
    writeWhole(output, `${JSON.stringify(content, null, 1)}\n`);
  }
  print(options, { ...facts, output: output ?? null }, describe);
}

type TrimFacts = Awaited<ReturnType<typeof readLimits>> & { readonly output: string | null };

function describe({ span, until, cluster, limits, output }: TrimFacts): string {
  const rows = limits.map(({ topic, partition, offset }) => [topic, partition, offset]);
  const written = output === null ? '' : `Written to ${output}.\n`;
  return (
    `${table(['topic', 'partition', 'records before'], rows)}\n` +
    `Span ${span}, until the checkpoint of ${until}, is whole: in the cluster ${cluster} these records may be deleted. Nothing was deleted.\n` +
    written
  );
}

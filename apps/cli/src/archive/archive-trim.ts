import { existsSync } from 'node:fs';
import { homePartition, type Root, UserError } from '#contract';
import { readProofEnv } from '../env.js';
import { print, type JsonOption } from '../print.js';
import { loadRoot } from '../root.js';
import { table } from '../table.js';
import { writeWhole } from '../whole-file.js';
import { checkFiles, readSpans } from './archive-folder.js';
import type { Manifest } from './manifest.js';

export interface ArchiveTrimOptions extends JsonOption {
  readonly archive: string;
  readonly output?: string;
}

/** Records of a partition before `offset` may be deleted. */
interface Limit {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
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
  const facts = await readLimits(folder, loadRoot(readProofEnv().COMMAND_ROOT));
  if (output !== undefined) {
    // What kafka-delete-records.sh takes as --offset-json-file.
    const content = { partitions: facts.limits, version: 1 };
    writeWhole(output, `${JSON.stringify(content, null, 1)}\n`);
  }
  print(options, { ...facts, output: output ?? null }, describe);
}

/** How far an archive goes, once its last span is whole. @throws UserError that names the file. */
export async function readLimits(folder: string, root: Root) {
  const last = readSpans(folder, root).at(-1);
  if (!last) throw new UserError(`${folder} has no manifest of an archive.`);
  await checkFiles(folder, [last]);
  const { manifest } = last;
  const { number, cluster, checkpoint } = manifest;
  return { span: number, until: checkpoint.at, cluster, limits: limitsOf(manifest) };
}

/**
 * Events: up to the last applied record, by which a restored ledger knows its log. Journal: up to
 * the place from which a proof from the checkpoint goes on, of all partitions whose blocks lie
 * there.
 */
export function limitsOf({ partitions, topics }: Manifest): Limit[] {
  const events = partitions.map(({ partition, until: { position } }) => {
    return { topic: topics.events, partition, offset: Math.max(0, position - 1) };
  });
  const journal = new Map<number, number>();
  for (const { partition, until } of partitions) {
    if (until.block === 0) continue;
    // Where the place is not known, nothing of its home partition may go.
    const place = until.journal ?? {
      partition: homePartition(String(partition), partitions.length),
      offset: 0,
    };
    journal.set(place.partition, Math.min(place.offset, journal.get(place.partition) ?? Infinity));
  }
  const blocks = [...journal]
    .map(([partition, offset]) => ({ topic: topics.journal, partition, offset }))
    .toSorted((one, other) => one.partition - other.partition);
  return [...events, ...blocks].filter(({ offset }) => offset > 0);
}

type Facts = Awaited<ReturnType<typeof readLimits>> & { readonly output: string | null };

function describe({ span, until, cluster, limits, output }: Facts): string {
  const rows = limits.map(({ topic, partition, offset }) => [topic, partition, offset]);
  const written = output === null ? '' : `Written to ${output}.\n`;
  return (
    `${table(['topic', 'partition', 'records before'], rows)}\n` +
    `Span ${span}, until the checkpoint of ${until}, is whole: in the cluster ${cluster} these records may be deleted. Nothing was deleted.\n` +
    written
  );
}

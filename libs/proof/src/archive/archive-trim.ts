import { homePartition, type Root, UserError } from '#contract';
import { noProgress, type ShowProgress } from '../source/progress.js';
import { checkFiles, readSpans } from './archive-folder.js';
import type { Manifest } from './manifest.js';

/** Allows deletion of a partition's records before `offset`. */
interface Limit {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/**
 * Reads how far an archive reaches, after a check of its last span.
 * @throws UserError that names the file.
 */
export async function readLimits(folder: string, root: Root, show: ShowProgress = noProgress) {
  const last = readSpans(folder, root).at(-1);
  if (!last) throw new UserError(`${folder} has no manifest of an archive.`);
  await checkFiles(folder, [last], show);
  const { manifest } = last;
  const { number, cluster, checkpoint } = manifest;
  return { span: number, until: checkpoint.at, cluster, limits: limitsOf(manifest) };
}

/**
 * Events: up to the last applied record, by which a restored ledger recognises its log. Journal: up
 * to the place where a proof from the checkpoint continues, over all partitions whose blocks are
 * there.
 */
export function limitsOf({ partitions, topics }: Manifest): Limit[] {
  const events = partitions.map(({ partition, until: { position } }) => {
    return { topic: topics.events, partition, offset: Math.max(0, position - 1) };
  });
  const journal = new Map<number, number>();
  for (const { partition, until } of partitions) {
    if (until.block === 0) continue;
    // If the place is unknown, nothing of its home partition may be deleted.
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

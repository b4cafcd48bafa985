import { join } from 'node:path';
import { build, exitCodes, type Root, UserError } from '#contract';
import type { JournalBlock } from '#ledger';
import { assertSamePartitions, type Checkpoint } from '../checkpoint-file.js';
import { noProgress, type ShowProgress } from '../source/progress.js';
import { TransferCheck } from '../compare/transfers.js';
import { emptyOrigin } from '../fold/origin.js';
import { checkFiles, filesOf, partitionIn, readSpans, type ArchiveSpan } from './archive-folder.js';
import { manifestName } from './archive-names.js';
import { ArchiveSource } from './archive-source.js';
import type { ArchivedPartition } from './manifest.js';
import { SpanFold } from './span-fold.js';

/**
 * Proves an archive from its files and a root alone: manifests, files, each block, and the ledger
 * at the end of each span.
 * @param expected SHA-256 that the last manifest must have; without it, missing last spans are not
 *   noticed.
 * @throws UserError that names the file that is wrong, or what differs.
 */
export async function proveArchive(
  folder: string,
  root: Root,
  expected?: string,
  show: ShowProgress = noProgress,
): Promise<ProvenArchive> {
  const spans = readSpans(folder, root);
  const last = lastOf(folder, spans);
  if (expected !== undefined) assertExpected(folder, last, expected);
  await checkFiles(folder, spans, show);
  return foldSpans(folder, root, spans, show);
}

/** @throws UserError if the folder is not an archive. */
function lastOf(folder: string, spans: readonly ArchiveSpan[]): ArchiveSpan {
  const last = spans.at(-1);
  if (last) return last;
  throw new UserError(`${folder} has no manifest of an archive.`);
}

/** Asserts that the archive ends with the manifest whose digest was noted when it was made. */
function assertExpected(folder: string, { manifest, digest }: ArchiveSpan, expected: string): void {
  if (digest === expected.toLowerCase()) return;
  throw new UserError(
    `${join(folder, manifestName(manifest.number))}, with which the archive ends, has the SHA-256 ${digest}, and --expect is ${expected}: take the copy of the archive that ends with that.`,
    exitCodes.differs,
  );
}

/** Facts about a proven archive. */
export type ProvenArchive = Awaited<ReturnType<typeof foldSpans>>;

/** Folds partition after partition, each through all spans, so that only one is in memory. */
async function foldSpans(
  folder: string,
  root: Root,
  spans: readonly ArchiveSpan[],
  show: ShowProgress,
) {
  const [first, last] = [spans[0], spans.at(-1)] as [ArchiveSpan, ArchiveSpan];
  const { partitions } = first.checkpoint;
  const total = spans.reduce(
    (sum, { manifest }) => sum + archivedSum(manifest.partitions).records,
    0,
  );
  const progress = show(`folding ${folder}`, total);
  const onFolded = (records: number): void => progress.add(records);
  const counts = { jackpots: 0, tables: 0, awards: 0 };
  const recoveries: JournalBlock[] = [];
  const transfers = new TransferCheck(partitions);
  try {
    for (let partition = 0; partition < partitions; partition += 1) {
      const { fold, acts } = await foldPartition(folder, root, spans, partition, onFolded);
      recoveries.push(...acts);
      counts.jackpots += fold.state.jackpots.size;
      counts.tables += fold.state.tables.size;
      counts.awards += fold.awards;
      transfers.add(partition, fold.state, partitionIn(last.checkpoint, partition).position);
    }
  } finally {
    progress.end();
  }
  const listed = spans.map((span, index) => factsOf(folder, span, spans[index - 1]));
  const { ledger, cluster, editions } = last.manifest;
  const sum = (of: (each: (typeof listed)[number]) => number): number =>
    listed.reduce((all, each) => all + of(each), 0);
  return {
    agrees: true as const,
    build,
    editions,
    ledger,
    cluster,
    partitions,
    records: sum(({ records }) => records),
    blocks: sum(({ blocks }) => blocks),
    ...counts,
    recoveries,
    notSentSo: transfers.faults(),
    spans: listed,
  };
}

/** The end of an archive in one partition. */
export interface ArchivedEnd {
  /** SHA-256 of the archive's last manifest. */
  readonly digest: string;
  readonly checkpoint: Checkpoint;
  /** The last block of the partition; undefined if it has no blocks. */
  readonly last: JournalBlock | undefined;
  /** Number of archived records of the partition. */
  readonly records: number;
}

/**
 * Proves one partition of an archive, from its first record to the archive's end.
 * @param partitions of the log
 * @throws UserError that names the file that is wrong, or what differs.
 */
export async function proveArchivedEnd(
  folder: string,
  root: Root,
  { partition, partitions }: { readonly partition: number; readonly partitions: number },
  show: ShowProgress = noProgress,
): Promise<ArchivedEnd> {
  const spans = readSpans(folder, root);
  const { digest, checkpoint } = lastOf(folder, spans);
  assertSamePartitions(checkpoint, partitions, folder);
  await checkFiles(folder, spans, show, partition);
  const archived = spans.map(({ manifest }) => manifest.partitions[partition] as ArchivedPartition);
  const { records } = archivedSum(archived);
  const progress = show(`folding partition ${partition} of ${folder}`, records);
  try {
    const { fold } = await foldPartition(folder, root, spans, partition, (some) =>
      progress.add(some),
    );
    return { digest, checkpoint, last: fold.last, records };
  } finally {
    progress.end();
  }
}

/** @returns the fold at the archive's end, and the acts of operators. */
async function foldPartition(
  folder: string,
  root: Root,
  spans: readonly ArchiveSpan[],
  partition: number,
  onFolded: (records: number) => void,
) {
  const { partitions } = lastOf(folder, spans).checkpoint;
  const fold = new SpanFold(partition, emptyOrigin(), { partitions, root });
  const acts: JournalBlock[] = [];
  for (const span of spans) acts.push(...(await foldSpan(folder, fold, partition, span, onFolded)));
  return { fold, acts };
}

/** @returns the acts of operators in the span. */
async function foldSpan(
  folder: string,
  fold: SpanFold,
  partition: number,
  span: ArchiveSpan,
  onFolded: (records: number) => void,
): Promise<readonly JournalBlock[]> {
  const { manifest, checkpoint } = span;
  const archived = manifest.partitions[partition] as ArchivedPartition;
  const source = new ArchiveSource(partition, filesOf(folder, span, partition));
  const end = partitionIn(checkpoint, partition);
  const path = join(folder, manifestName(manifest.number));
  try {
    const sink = source.dayCheck(fold.state.newestMs);
    const folded = await fold.run({ source, undone: archived.undone, end, sink, onFolded });
    await source.end();
    for (const what of ['records', 'blocks', 'awards'] as const) {
      if (folded[what] === archived[what]) continue;
      const sentence = `Partition ${partition} has ${folded[what]} ${what}, and by the manifest ${archived[what]}.`;
      throw new UserError(sentence, exitCodes.differs);
    }
    return folded.acts;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${path}: ${error.message}`, error.exitCode);
  } finally {
    await source.close();
  }
}

function factsOf(
  folder: string,
  { manifest, digest }: ArchiveSpan,
  before: ArchiveSpan | undefined,
) {
  const { number, checkpoint, partitions } = manifest;
  return {
    span: number,
    since: before?.manifest.checkpoint.at ?? null,
    until: checkpoint.at,
    ...archivedSum(partitions),
    build: manifest.build,
    editions: manifest.editions,
    manifest: join(folder, manifestName(number)),
    digest,
  };
}

function archivedSum(partitions: readonly ArchivedPartition[]) {
  const sum = { records: 0, blocks: 0, awards: 0 };
  for (const { records, blocks, awards } of partitions) {
    sum.records += records;
    sum.blocks += blocks;
    sum.awards += awards;
  }
  return sum;
}

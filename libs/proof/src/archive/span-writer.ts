import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Root } from '#contract';
import { timeOf } from '#engine';
import { StateDigest } from '#ledger';
import type { ProgressLine } from '../source/progress.js';
import type { LiveLedger } from '../source/live-ledger.js';
import { KafkaSource } from '../source/kafka-source.js';
import { writeWhole } from '../whole-file.js';
import { archiveKinds, checkpointName, dayOf, manifestName } from './archive-names.js';
import { DayWriter, syncFolder } from './day-writer.js';
import type { ArchivedPartition } from './manifest.js';
import { lineOfRecord } from './record-line.js';
import { SpanFold, type SpanSink } from './span-fold.js';
import type { PlannedPartition } from './span-plan.js';

interface SpanPlace {
  readonly folder: string;
  readonly number: number;
}

interface Context {
  readonly partitions: number;
  readonly root: Root;
}

/**
 * Writes the files of a span, one partition after the other, and folds their content.
 * @throws UserError that names what differs; then the files do not belong to a manifest.
 */
export async function writeDays(
  live: LiveLedger,
  context: Context,
  place: SpanPlace,
  planned: readonly PlannedPartition[],
): Promise<readonly ArchivedPartition[]> {
  await mkdir(place.folder, { recursive: true });
  const total = planned.reduce((sum, { origin, end }) => sum + end.position - origin.position, 0);
  const progress = live.progress(`archiving ${live.topic('events')}`, total);
  const written: ArchivedPartition[] = [];
  try {
    for (const each of planned) {
      written.push(await writePartition(live, context, place, each, progress));
    }
  } finally {
    progress.end();
  }
  return written;
}

/** Writes the checkpoint and then the manifest, which makes the span valid. */
export async function endSpan(
  folder: string,
  number: number,
  checkpoint: string,
  manifest: string,
): Promise<void> {
  writeWhole(join(folder, checkpointName(number)), checkpoint);
  for (const kind of archiveKinds) {
    await mkdir(join(folder, kind), { recursive: true });
    await syncFolder(join(folder, kind));
  }
  await syncFolder(folder);
  writeWhole(join(folder, manifestName(number)), manifest);
  await syncFolder(folder);
}

async function writePartition(
  live: LiveLedger,
  context: Context,
  { folder, number: span }: SpanPlace,
  { partition, origin, end, index, journal }: PlannedPartition,
  progress: ProgressLine,
): Promise<ArchivedPartition> {
  const { position, head, block, state } = origin;
  const from = { position, head, block };
  const [events, journalFiles] = archiveKinds.map(
    (kind) => new DayWriter({ folder, kind, partition, span }, dayOf(state.newestMs)),
  ) as [DayWriter, DayWriter];
  const source = new KafkaSource(live, partition, index.oldestFirst, end.position);
  const fold = new SpanFold(partition, origin, context);
  const { undone } = index;
  const onFolded = (records: number): void => progress.add(records);
  try {
    const sink = sinkOf(events, journalFiles);
    const folded = await fold.run({ source, undone, end, sink, onFolded });
    const { records, blocks, awards } = folded;
    const files = [...(await events.end()), ...(await journalFiles.end())];
    const digest = StateDigest.of(end).root();
    const until = { position: end.position, head: end.head, block: end.block, state: digest };
    return {
      partition,
      from,
      until: { ...until, journal },
      undone,
      records,
      blocks,
      awards,
      files,
    };
  } catch (error) {
    await Promise.all([events.abandon(), journalFiles.abandon()]);
    throw error;
  }
}

/** Puts each record and block in the file of the day of its effective Kafka time (contract 2). */
function sinkOf(events: DayWriter, journal: DayWriter): SpanSink {
  return {
    // An act has its signer's clock, so it gets the day of the line before it.
    onBlock: ({ block, at, recovery }, text) =>
      journal.add(block, text, recovery ? 0 : Date.parse(at)),
    onRecords: async (records, newestMs) => {
      let newest = newestMs;
      for (const record of records) {
        newest = timeOf(record, newest);
        await events.add(record.offset, lineOfRecord(record), newest);
      }
    },
  };
}

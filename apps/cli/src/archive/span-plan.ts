import type { Root } from '#contract';
import type { SentBlock } from '#ledger';
import type { Connections } from '../connections.js';
import { ChainWalk } from '../proof/chain.js';
import type { Checkpoint, CheckpointPartition } from '../proof/checkpoint-file.js';
import { walkChains } from '../proof/journal-reader.js';
import { originOf } from '../proof/prove.js';
import type { Origin } from '../proof/refold.js';
import { assertRoot } from '../root.js';
import { differs, UserError } from '../user-error.js';
import { partitionIn, type Span } from './archive-folder.js';
import { manifestName } from './archive-names.js';
import type { JournalPlace } from './manifest.js';
import { SpanCourse } from './span-course.js';

/** What a span will have of a partition. */
export interface PlannedPartition {
  readonly partition: number;
  readonly origin: Origin;
  readonly end: CheckpointPartition;
  readonly course: SpanCourse;
  /** From here on the journal's topic is needed to go on from the checkpoint; null: unknown. */
  readonly journal: JournalPlace | null;
}

/**
 * Walks the chains from the ledger's heads over the end of a span to its beginning. Only reads.
 * @param last the span before it.
 * @throws UserError that names a broken chain, a checkpoint that is not on it, an act that has gone
 * back behind the checkpoint or the last span, and records that are gone.
 */
export async function planSpan(
  connections: Connections,
  root: Root,
  last: Span | undefined,
  until: Checkpoint,
): Promise<readonly PlannedPartition[]> {
  const all = await connections.partitions();
  const snapshots = await connections.snapshots(all);
  const cluster = await connections.clusterId();
  const walks = new Map<number, ChainWalk>();
  const planned = all.map((partition, index) => {
    const snapshot = snapshots[index] as (typeof snapshots)[number];
    assertRoot(snapshot, root);
    const [origin, end] = [originOf(last?.checkpoint, partition), partitionIn(until, partition)];
    const course = new SpanCourse(partition, end);
    walks.set(partition, new ChainWalk(partition, snapshot, origin, course));
    return { partition, origin, end, course };
  });
  const floors = new Map<number, SentBlock>();
  if (last?.checkpoint.cluster === cluster) {
    for (const { partition, sent } of last.checkpoint.ledger) if (sent) floors.set(partition, sent);
  }
  await walkChains(connections, walks, last?.checkpoint.cluster === cluster ? { floors } : {});
  const marks = await connections.watermarks('events');
  return planned.map(({ partition, origin, end, course }) => {
    assertWalked(partition, walks.get(partition) as ChainWalk);
    if (last) assertAlive(course, partition, origin, last);
    if (!course.end && end.head !== origin.head) {
      throw differs(
        `Block ${end.block} of partition ${partition}, with which the checkpoint ends, is not on the ledger’s chain: write another checkpoint`,
      );
    }
    assertNotUndone(course, partition);
    assertThere(partition, course.firstOffset, marks[partition]?.low ?? 0);
    const before = last?.manifest.cluster === cluster ? last.manifest.partitions[partition] : null;
    const known = course.end ? placeOf(course) : (before?.until.journal ?? null);
    const sent = until.cluster === cluster ? end.sent : null;
    return { partition, origin, end, course, journal: lower(known, sent) };
  });
}

function assertWalked(partition: number, walk: ChainWalk): void {
  walk.end();
  const [fault] = walk.faults;
  if (fault !== undefined) throw differs(`Journal of partition ${partition}: ${fault}`);
}

/** That the ledger has not gone back behind the last span, after which no fold could go on. */
function assertAlive(course: SpanCourse, partition: number, origin: Origin, last: Span): void {
  const undone = course.beginUndoneBy(origin);
  if (!undone) return;
  const { number } = last.manifest;
  throw differs(
    `Partition ${partition}: an act of an operator (${undone.act}, block ${undone.block}) has gone back behind span ${number}, with which the archive ends. Give --to a copy of the archive without ${manifestName(number)}`,
  );
}

/** That the span would not end on a branch which the ledger has left. */
function assertNotUndone(course: SpanCourse, partition: number): void {
  const undone = course.endUndoneBy;
  if (!undone) return;
  throw differs(
    `Partition ${partition}: an act of an operator (${undone.act}, block ${undone.block}) has gone back behind this checkpoint; write another one`,
  );
}

function assertThere(partition: number, first: number | undefined, low: number): void {
  if (first === undefined || first >= low) return;
  throw new UserError(
    `Partition ${partition}: the records from offset ${first} are gone, the log begins at offset ${low}. They were to be archived before they were deleted.`,
  );
}

function placeOf({ end }: SpanCourse): JournalPlace | null {
  if (!end || 'outboxOf' in end.location) return null;
  const { topicPartition: partition, offset } = end.location;
  return { partition, offset };
}

/** A proof from the checkpoint looks at the place that it names, which may be an older block's. */
function lower(known: JournalPlace | null, sent: SentBlock | null): JournalPlace | null {
  if (!sent) return known;
  if (known && known.partition !== sent.partition) return null;
  const { partition, offset } = sent;
  return { partition, offset: Math.min(offset, known?.offset ?? Infinity) };
}

import { differs, type Root, UserError } from '#contract';
import type { JournalPlace, LedgerSnapshot } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';
import type { ChainIndex } from '../chain/chain-index.js';
import type { Checkpoint, CheckpointPartition } from '../checkpoint-file.js';
import { originOf, type Origin } from '../fold/origin.js';
import { leftBy, type BackAct } from '../chain/undone.js';
import { readChains, type VerifiedChain } from '../chain/read-chains.js';
import { assertRoot } from '../fold/readable.js';
import { partitionIn, type ArchiveSpan } from './archive-folder.js';
import { manifestName } from './archive-names.js';

/** The planned part of a partition in a span. */
export interface PlannedPartition {
  readonly partition: number;
  readonly origin: Origin;
  readonly end: CheckpointPartition;
  readonly index: ChainIndex;
  /** The journal's topic is needed from here on to continue from the checkpoint; null: unknown. */
  readonly journal: JournalPlace | null;
}

/**
 * Walks the chains from the ledger's heads over the end of a span to its beginning. Only reads.
 * @param last the span before it.
 * @throws UserError that names a broken chain, a checkpoint that is not on it, an act that went
 *   back to before the checkpoint or the last span, and records that are gone.
 */
export async function planSpan(
  live: LiveLedger,
  root: Root,
  last: ArchiveSpan | undefined,
  until: Checkpoint,
): Promise<readonly PlannedPartition[]> {
  const all = await live.partitions();
  const snapshots = await live.snapshots(all);
  for (const snapshot of snapshots) assertRoot(snapshot, root);
  const wanted = all.map((partition, at) => ({
    partition,
    tip: snapshots[at] as LedgerSnapshot,
    origin: originOf(last?.checkpoint, partition),
    kept: last && partitionIn(last.checkpoint, partition),
    until: partitionIn(until, partition),
  }));
  const chains = await readChains(live, wanted, {
    whyLeft: (partition, act) => whyLeft(partition, act, last),
    fix: 'give --until a checkpoint that was written earlier',
  });
  const marks = await live.watermarks('events');
  const cluster = await live.clusterId();
  return wanted.map(({ partition, origin, until: end }, at) => {
    const { index } = chains[at] as VerifiedChain;
    if (!index.end && end.head !== origin.head) {
      throw differs(
        `Block ${end.block} of partition ${partition}, with which the checkpoint ends, is not on the ledger’s chain: write another checkpoint`,
      );
    }
    assertNotUndone(partition, index, end);
    assertThere(partition, index, marks[partition]?.low ?? 0);
    const before = last?.manifest.cluster === cluster ? last.manifest.partitions[partition] : null;
    const known = index.end ? placeOf(index) : (before?.until.journal ?? null);
    const sent = until.cluster === cluster ? end.sent : null;
    return { partition, origin, end, index, journal: lower(known, sent) };
  });
}

/** Explains why no fold can continue: the ledger has gone back to before the last span's end. */
function whyLeft(
  partition: number,
  { act, block }: BackAct,
  last: ArchiveSpan | undefined,
): UserError {
  const number = last?.manifest.number ?? 0;
  return differs(
    `Partition ${partition}: an act of an operator (${act}, block ${block}) went back to before the end of span ${number}, the last one of the archive. Give --to a copy of the archive without ${manifestName(number)}`,
  );
}

/** Asserts that the span does not end on a branch that the ledger has left. */
function assertNotUndone(partition: number, index: ChainIndex, end: CheckpointPartition): void {
  const left = leftBy(end, index.backActs);
  if (!left) return;
  throw differs(
    `Partition ${partition}: an act of an operator (${left.act}, block ${left.block}) went back to before this checkpoint; write another one`,
  );
}

function assertThere(partition: number, { stretches }: ChainIndex, low: number): void {
  const first = stretches[0]?.from;
  if (first === undefined || first >= low) return;
  throw new UserError(
    `Partition ${partition}: the records from offset ${first} are gone, the log begins at offset ${low}. Records must be archived before they are deleted.`,
  );
}

function placeOf({ end }: ChainIndex): JournalPlace | null {
  if (!end) return null;
  const { topicPartition: partition, offset } = end.location;
  return { partition, offset };
}

/**
 * Returns the lower place: a checkpoint can name the place of an older block, and a proof reads it.
 */
function lower(known: JournalPlace | null, sent: JournalPlace | null): JournalPlace | null {
  if (!sent) return known;
  if (known && known.partition !== sent.partition) return null;
  const { partition, offset } = sent;
  return { partition, offset: Math.min(offset, known?.offset ?? Infinity) };
}

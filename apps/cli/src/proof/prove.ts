import type { Root } from '#contract';
import { readState } from '#engine';
import { StateDigest, type JournalBlock, type LedgerSnapshot } from '#ledger';
import type { LogRecord } from '#log';
import { parseAuthority } from '#pools';
import type { Connections, OffsetRange } from '../connections.js';
import { Progress } from '../progress.js';
import { assertRoot } from '../root.js';
import { UserError } from '../user-error.js';
import { ApprovalHistory, type ActPlace } from './approval-history.js';
import type { Checkpoint } from './checkpoint-file.js';
import { blockDifferences, ledgerDifferences } from './compare.js';
import { Differences, plainDifference, type Difference } from './difference.js';
import { readAgain } from './journal.js';
import { KeptAwardsProof, readKeptAwards, type KeptOfJackpot } from './kept-awards.js';
import { PartitionFold } from './partition-fold.js';
import { emptyOrigin, Refold, type Origin } from './refold.js';
import type { SentProof } from './sent-proof.js';
import { assertActsSigned, readChains, type VerifiedChain } from './verified-chain.js';

/** What is proven of a partition. */
export interface ProvenPartition {
  readonly partition: number;
  readonly snapshot: LedgerSnapshot;
  readonly chain: VerifiedChain;
  readonly refold: Refold;
  readonly keptAwards: ReadonlyMap<string, KeptOfJackpot>;
}

/**
 * Folds the log again and compares with Redis at the same position: balances, rounds, awards, and
 * each block of the chain. The service may run meanwhile, since the ledger is read before the
 * journal and the log, which then have all of its blocks and records. Journal, log and topics are
 * read piece by piece, so the memory that it takes does not grow with them (contract 8.4).
 * @param sent where given, what was sent is compared too; it was begun before this.
 * @throws DifferenceError that names what differs; UserError for a broken chain, or that these are
 * another root.
 */
export async function prove(
  connections: Connections,
  root: Root,
  requested: readonly number[],
  { checkpoint, sent, differences = new Differences() }: ProofOptions = {},
) {
  const all = await connections.partitions();
  const snapshots = await connections.snapshots(requested);
  for (const snapshot of snapshots) assertRoot(snapshot, root);
  const wanted = requested.map((partition, index) => ({
    partition,
    tip: snapshots[index] as LedgerSnapshot,
    origin: originOf(checkpoint, partition),
    kept: checkpoint?.ledger.find((each) => each.partition === partition),
  }));
  const chains = await readChains(connections, wanted, checkpoint?.cluster, sent);
  const proven: ProvenPartition[] = [];
  const kept: KeptAwardsProof[] = [];
  for (const [index, { authority }] of snapshots.entries()) {
    assertActsSigned(chains[index] as VerifiedChain, parseAuthority(authority));
  }
  const judged: { history: ApprovalHistory; places: readonly ActPlace[] }[] = [];
  for (const [index, { partition, tip: snapshot, origin }] of wanted.entries()) {
    const chain = chains[index] as VerifiedChain;
    const { acts, rebuild, places } = chain;
    const clusterId = snapshot.clusterId ?? '';
    const refold = new Refold(origin, { partitions: all.length, clusterId, root }, rebuild);
    judged.push({ history: new ApprovalHistory(refold), places });
    sent?.watch(partition, { snapshot, refold, acts });
    const keptAwards = await readKeptAwards(connections, partition, snapshot);
    kept.push(new KeptAwardsProof(partition, keptAwards, refold, differences));
    proven.push({ partition, snapshot, chain, refold, keptAwards });
  }
  await sent?.takeOutboxes();
  await foldAll(connections, proven, sent, differences);
  for (const [index, { partition, snapshot, refold }] of proven.entries()) {
    differences.add(...ledgerDifferences(partition, snapshot, refold));
    const { position } = await connections.ledger.readBalances(partition, []);
    kept[index]?.end(position);
    differences.add(...(await mismatchOf(connections, refold)));
  }
  for (const { history, places } of judged) {
    for (const place of places) {
      const why = history.whyAlone(place);
      if (why !== undefined) {
        differences.add(plainDifference('journal', place.act.partition, why));
      }
    }
  }
  await sent?.end();
  differences.assertNone();
  const recoveries: JournalBlock[] = chains.flatMap(({ acts }) => acts);
  return { proven, blocks: chains.reduce((sum, { blocks }) => sum + blocks, 0), recoveries };
}

/** What a proof may have beside the ledger. */
interface ProofOptions {
  readonly checkpoint?: Checkpoint | undefined;
  readonly sent?: SentProof | undefined;
  /** Collects; the sent messages add to it as well. */
  readonly differences?: Differences;
}

/**
 * Folds each partition up to the ledger, or to the end of a log that ends before it. The partition
 * whose newest record is the oldest goes on: so the topics, which are in the order of time, need
 * not be read far ahead.
 */
async function foldAll(
  connections: Connections,
  proven: readonly ProvenPartition[],
  sent: SentProof | undefined,
  differences: Differences,
): Promise<void> {
  const marks = await connections.watermarks('events');
  const folds: PartitionFold[] = [];
  for (const { partition, snapshot, refold, chain } of proven) {
    const { low = 0, high = 0 } = marks[partition] ?? {};
    assertNotGone(partition, chain.stretches, low);
    folds.push(new PartitionFold(connections, partition, refold, chain, high));
    if (snapshot.position <= high) continue;
    const sentence = `partition ${partition}: the ledger is at offset ${snapshot.position}, and the log ends at ${high}`;
    differences.add(plainDifference('log', partition, sentence));
  }
  const progress = new Progress(`folding ${connections.topic('events')}`, totalOf(proven));
  const left = new Set(folds);
  try {
    for (let next = oldestOf(left); next; next = oldestOf(left)) {
      const before = next.refold.records;
      if (!(await next.step())) left.delete(next);
      await sent?.follow();
      progress.add(next.refold.records - before, () => sharesOf(proven));
    }
  } finally {
    progress.end();
  }
}

function oldestOf(folds: ReadonlySet<PartitionFold>): PartitionFold | undefined {
  let oldest: PartitionFold | undefined;
  for (const fold of folds) {
    const isOlder = !oldest || fold.refold.state.newestMs < oldest.refold.state.newestMs;
    if (isOlder) oldest = fold;
  }
  return oldest;
}

function lengthOf({ chain }: ProvenPartition): number {
  return chain.stretches.reduce((sum, { from, to }) => sum + to - from, 0);
}

function totalOf(proven: readonly ProvenPartition[]): number {
  return proven.reduce((sum, each) => sum + lengthOf(each), 0);
}

/** How much of each partition is folded: `0: 45 %, 1: 44 %`. */
function sharesOf(proven: readonly ProvenPartition[]): string {
  const shares = proven.flatMap((each) => {
    const total = lengthOf(each);
    if (total === 0) return [];
    return `${each.partition}: ${Math.floor((100 * each.refold.records) / total)} %`;
  });
  return shares.join(', ');
}

/**
 * What a fold of this partition begins with.
 * @throws UserError when the checkpoint's accounts are incomplete or do not sum to zero.
 */
export function originOf(checkpoint: Checkpoint | undefined, partition: number): Origin {
  const kept = checkpoint?.ledger.find((each) => each.partition === partition);
  if (!kept) return emptyOrigin();
  const state = readState(kept);
  if ('outcome' in state) {
    throw new UserError(`The checkpoint’s partition ${partition} is no ledger: ${state.detail}`);
  }
  const { position, head, block, anchor, awards } = kept;
  return { state, position, head, block, anchor, awards, digest: StateDigest.of(kept) };
}

/**
 * Reads stretches of the events' partitions, in order within each partition.
 * @throws UserError when the log no longer has the first of them.
 */
export async function readStretches(
  connections: Connections,
  stretches: ReadonlyMap<number, readonly OffsetRange[]>,
  onRecords: (partition: number, records: readonly LogRecord[]) => void,
): Promise<void> {
  const marks = await connections.watermarks('events');
  for (const [partition, ranges] of stretches) {
    assertNotGone(partition, ranges, marks[partition]?.low ?? 0);
  }
  const passes = Math.max(0, ...[...stretches.values()].map(({ length }) => length));
  for (let pass = 0; pass < passes; pass += 1) {
    const ranges = [...stretches].flatMap(([partition, all]) => {
      const range = all[pass];
      return range ? [[partition, range] as const] : [];
    });
    await connections.readEvents(new Map(ranges), onRecords);
  }
}

/** @throws UserError when the log no longer has the first of these records. */
function assertNotGone(partition: number, ranges: readonly OffsetRange[], low: number): void {
  const gone = ranges.find(({ from }) => from < low);
  if (!gone) return;
  throw new UserError(
    `Partition ${partition}: the records from offset ${gone.from} are gone, the log begins at offset ${low}; give --from a checkpoint that was written after them.`,
  );
}

/** The first block that the fold makes otherwise. */
async function mismatchOf(
  connections: Connections,
  { mismatch, state }: Refold,
): Promise<readonly Difference[]> {
  if (!mismatch) return [];
  const { made, found } = mismatch;
  const block = await readAgain(connections, found);
  if (block) return blockDifferences(made, block, state);
  const { partition } = found;
  const sentence = `block ${found.block} of partition ${partition}: the log gives another block, ${made.hash}`;
  return [plainDifference('journal', partition, sentence)];
}

import { exitCodes, type Root } from '#contract';
import { readState } from '#engine';
import { StateDigest, type JournalBlock, type LedgerSnapshot } from '#ledger';
import type { LogRecord } from '#log';
import { parseAuthority } from '#pools';
import type { Connections, OffsetRange } from '../connections.js';
import { assertRoot } from '../root.js';
import { UserError } from '../user-error.js';
import { ApprovalHistory, placesOf, type ActPlace } from './approval-history.js';
import { chainOf } from './chain.js';
import type { Checkpoint } from './checkpoint-file.js';
import { blockDifferences, ledgerDifferences } from './compare.js';
import { Differences, plainDifference, type Difference } from './difference.js';
import { readAgain, readJournal, type Journal, type Link } from './journal.js';
import { KeptAwardsProof, readKeptAwards, type KeptOfJackpot } from './kept-awards.js';
import { recoveriesOf, whyRecoveryWrong } from './recovery-block.js';
import { emptyOrigin, Refold, stretchesOf, type Origin } from './refold.js';
import type { SentProof } from './sent-proof.js';

/** What is proven of a partition. */
export interface ProvenPartition {
  readonly partition: number;
  readonly snapshot: LedgerSnapshot;
  readonly refold: Refold;
  readonly keptAwards: ReadonlyMap<string, KeptOfJackpot>;
}

/**
 * Folds the log again and compares with Redis at the same position: balances, rounds, awards, and
 * each block of the chain. The service may run meanwhile, since the ledger is read before the
 * journal and the log, which then have all of its blocks and records.
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
  const journal = await readJournal(connections, all);
  const recoveries: JournalBlock[] = [];
  const proven: ProvenPartition[] = [];
  const kept: KeptAwardsProof[] = [];
  const judged: { history: ApprovalHistory; places: readonly ActPlace[] }[] = [];
  for (const [index, partition] of requested.entries()) {
    const snapshot = snapshots[index] as LedgerSnapshot;
    assertRoot(snapshot, root);
    const origin = originOf(checkpoint, partition);
    const links = verifiedChain(partition, snapshot, journal, origin);
    const acts = recoveriesOf(links);
    recoveries.push(...acts);
    const { position, state } = origin;
    const places = await placesOf(links, { position, newestMs: state.newestMs }, (link) =>
      readAgain(connections, link),
    );
    const clusterId = snapshot.clusterId ?? '';
    const refold = new Refold(links, origin, { partitions: all.length, clusterId, root });
    judged.push({ history: new ApprovalHistory(refold), places });
    sent?.watch(partition, { snapshot, refold, links, acts, checkpointAt: checkpoint?.at });
    const keptAwards = await readKeptAwards(connections, partition, snapshot);
    kept.push(new KeptAwardsProof(partition, keptAwards, refold, differences));
    proven.push({ partition, snapshot, refold, keptAwards });
  }
  await sent?.read();
  await foldAll(connections, proven, differences);
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
  return { proven, journal, recoveries };
}

/** What a proof may have beside the ledger. */
interface ProofOptions {
  readonly checkpoint?: Checkpoint | undefined;
  readonly sent?: SentProof;
  /** Collects; the sent messages add to it as well. */
  readonly differences?: Differences;
}

/** Folds each partition up to the ledger, or to the end of a log that ends before it. */
async function foldAll(
  connections: Connections,
  proven: readonly ProvenPartition[],
  differences: Differences,
): Promise<void> {
  const marks = await connections.watermarks('events');
  const byPartition = new Map(proven.map(({ partition, refold }) => [partition, refold]));
  const stretches = new Map<number, OffsetRange[]>();
  for (const { partition, snapshot, refold } of proven) {
    const high = marks[partition]?.high ?? 0;
    const ranges = stretchesOf(refold.links)
      .filter(({ from }) => from < high)
      .map(({ from, to }) => ({ from, to: Math.min(to, high) }));
    stretches.set(partition, ranges);
    if (snapshot.position <= high) continue;
    const sentence = `partition ${partition}: the ledger is at offset ${snapshot.position}, and the log ends at ${high}`;
    differences.add(plainDifference('log', partition, sentence));
  }
  await readStretches(connections, stretches, (partition, records) =>
    byPartition.get(partition)?.add(records),
  );
  for (const { refold } of proven) refold.add([]);
}

/**
 * The blocks of a partition from the origin to the ledger's head.
 * @throws UserError that names the first broken block, or the first invalid act of an operator.
 */
export function verifiedChain(
  partition: number,
  snapshot: LedgerSnapshot,
  journal: Journal,
  origin: Origin,
): readonly Link[] {
  const { links, faults } = chainOf(partition, snapshot, journal, origin);
  const [fault] = faults;
  if (fault) {
    const sentence = `Journal of partition ${partition}: ${fault.sentence}.`;
    throw new UserError(sentence, exitCodes.differs);
  }
  const authority = parseAuthority(snapshot.authority);
  for (const block of recoveriesOf(links)) {
    const why = whyRecoveryWrong(block, authority);
    if (why !== undefined) throw new UserError(`Journal: ${why}.`, exitCodes.differs);
  }
  return links;
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
    const low = marks[partition]?.low ?? 0;
    const gone = ranges.find(({ from }) => from < low);
    if (!gone) continue;
    throw new UserError(
      `Partition ${partition}: the records from offset ${gone.from} are gone, the log begins at offset ${low}; give --from a checkpoint that was written after them.`,
    );
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

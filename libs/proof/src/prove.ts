import type { Root } from '#contract';
import { whyOtherLog } from '#engine';
import type { JournalBlock, LedgerSnapshot } from '#ledger';
import { parseAuthority } from '#pools';
import type { LiveLedger } from './source/live-ledger.js';
import { assertRoot } from './fold/readable.js';
import { ActPlaces, ApprovalHistory } from './compare/approval-history.js';
import type { Checkpoint } from './checkpoint-file.js';
import { blockDifferences, ledgerDifferences } from './compare/compare.js';
import { TransferCheck } from './compare/transfers.js';
import { Differences, plainDifference, type Difference } from './compare/difference.js';
import { KafkaSource } from './source/kafka-source.js';
import { originOf } from './fold/origin.js';
import { foldAlong, Refold } from './fold/refold.js';
import type { OutputsProof } from './outputs/outputs-proof.js';
import {
  assertActsSigned,
  assertNotGone,
  readChains,
  type VerifiedChain,
} from './chain/read-chains.js';

/** The proven facts of a partition. */
export interface ProvenPartition {
  readonly partition: number;
  readonly snapshot: LedgerSnapshot;
  readonly chain: VerifiedChain;
  readonly refold: Refold;
}

/**
 * Folds the log again and compares it with Redis at the same position: balances, rounds, awards,
 * and each block of the chain. The service may run meanwhile: the ledger is read before the journal
 * and the log, which then have all of its blocks and records. Reads journal, log and topics piece
 * by piece, so its memory does not grow with them (contract 8.4).
 * @param sent compares the sent messages too, if given; it must begin before this.
 * @throws DifferenceError that names what differs; UserError for a broken chain, or another root.
 */
export async function prove(
  live: LiveLedger,
  root: Root,
  requested: readonly number[],
  { checkpoint, sent, differences = new Differences() }: ProofOptions = {},
) {
  const all = await live.partitions();
  const snapshots = await live.snapshots(requested);
  for (const snapshot of snapshots) assertRoot(snapshot, root);
  differences.add(...(await otherLogs(live, requested, snapshots)));
  const wanted = requested.map((partition, index) => ({
    partition,
    tip: snapshots[index] as LedgerSnapshot,
    origin: originOf(checkpoint, partition),
    kept: checkpoint?.ledger.find((each) => each.partition === partition),
  }));
  const onLink = sent && sent.onLink.bind(sent);
  const chains = await readChains(live, wanted, { onLink });
  for (const [index, { authority }] of snapshots.entries()) {
    assertActsSigned(chains[index]?.index.acts ?? [], parseAuthority(authority));
  }
  const proven: ProvenPartition[] = [];
  const judged: { history: ApprovalHistory; places: ActPlaces }[] = [];
  for (const [index, { partition, tip: snapshot, origin }] of wanted.entries()) {
    const chain = chains[index] as VerifiedChain;
    const about = { partitions: all.length, clusterId: snapshot.clusterId ?? '', root };
    const refold = new Refold(chain.begin, about);
    const { newestMs } = origin.state;
    const places = new ActPlaces({ position: origin.position, newestMs });
    refold.watch(places);
    judged.push({ history: new ApprovalHistory(refold), places });
    sent?.watch(partition, refold, snapshot, chain.index.acts);
    proven.push({ partition, snapshot, chain, refold });
  }
  await sent?.takeOutboxes();
  await foldAll(live, proven, sent, differences);
  for (const { partition, snapshot, refold } of proven) {
    differences.add(...ledgerDifferences(partition, snapshot, refold));
    const other = await live.ledger.whyOtherAwardIndex(partition, Object.keys(snapshot.jackpots));
    if (other !== undefined) {
      const sentence = `partition ${partition}: ${other}`;
      differences.add(plainDifference('redis', partition, sentence));
    }
    const { mismatch, state } = refold;
    if (mismatch) differences.add(...blockDifferences(mismatch.made, mismatch.found, state));
  }
  for (const { history, places } of judged) {
    for (const place of places.all) {
      const why = history.whyAlone(place);
      if (why !== undefined) {
        differences.add(plainDifference('journal', place.act.partition, why));
      }
    }
  }
  await sent?.end();
  differences.assertNone();
  const recoveries: JournalBlock[] = chains.flatMap(({ index: { acts } }) => acts);
  const transfers = new TransferCheck(all.length);
  const marks = await live.watermarks('events');
  for (const { partition, snapshot, refold } of proven) {
    transfers.add(partition, refold.state, snapshot.position, marks[partition]?.high);
  }
  const blocks = chains.reduce((sum, each) => sum + each.blocks, 0);
  return { proven, blocks, recoveries, notSentSo: transfers.faults() };
}

/** Lists the partitions for which Redis names another log than this one. */
async function otherLogs(
  live: LiveLedger,
  requested: readonly number[],
  snapshots: readonly LedgerSnapshot[],
): Promise<Difference[]> {
  const log = { clusterId: await live.clusterId(), partitions: (await live.partitions()).length };
  const counted = await live.ledger.countPartitions();
  const isOther = counted !== undefined && counted !== log.partitions;
  const sentence = `Redis has ${counted} partitions, and the topic ${log.partitions}`;
  const others = snapshots.flatMap((snapshot, index) => {
    const partition = requested[index] as number;
    const why = whyOtherLog(snapshot, log)?.detail.replace(/\.$/, '');
    return why === undefined
      ? []
      : plainDifference('redis', partition, `partition ${partition}: ${why}`);
  });
  return [...(isOther ? [plainDifference('redis', null, sentence)] : []), ...others];
}

interface ProofOptions {
  readonly checkpoint?: Checkpoint | undefined;
  readonly sent?: OutputsProof | undefined;
  /** Collects differences; the proof of sent messages adds to it as well. */
  readonly differences?: Differences;
}

/** Records and blocks of a partition that are folded in one turn. */
const perTurn = { records: 2_000, blocks: 500 };

/** A partition that is being folded. */
interface Fold extends ProvenPartition {
  readonly blocks: AsyncIterator<unknown>;
}

/**
 * Folds each partition up to the ledger, or to the end of a log that ends before it. The partition
 * whose newest record is the oldest has the next turn: the topics are in the order of time, so they
 * need not be read far ahead.
 */
async function foldAll(
  live: LiveLedger,
  proven: readonly ProvenPartition[],
  sent: OutputsProof | undefined,
  differences: Differences,
): Promise<void> {
  const marks = await live.watermarks('events');
  const left = new Set<Fold>();
  for (const each of proven) {
    const { partition, snapshot, refold, chain } = each;
    const { index, range } = chain;
    const { low = 0, high = 0 } = marks[partition] ?? {};
    assertNotGone(partition, index.stretches, low);
    const source = new KafkaSource(live, partition, index.oldestFirst, high);
    const blocks = foldAlong(source, refold, range);
    left.add({ ...each, blocks });
    if (snapshot.position <= high) continue;
    const sentence = `partition ${partition}: the ledger is at offset ${snapshot.position}, and the log ends at ${high}`;
    differences.add(plainDifference('log', partition, sentence));
  }
  const progress = live.progress(`folding ${live.topic('events')}`, totalRecords(proven));
  try {
    for (let next = oldestOf(left); next; next = oldestOf(left)) {
      const before = next.refold.records;
      if (!(await takeTurn(next))) left.delete(next);
      await sent?.follow();
      progress.add(next.refold.records - before, () => sharesOf(proven));
    }
  } finally {
    progress.end();
  }
}

/** Folds the next blocks. @returns true if there are more. */
async function takeTurn({ refold, blocks }: Fold): Promise<boolean> {
  const endAt = refold.records + perTurn.records;
  for (let count = 0; count < perTurn.blocks && refold.records < endAt; count += 1) {
    if ((await blocks.next()).done) return false;
  }
  return true;
}

function oldestOf(folds: ReadonlySet<Fold>): Fold | undefined {
  let oldest: Fold | undefined;
  for (const fold of folds) {
    const isOlder = !oldest || fold.refold.state.newestMs < oldest.refold.state.newestMs;
    if (isOlder) oldest = fold;
  }
  return oldest;
}

function chainLength({ chain }: ProvenPartition): number {
  return chain.index.stretches.reduce((sum, { from, to }) => sum + to - from, 0);
}

function totalRecords(proven: readonly ProvenPartition[]): number {
  return proven.reduce((sum, each) => sum + chainLength(each), 0);
}

/** The folded share of each partition: `0: 45 %, 1: 44 %`. */
function sharesOf(proven: readonly ProvenPartition[]): string {
  const shares = proven.flatMap((each) => {
    const total = chainLength(each);
    if (total === 0) return [];
    return `${each.partition}: ${Math.floor((100 * each.refold.records) / total)} %`;
  });
  return shares.join(', ');
}

import { statSync } from 'node:fs';
import { type Root, UserError } from '#contract';
import {
  type JournalBlock,
  type JournalPlace,
  journalGenesis,
  readBlock,
  StateDigest,
} from '#ledger';
import type { PartitionState } from '#pools';
import type { LiveLedger } from '../source/live-ledger.js';
import { firstPoint } from '../chain/chain-walk.js';
import { proveArchivedEnd, type ArchivedEnd } from '../archive/verify-archive.js';
import {
  checkpointDigest,
  readCheckpoint,
  type Checkpoint,
  type CheckpointPartition,
} from '../checkpoint-file.js';
import type { ShowProgress } from '../source/progress.js';
import { KafkaSource } from '../source/kafka-source.js';
import { emptyOrigin, originOf } from '../fold/origin.js';
import { foldAlong, Refold } from '../fold/refold.js';
import { leftBy } from '../chain/undone.js';
import { assertActsSigned, readChains, type VerifiedChain } from '../chain/read-chains.js';
import { blockBefore } from './block-before.js';
import type { PartitionChange } from './change.js';
import type { Diagnosis } from './diagnosis.js';
import { compareLedgers, foldLog, hasApprovals, rebuiltJackpots } from './rebuild.js';
import { isSameRecord } from './same-record.js';

/**
 * Replaces a partition's ledger with a checkpoint; the service folds the log again from there.
 * First folds the log from the checkpoint on: it must give each block of the journal, so that the
 * restored ledger becomes the lost one. If the journal is lost, an archive that ends with the
 * checkpoint proves it instead, and the archive's last block goes back on the topic.
 * @param from file of the checkpoint, or folder of the archive
 * @throws UserError that says why this checkpoint cannot be restored.
 */
export async function restore(
  diagnosis: Diagnosis,
  live: LiveLedger,
  root: Root,
  from = '',
): Promise<PartitionChange> {
  const { snapshot, high } = diagnosis;
  const given = await readGiven(diagnosis, live, root, from);
  const { checkpoint, kept, archived } = given;
  const isLost = archived?.last && !(await headOnTopic(live, kept));
  const proof = isLost
    ? await proveByArchive(diagnosis, live, root, given)
    : await proveByLog(diagnosis, live, root, given);
  const { position } = kept;
  const { state, end, putBack, folded } = proof;
  const jackpots = new Set([...rebuiltJackpots(snapshot, state), ...Object.keys(kept.jackpots)]);
  const known = Math.max(proof.applied, snapshot.position, snapshot.counted ?? 0);
  const counted = Math.min(known, high);
  return {
    from: position,
    to: position - 1,
    position,
    anchor: kept.anchor,
    emptied: { jackpots: [...jackpots], counted, restored: kept },
    state: StateDigest.of(kept).root(),
    authority: state.authority,
    hasApprovals: hasApprovals(state),
    ...(putBack && { putBack }),
    effect: {
      act: 'restore',
      positions: [snapshot.position, position],
      checkpoint: { at: checkpoint.at, digest: checkpointDigest(checkpoint) },
      folded,
      records: proof.records,
      pending: high - end,
      comparison: compareLedgers(snapshot, state),
    },
  };
}

interface Given {
  readonly checkpoint: Checkpoint;
  readonly kept: CheckpointPartition;
  /** Undefined if the checkpoint was given without an archive. */
  readonly archived?: ArchivedEnd;
}

async function readGiven(
  diagnosis: Diagnosis,
  live: LiveLedger,
  root: Root,
  from: string,
): Promise<Given> {
  const { partition, partitions } = diagnosis;
  const isArchive = statSync(from, { throwIfNoEntry: false })?.isDirectory() === true;
  const show: ShowProgress = (...args) => live.progress(...args);
  const archived = isArchive ? await proveArchivedEnd(from, root, diagnosis, show) : undefined;
  const checkpoint = archived?.checkpoint ?? readCheckpoint(from, partitions, root);
  const kept = checkpoint.ledger.find((each) => each.partition === partition);
  if (!kept) throw restoreRefusal(diagnosis, `${from} does not have this partition`);
  return { checkpoint, kept, ...(archived && { archived }) };
}

function headOnTopic(live: LiveLedger, { partition, head, sent }: CheckpointPartition) {
  return live.withJournal((journal) => journal.find(partition, head, sent));
}

/** The fold that proves a checkpoint. */
interface RestoreProof {
  /** The ledger at `end`. */
  readonly state: PartitionState;
  readonly end: number;
  /** The lost ledger had applied at least the records before this offset. */
  readonly applied: number;
  readonly records: number;
  readonly folded: Extract<PartitionChange['effect'], { act: 'restore' }>['folded'];
  readonly putBack?: JournalBlock;
}

async function proveByLog(
  diagnosis: Diagnosis,
  live: LiveLedger,
  root: Root,
  { checkpoint, kept, archived }: Given,
): Promise<RestoreProof> {
  const { partition, partitions, clusterId, low } = diagnosis;
  const state = StateDigest.of(kept).root();
  // If the log has its first record, the checkpoint itself is folded too.
  const isWhole = low === 0 && !archived;
  const origin = isWhole ? emptyOrigin() : originOf(checkpoint, partition);
  if (kept.block > 0) await assertHead(live, diagnosis, kept, state);
  else assertEmpty(diagnosis, kept, state);
  const last = await blockBefore(live, { act: 'restore', diagnosis });
  const tip = { position: last.to + 1, head: last.hash, block: last.block };
  const wanted = [{ partition, tip, origin, kept: isWhole ? undefined : kept }];
  const onChain = new Set<string>([firstPoint.head]);
  const [chain] = (await readChains(live, wanted, {
    onLink: (_, { hash }) => void (hash === kept.head && onChain.add(hash)),
  })) as [VerifiedChain];
  if (isWhole && !onChain.has(kept.head)) {
    throw restoreRefusal(
      diagnosis,
      `its last block ${kept.block} is not on the chain of the journal`,
    );
  }
  const end = tip.position;
  assertNothingLost(diagnosis, kept, chain.index.backActs, end, 'the journal');
  const refold = new Refold(chain.begin, { partitions, clusterId, root });
  await foldChain(live, diagnosis, refold, chain);
  assertActsSigned(chain.index.acts, refold.state.authority);
  const folded = isWhole ? 'log' : 'rest';
  return { state: refold.state, end, applied: end, records: refold.records, folded };
}

/**
 * Proves by an archive: without a journal, no block confirms a checkpoint, but an archive proves
 * its own. Folds the log after it to its end, which gives the permitted signers, and if two must
 * sign.
 */
async function proveByArchive(
  diagnosis: Diagnosis,
  live: LiveLedger,
  root: Root,
  { checkpoint, kept, archived }: Given,
): Promise<RestoreProof> {
  const { partition, partitions, low, high } = diagnosis;
  const { last, records, digest } = archived as ArchivedEnd & { last: JournalBlock };
  const newest = await live.withJournal((journal) => journal.newest(partition));
  if (newest) {
    throw restoreRefusal(
      diagnosis,
      `the journal’s topic has block ${newest.block.block} of it, which does not lead back to block ${last.block}, the last one of the archive. Take a newer archive. If there is none, stop the service, delete the topic and start the service, which makes the topic`,
    );
  }
  const { position } = kept;
  assertNothingLost(diagnosis, kept, [], position, 'the archive');
  if (!(await isSameRecord(live, partition, kept, low))) {
    throw restoreRefusal(
      diagnosis,
      `the log’s record at offset ${position - 1} is not its last record`,
    );
  }
  const { state } = originOf(checkpoint, partition);
  await foldLog(live, { partition, partitions, from: position, to: high }, state, root);
  return {
    state,
    end: high,
    applied: position,
    records: records + high - position,
    folded: { manifest: digest },
    putBack: last,
  };
}

function restoreRefusal({ partition }: Pick<Diagnosis, 'partition'>, why: string): UserError {
  return new UserError(`Partition ${partition}: this checkpoint cannot be restored, ${why}.`);
}

/**
 * Asserts that the checkpoint matches its last block; a permitted signer could also have invented
 * it.
 */
async function assertHead(
  live: LiveLedger,
  diagnosis: Diagnosis,
  kept: CheckpointPartition,
  state: string,
): Promise<void> {
  const { head, block, position } = kept;
  const found = await headOnTopic(live, kept);
  if (!found) {
    throw restoreRefusal(
      diagnosis,
      `its last block ${block} (${head}) is not on the journal’s topic; if the journal is lost, give --from the folder of an archive`,
    );
  }
  const last = found.block;
  const isIt = last.block === block && last.to + 1 === position && last.state === state;
  if (!isIt) {
    throw restoreRefusal(diagnosis, `its content is not what block ${block} of the journal says`);
  }
  await assertOnlyOne(live, diagnosis, last, found.at);
}

/** Asserts that a ledger before its first block is empty. */
function assertEmpty(
  diagnosis: Diagnosis,
  { head, position }: CheckpointPartition,
  state: string,
): void {
  const isEmpty = state === new StateDigest().root();
  if (isEmpty && position === 0 && head === journalGenesis) return;
  throw restoreRefusal(diagnosis, 'it has content, but no block of the journal confirms it');
}

/**
 * Asserts that blocks that end at one offset have the same `state`: the log gives one ledger there.
 */
async function assertOnlyOne(
  live: LiveLedger,
  diagnosis: Diagnosis,
  { partition, to, state, block }: JournalBlock,
  at: JournalPlace,
): Promise<void> {
  const marks = await live.watermarks('journal');
  const { low = 0, high = 0 } = marks[at.partition] ?? {};
  const ranges = new Map([[at.partition, { from: low, to: high }]]);
  let other: { readonly block: number; readonly offset: number } | undefined;
  await live.readTopic('journal', ranges, ({ offset, value }) => {
    const found = readBlock(String(value));
    if (found?.partition !== partition || found.to !== to || found.recovery) return;
    if (found.state !== state) other ??= { block: found.block, offset };
  });
  if (!other) return;
  throw restoreRefusal(
    diagnosis,
    `blocks ${block} and ${other.block} of the journal (records ${at.offset} and ${other.offset} of partition ${at.partition} of its topic) both end at offset ${to} with different ledgers, so one is forged`,
  );
}

function assertNothingLost(
  diagnosis: Diagnosis,
  kept: CheckpointPartition,
  backActs: VerifiedChain['index']['backActs'],
  end: number,
  what: string,
): void {
  const { low, high } = diagnosis;
  const { position } = kept;
  if (leftBy(kept, backActs)) {
    throw restoreRefusal(
      diagnosis,
      'an act of an operator has gone back to before it; take one that was written after that act',
    );
  }
  if (low > position) {
    throw restoreRefusal(
      diagnosis,
      `it ends at offset ${position - 1} and the log begins at ${low}; take one that was written later`,
    );
  }
  if (end <= high) return;
  throw restoreRefusal(
    diagnosis,
    `${what} goes up to offset ${end - 1}, and the log ends at ${high}`,
  );
}

async function foldChain(
  live: LiveLedger,
  { partition, high }: Diagnosis,
  refold: Refold,
  { index, range }: VerifiedChain,
): Promise<void> {
  const total = index.stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const progress = live.progress(`folding partition ${partition} from the checkpoint`, total);
  const source = new KafkaSource(live, partition, index.oldestFirst, high);
  try {
    for await (const { records } of foldAlong(source, refold, range)) {
      progress.add(records.length);
    }
  } finally {
    progress.end();
  }
  if (!refold.mismatch) return;
  const { block } = refold.mismatch.found;
  throw restoreRefusal(
    { partition },
    `the log after it gives another block ${block} than the journal has`,
  );
}

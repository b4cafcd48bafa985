import { exitCodes, type CommandKeys } from '#contract';
import { readState } from '#engine';
import { StateDigest, type JournalBlock, type LedgerSnapshot } from '#ledger';
import type { LogRecord } from '#log';
import type { Connections, OffsetRange } from '../connections.js';
import { UserError } from '../user-error.js';
import { chainOf } from './chain.js';
import type { Checkpoint } from './checkpoint-file.js';
import { whyDifferent, type KeptAwards } from './compare.js';
import { readAgain, readJournal, type Journal, type Link } from './journal.js';
import { assertOwnKeys, assertSignerKnown } from './own-keys.js';
import { recoveriesOf, whyRecoveryWrong } from './recovery-block.js';
import { describeMismatch, emptyOrigin, Refold, stretchesOf, type Origin } from './refold.js';

/**
 * Folds the log again and compares with Redis at the same position: balances, rounds, awards, and
 * each block of the chain. The service may run meanwhile, since the ledger is read before the
 * journal and the log, which then have all of its blocks and records.
 * @throws UserError that names the first difference, or that these are not the service's keys.
 */
export async function prove(
  connections: Connections,
  keys: CommandKeys,
  requested: readonly number[],
  checkpoint?: Checkpoint,
) {
  const all = await connections.partitions();
  const snapshots = await connections.snapshots(requested);
  const journal = await readJournal(connections, all);
  const recoveries: JournalBlock[] = [];
  const refolds = requested.map((partition, index) => {
    const snapshot = snapshots[index] as LedgerSnapshot;
    const origin = originOf(checkpoint, partition);
    const links = verifiedChain(partition, snapshot, journal, origin, keys);
    recoveries.push(...recoveriesOf(links));
    const clusterId = snapshot.clusterId ?? '';
    const refold = new Refold(links, origin, { partitions: all.length, clusterId, keys });
    return { partition, snapshot, refold };
  });
  const byPartition = new Map(refolds.map(({ partition, refold }) => [partition, refold]));
  const stretches = new Map(
    refolds.map(({ partition, refold }) => [partition, stretchesOf(refold.links)]),
  );
  await readStretches(connections, stretches, (partition, records) =>
    byPartition.get(partition)?.add(records),
  );
  const proven = [];
  for (const { partition, snapshot, refold } of refolds) {
    refold.add([]);
    const keptAwards = await readAwards(connections, partition, snapshot);
    assertOwnKeys(refold.mismatch?.records ?? [], snapshot, { partitions: all.length, keys });
    const why =
      (await whyMismatched(connections, refold)) ??
      whyDifferent(partition, snapshot, refold, keptAwards);
    if (why !== undefined) {
      throw new UserError(`The ledger differs from the log. ${why}.`, exitCodes.differs);
    }
    proven.push({ partition, snapshot, refold, keptAwards });
  }
  return { proven, journal, recoveries };
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
  keys: CommandKeys,
): readonly Link[] {
  const { links, faults } = chainOf(partition, snapshot, journal, origin);
  const [fault] = faults;
  if (fault) {
    const sentence = `Journal of partition ${partition}: ${fault.sentence}.`;
    throw new UserError(sentence, exitCodes.differs);
  }
  for (const block of recoveriesOf(links)) {
    assertSignerKnown(block, keys);
    const why = whyRecoveryWrong(block, keys);
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
    await connections.readLog('events', new Map(ranges), onRecords);
  }
}

/** The awards of each jackpot up to the ledger's position, and the number of newer ones. */
export async function readAwards(
  connections: Connections,
  partition: number,
  { jackpots, position }: LedgerSnapshot,
): Promise<Map<string, KeptAwards>> {
  const kept = new Map<string, KeptAwards>();
  for (const id of Object.keys(jackpots)) {
    const awards = await connections.awards(partition, id);
    const texts = awards.filter(({ offset }) => offset < position).map(({ text }) => text);
    if (awards.length > 0) kept.set(id, { texts, newer: awards.length - texts.length });
  }
  return kept;
}

async function whyMismatched(
  connections: Connections,
  { mismatch }: Refold,
): Promise<string | undefined> {
  if (!mismatch) return undefined;
  const { made, found } = mismatch;
  const block = await readAgain(connections, found);
  if (block) return describeMismatch(made, block);
  return `partition ${found.partition}, block ${found.block}: the log gives another block, ${made.hash}`;
}

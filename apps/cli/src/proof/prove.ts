import { topicName, type CommandKeys } from '#contract';
import type { JournalBlock, LedgerSnapshot } from '#ledger';
import { readLog, readWatermarks, type LogRecord } from '#log';
import { stateOf } from '#engine';
import { countPartitions, type Connections } from '../connections.js';
import { Failure } from '../failure.js';
import type { Checkpoint, CheckpointPartition } from './checkpoint-file.js';
import { chainOf } from './chain.js';
import { firstDifference, type KeptAwards } from './compare.js';
import { readBlock, readJournal, type Journal } from './journal.js';
import { recoveriesOf, whyRecoveryWrong } from './recovery-block.js';
import { describeMismatch, emptyOrigin, Refold, stretchesOf, type Origin } from './refold.js';

export interface ProvenPartition {
  readonly partition: number;
  readonly snapshot: LedgerSnapshot;
  readonly refold: Refold;
  readonly keptAwards: ReadonlyMap<string, KeptAwards>;
}

export interface Proof {
  readonly partitions: readonly ProvenPartition[];
  readonly journal: Journal;
  readonly recoveries: readonly JournalBlock[];
}

/**
 * Folds the log again and compares with Redis at the same position: balances, rounds, awards, and
 * each block of the journal's chain. Works beside a running service: the ledger is read first, then
 * the journal, which by then has all of its blocks, then the log, which has all of its records.
 * @param wanted the partitions to prove.
 * @throws Failure that names the first difference.
 */
export async function prove(
  connections: Connections,
  keys: CommandKeys,
  wanted: readonly number[],
  checkpoint: Checkpoint | null,
): Promise<Proof> {
  const { kafka, env, ledger } = connections;
  const partitions = await countPartitions(connections);
  const snapshots = await Promise.all(wanted.map((partition) => ledger.load(partition)));
  const journal = await readJournal(connections, partitions);
  const recoveries: JournalBlock[] = [];
  const refolds = new Map<number, Refold>();
  for (const [index, partition] of wanted.entries()) {
    const snapshot = snapshots[index] as LedgerSnapshot;
    const origin = originOf(checkpoint, partition);
    const { links, faults } = chainOf(partition, snapshot, journal, origin);
    const [fault] = faults;
    if (fault) throw new Failure(`Journal of partition ${partition}: ${fault.sentence}.`);
    for (const block of recoveriesOf(links)) {
      const wrong = whyRecoveryWrong(block, keys);
      if (wrong) throw new Failure(`Journal: ${wrong.replace(/\.$/, '')}.`);
      recoveries.push(block);
    }
    const clusterId = snapshot.clusterId ?? '';
    refolds.set(partition, new Refold(links, origin, { partitions, clusterId, keys }));
  }
  const stretches = new Map([...refolds].map(([each, { links }]) => [each, stretchesOf(links)]));
  await readStretches(kafka, topicName(env.TOPIC_PREFIX, 'events'), stretches, (each, records) =>
    refolds.get(each)?.add(records),
  );

  const proven: ProvenPartition[] = [];
  for (const [index, [partition, refold]] of [...refolds].entries()) {
    const snapshot = snapshots[index] as LedgerSnapshot;
    refold.add([]);
    const keptAwards = await readAwards(connections, partition, snapshot);
    const fault =
      (await mismatchOf(connections, refold)) ??
      firstDifference(partition, snapshot, refold, keptAwards);
    if (fault) throw new Failure(`The ledger differs from the log. ${fault}.`);
    proven.push({ partition, snapshot, refold, keptAwards });
  }
  return { partitions: proven, journal, recoveries };
}

/** What a fold of this partition begins with. */
export function originOf(checkpoint: Checkpoint | null, partition: number): Origin {
  const kept = checkpoint?.ledger.find((each) => each.partition === partition);
  return kept ? originAt(kept) : emptyOrigin();
}

function originAt(kept: CheckpointPartition): Origin {
  const state = stateOf(kept);
  if ('fault' in state) {
    throw new Failure(`The checkpoint’s partition ${kept.partition} is no ledger: ${state.fault}`);
  }
  const { position, head, block, anchor, awards } = kept;
  return { state, position, head, block, anchor, awards };
}

/**
 * Reads stretches of the events' partitions, each partition's in their order.
 * @throws Failure when the log no longer has the first of them.
 */
export async function readStretches(
  kafka: Connections['kafka'],
  topic: string,
  stretches: ReadonlyMap<number, readonly { from: number; to: number }[]>,
  onRecords: (partition: number, records: readonly LogRecord[]) => void,
): Promise<void> {
  const marks = await readWatermarks(kafka, topic);
  for (const [partition, wanted] of stretches) {
    const low = marks[partition]?.low ?? 0;
    const gone = wanted.find(({ from }) => from < low);
    if (!gone) continue;
    throw new Failure(
      `Partition ${partition}: the records from offset ${gone.from} are gone, the log begins at offset ${low}; give --from a checkpoint that was written after them.`,
    );
  }
  const passes = Math.max(0, ...[...stretches.values()].map(({ length }) => length));
  for (let pass = 0; pass < passes; pass += 1) {
    const ranges = new Map<number, { from: number; to: number }>();
    for (const [partition, wanted] of stretches) {
      const range = wanted[pass];
      if (range) ranges.set(partition, range);
    }
    await readLog(kafka, topic, ranges, onRecords);
  }
}

async function mismatchOf(connections: Connections, refold: Refold): Promise<string | null> {
  if (!refold.mismatch) return null;
  const { made, found } = refold.mismatch;
  const block = await readBlock(connections, found);
  if (block) return describeMismatch(made, block);
  return `partition ${found.partition}, block ${found.block}: the log makes block ${made.hash} of it`;
}

/** All awards of a jackpot in one look, so that those let go of can be counted. */
export async function readAwards(
  { redis, ledger }: Connections,
  partition: number,
  { jackpots, position }: LedgerSnapshot,
): Promise<Map<string, KeptAwards>> {
  const kept = new Map<string, KeptAwards>();
  for (const id of Object.keys(jackpots)) {
    const key = ledger.keys(partition).awards(id);
    const entries = await redis.zrange(key, '0', '-1', 'WITHSCORES');
    const texts: string[] = [];
    for (let index = 0; index < entries.length; index += 2) {
      if (Number(entries[index + 1]) < position) texts.push(entries[index] as string);
    }
    const newer = entries.length / 2 - texts.length;
    if (entries.length > 0) kept.set(id, { texts, newer });
  }
  return kept;
}

import { topicName, type CommandKeys } from '#contract';
import { stateOf } from '#engine';
import type { Recovery } from '#ledger';
import { anchorOf, pageOf, readNext, type HaltReason } from '#log';
import type { Connections } from '../connections.js';
import { Failure } from '../failure.js';
import type { Diagnosis } from './diagnosis.js';
import { describeRebuild, foldAgain, jackpotsOf, keptAwards } from './rebuild.js';

export type Act = Recovery['act'];
export const acts = ['rebuild', 'skip', 'accept-log'] as const satisfies readonly Act[];

/** Which acts fit a reason, the recommended one first; none where the remedy is not in the ledger. */
export const actsFor: Readonly<Record<HaltReason, readonly Act[]>> = {
  'log-trimmed': ['skip'],
  'log-behind-ledger': ['rebuild'],
  'log-replaced': ['rebuild'],
  'log-gap': ['skip'],
  'partition-count-changed': [],
  'wrong-cluster': ['accept-log', 'rebuild'],
  'ledger-diverged': ['rebuild'],
  'ledger-unbalanced': ['rebuild'],
  'redis-unsafe': [],
  'fold-failed': [],
};

/** What is left to a person where no act fits. */
export const byHand: Readonly<Partial<Record<HaltReason, string>>> = {
  'partition-count-changed':
    'Make the topic again with the old number of partitions and copy the records back in place; a jackpot would else have another home.',
  'redis-unsafe': 'Set maxmemory-policy noeviction and appendonly yes in Redis; then it goes on.',
  'fold-failed':
    'This is a bug: keep the log of the service, install a mended version, restart it.',
};

/** An act as it would be done. */
export interface Plan {
  readonly act: Act;
  readonly diagnosis: Diagnosis;
  /** Why the partition had halted, for the journal. */
  readonly reason: string;
  /** The offsets that the journal's block names. */
  readonly from: number;
  readonly to: number;
  readonly position: number;
  readonly anchor: string | null;
  /** Jackpots whose awards are deleted with the ledger; null where it is kept. */
  readonly emptied: readonly string[] | null;
  readonly description: string;
}

export interface Asked {
  readonly act: Act;
  readonly force: boolean;
  readonly keys: CommandKeys;
}

/**
 * What an act would do to a partition.
 * @throws Failure when it does not fit what is wrong, so that nothing right is undone.
 */
export async function planOf(
  connections: Connections,
  diagnosis: Diagnosis,
  { act, force, keys }: Asked,
): Promise<Plan> {
  const { partition, fault, snapshot, partitions } = diagnosis;
  if (fault === null && !(force && act === 'rebuild')) {
    throw new Failure(
      `Partition ${partition}: nothing is wrong that can be seen; only --act rebuild with --force acts on it.`,
    );
  }
  if (fault && !actsFor[fault.reason]?.includes(act)) {
    const hand = byHand[fault.reason];
    throw new Failure(
      `Partition ${partition} (${fault.reason}): ${act} does not fit. ${hand ?? `See ${pageOf(fault.reason)}.`}`,
    );
  }
  if (snapshot.partitions !== null && snapshot.partitions !== partitions) {
    throw new Failure(
      `Partition ${partition}: the number of partitions has changed too. ${byHand['partition-count-changed'] ?? ''}`,
    );
  }
  switch (act) {
    case 'skip':
      return planSkip(diagnosis);
    case 'accept-log':
      return planAcceptLog(connections, diagnosis);
    case 'rebuild':
      return planRebuild(connections, diagnosis, keys);
    default:
      return act satisfies never;
  }
}

function planSkip(diagnosis: Diagnosis): Plan {
  const { fault, snapshot } = diagnosis;
  const from = snapshot.position;
  const position = fault?.goesOnAt ?? from;
  return {
    act: 'skip',
    diagnosis,
    reason: fault?.reason ?? '',
    from,
    to: position - 1,
    position,
    anchor: null,
    emptied: null,
    description: `position: ${from} -> ${position}; the ${position - from} offsets between are not in the log, and no balance changes`,
  };
}

async function planAcceptLog({ kafka, env }: Connections, diagnosis: Diagnosis): Promise<Plan> {
  const { partition, fault, snapshot, low, high, clusterId } = diagnosis;
  const { position, anchor } = snapshot;
  const refuse = (why: string): Failure =>
    new Failure(`Partition ${partition}: this log cannot be accepted, ${why}.`);
  const state = stateOf(snapshot);
  if ('fault' in state) throw refuse(`the ledger is at fault: ${state.fault}`);
  if (high < position) throw refuse(`it ends at ${high}, before the position ${position}`);
  if (position > 0) {
    if (anchor === null || low >= position) {
      throw refuse(`it has nothing to compare with: the record before ${position} is gone`);
    }
    const topic = topicName(env.TOPIC_PREFIX, 'events');
    const last = await readNext(kafka, topic, partition, position - 1);
    if (last?.offset !== position - 1 || anchorOf(last) !== anchor) {
      throw refuse(`its record at offset ${position - 1} is not the one that was applied`);
    }
  }
  return {
    act: 'accept-log',
    diagnosis,
    reason: fault?.reason ?? '',
    from: position,
    to: position - 1,
    position,
    anchor,
    emptied: null,
    description: `cluster: ${snapshot.clusterId} -> ${clusterId}; the record at offset ${position - 1} is the same, position and balances stay`,
  };
}

async function planRebuild(
  connections: Connections,
  diagnosis: Diagnosis,
  keys: CommandKeys,
): Promise<Plan> {
  const { partition, fault, snapshot, low, high } = diagnosis;
  if (low > 0) {
    throw new Failure(
      `Partition ${partition}: the log begins at offset ${low}, so what came before cannot be folded again.`,
    );
  }
  const rebuilt = await foldAgain(connections, diagnosis, keys);
  const jackpots = [...jackpotsOf(snapshot, rebuilt)];
  const kept = await keptAwards(connections, partition, jackpots);
  const later = high - rebuilt.records;
  return {
    act: 'rebuild',
    diagnosis,
    reason: fault?.reason ?? 'forced',
    from: 0,
    to: -1,
    position: 0,
    anchor: null,
    emptied: jackpots,
    description:
      `position: ${snapshot.position} -> 0, then the service folds the log again; ` +
      `its first ${rebuilt.records} records give\n${describeRebuild(snapshot, rebuilt, kept)}\n` +
      `and ${later} records wait behind them` +
      (fault ? '' : '; a service that has not halted notices with the next record'),
  };
}

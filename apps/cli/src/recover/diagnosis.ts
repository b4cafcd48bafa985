import { foldRecords, readState, stateOf, whyOtherLog } from '#engine';
import { topicName, type CommandKeys } from '#contract';
import type { LedgerSnapshot } from '#ledger';
import {
  anchorOf,
  logBehind,
  logTrimmed,
  readClusterId,
  readLog,
  readNext,
  readWatermarks,
  type HaltReason,
  type LogRecord,
} from '#log';
import { AssertionError } from '#pools';
import type { Connections } from '../connections.js';
import { Failure } from '../failure.js';

/** A partition of the ledger beside the log that it is to follow. */
export interface PartitionView {
  readonly partition: number;
  readonly snapshot: LedgerSnapshot;
  /** Where the log begins and ends. */
  readonly low: number;
  readonly high: number;
  readonly partitions: number;
  readonly clusterId: string;
}

export interface Finding {
  readonly reason: HaltReason;
  readonly detail: string;
  /** The first offset that the log has behind what is missing; null where nothing is missing. */
  readonly goesOnAt: number | null;
}

export interface Diagnosis extends PartitionView {
  readonly fault: Finding | null;
}

/** How many of the waiting records are folded to see whether the fold takes them. */
const recordsTried = 2_000;

/**
 * Compares partitions of the ledger with the log as the service does before it reads on, in the
 * same order and with the same names; reads only, so it can be run at any time.
 * @param wanted the partitions; null for all.
 */
export async function diagnose(
  connections: Connections,
  wanted: number | null,
  keys: CommandKeys | null,
): Promise<Diagnosis[]> {
  const unsafe = await connections.ledger.whyUnsafe();
  const places = await readPlaces(connections, wanted);
  return Promise.all(
    places.map(async (place) => {
      const fault =
        (unsafe === null ? null : wrong('redis-unsafe', unsafe)) ??
        wrongInLedger(place) ??
        (await wrongInLog(connections, place)) ??
        (keys && (await wrongInFold(connections, place, keys)));
      return { ...place, fault };
    }),
  );
}

async function readPlaces(
  connections: Connections,
  wanted: number | null,
): Promise<PartitionView[]> {
  const { kafka, env, ledger } = connections;
  const topic = topicName(env.TOPIC_PREFIX, 'events');
  const clusterId = await readClusterId(kafka);
  const count = (await watermarks(connections, topic)).length;
  if (wanted !== null && wanted >= count) {
    throw new Failure(`--partition: the topic ${topic} has the partitions 0 to ${count - 1}.`, 64);
  }
  const all = Array.from({ length: count }, (_, partition) => partition);
  const chosen = wanted === null ? all : [wanted];
  const snapshots = await Promise.all(chosen.map((partition) => load(ledger, partition)));
  // The log after the ledger: a running service is never ahead of it then.
  const marks = await watermarks(connections, topic);
  return chosen.map((partition, index) => ({
    partition,
    snapshot: snapshots[index] as LedgerSnapshot,
    low: marks[partition]?.low ?? 0,
    high: marks[partition]?.high ?? 0,
    partitions: count,
    clusterId,
  }));
}

async function watermarks({ kafka, env }: Connections, topic: string) {
  try {
    return await readWatermarks(kafka, topic);
  } catch (error) {
    const brokers = env.KAFKA_BROKERS.join(',');
    throw new Failure(
      `The topic ${topic} cannot be read from ${brokers} (${(error as Error).message}).`,
    );
  }
}

async function load(ledger: Connections['ledger'], partition: number): Promise<LedgerSnapshot> {
  try {
    return await ledger.load(partition);
  } catch (error) {
    const { message } = error as Error;
    if (!message.includes('WRONGTYPE')) throw error;
    throw new Failure(
      `A key of partition ${partition} is not what a ledger has (${message}): see deploy/operations/ledger-diverged.md.`,
    );
  }
}

function wrongInLedger({ snapshot, clusterId, partitions }: PartitionView): Finding | null {
  const { halted } = snapshot;
  if (halted) return wrong(halted.reason as HaltReason, halted.detail);
  const otherLog = whyOtherLog(snapshot, { clusterId, partitions });
  if (otherLog) return wrong(otherLog.reason, otherLog.detail);
  const state = readState(snapshot);
  return 'outcome' in state ? wrong(state.reason, state.detail) : null;
}

async function wrongInLog(
  { kafka, env }: Connections,
  { partition, snapshot, low, high }: PartitionView,
): Promise<Finding | null> {
  const { position } = snapshot;
  if (low > position) {
    const { reason, detail } = logTrimmed(position, low);
    return wrong(reason, detail, low);
  }
  if (high < position) {
    const { reason, detail } = logBehind(position, high);
    return wrong(reason, detail);
  }
  const topic = topicName(env.TOPIC_PREFIX, 'events');
  const hasAnchor = snapshot.anchor !== null && low < position;
  const last = hasAnchor ? await readNext(kafka, topic, partition, position - 1) : null;
  if (last?.offset === position - 1 && anchorOf(last) !== snapshot.anchor) {
    const detail = `The record at offset ${position - 1} is not the one that was applied.`;
    return wrong('log-replaced', detail);
  }
  const next = position < high ? await readNext(kafka, topic, partition, position) : null;
  const goesOnAt = next?.offset ?? high;
  const isAnchorGone = hasAnchor && last?.offset !== position - 1;
  if (goesOnAt === position && !isAnchorGone) return null;
  const from = isAnchorGone ? position - 1 : position;
  const detail = `The log has no record at offsets ${from} to ${goesOnAt - 1}.`;
  return wrong('log-gap', detail, goesOnAt);
}

/** Folds what waits, in memory alone: a bug shows here as it does in the service. */
async function wrongInFold(
  { kafka, env }: Connections,
  { partition, snapshot, partitions, high }: PartitionView,
  keys: CommandKeys,
): Promise<Finding | null> {
  const { position } = snapshot;
  const range = { from: position, to: Math.min(high, position + recordsTried) };
  const records: LogRecord[] = [];
  const topic = topicName(env.TOPIC_PREFIX, 'events');
  await readLog(kafka, topic, new Map([[partition, range]]), (_, some) => {
    records.push(...some);
    // What is before a gap is folded before the gap is seen.
  }).catch(() => undefined);
  const state = stateOf(snapshot);
  if (records.length === 0 || 'fault' in state) return null;
  try {
    foldRecords(state, records, { partitions, keys });
    return null;
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof AssertionError) return wrong('ledger-unbalanced', `${message}.`);
    return wrong('fold-failed', `The service failed: ${message}.`);
  }
}

function wrong(reason: HaltReason, detail: string, goesOnAt: number | null = null): Finding {
  return { reason, detail, goesOnAt };
}

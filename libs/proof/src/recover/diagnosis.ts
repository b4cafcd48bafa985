import type { Root } from '#contract';
import {
  acceptsTime,
  anyTimeBefore,
  checkHead,
  foldRecords,
  haltOfEdition,
  OutboxReader,
  readState,
  whyNewerEdition,
  whyOtherLog,
  whyOtherRoot,
} from '#engine';
import { StateDigest, type LedgerSnapshot } from '#ledger';
import {
  anchorOf,
  isAhead,
  logBehind,
  LogFault,
  logTrimmed,
  timeAhead,
  type HaltReason,
  type LogRecord,
} from '#log';
import { AssertionError } from '#pools';
import type { LiveLedger } from '../source/live-ledger.js';
import type { RecoveryAct } from '../compare/recovery-block.js';
import { actsFor, isSkipOf } from './recovery-acts.js';

/** A partition of the ledger and the log that it follows. */
export interface PartitionView {
  readonly partition: number;
  readonly snapshot: LedgerSnapshot;
  /** The beginning and the end of the log. */
  readonly low: number;
  readonly high: number;
  readonly partitions: number;
  readonly clusterId: string;
}

export interface Finding {
  readonly reason: HaltReason;
  readonly detail: string;
  /** If records are missing: the first offset that the log has after them. */
  readonly goesOnAt?: number;
  /** If a record is dated ahead: its time, epoch ms. */
  readonly recordedAtMs?: number;
}

export interface Diagnosis extends PartitionView {
  readonly finding: Finding | undefined;
  /** The acts that fit, the recommended one first. */
  readonly acts: readonly RecoveryAct[];
}

/** Pending records that are folded to see if the fold throws. */
const recordsTried = 2_000;

/**
 * Compares partitions of the ledger with the log, as the service does. Only reads.
 * @param requested the partitions to compare
 * @param root without it, the pending records are not folded.
 * @param isQuick reads the log only if records are pending and none is applied within a second. It
 *   then misses a replaced log that has no new records.
 */
export async function diagnose(
  live: LiveLedger,
  requested: readonly number[],
  root: Root | undefined,
  isQuick = false,
): Promise<Diagnosis[]> {
  const unsafe = (await whyRedisUnsafe(live)) ?? (await whyLogUnsafe(live));
  const views = await readViews(live, requested);
  return Promise.all(
    views.map(async (view) => {
      if (isQuick && unsafe === undefined && (await isGoingOn(live, view))) {
        const finding = findInLedger(view, root);
        return { ...view, finding, acts: await actsThatFit(live, view, finding) };
      }
      const claimed = findInLedger(view, root);
      // Only the keys in Redis say so: somebody may have written them there.
      const isOfKeys = claimed?.reason === 'wrong-root' || claimed?.reason === 'newer-edition';
      const finding =
        unsafe ??
        (isOfKeys ? undefined : claimed) ??
        (await findInJournal(live, view)) ??
        claimed ??
        (await findInLog(live, view).catch(faultFound)) ??
        (root && (await findInFold(live, view, root)));
      return { ...view, finding, acts: await actsThatFit(live, view, finding) };
    }),
  );
}

/** If the log's beginning is gone, a fold cannot restore the ledger; only a checkpoint can. */
async function actsThatFit(
  live: LiveLedger,
  view: PartitionView,
  finding: Finding | undefined,
): Promise<readonly RecoveryAct[]> {
  if (!finding) return [];
  const acts = actsFor[finding.reason] ?? [];
  // Before the first keys, an act cannot be signed.
  if (finding.reason === 'time-ahead' && view.snapshot.authority === '') return [];
  if (acts.includes('skip')) {
    const { partition, snapshot } = view;
    // The journal has blocks that this ledger does not: skipped offsets would be lost.
    const later = await live.withJournal((journal) =>
      journal.newest(partition, Infinity, snapshot.block, (block) => isSkipOf(snapshot, block)),
    );
    if (later) return acts.filter((act) => act !== 'skip');
  }
  // A skip over everything that an empty ledger lacks would begin another ledger.
  const isFirstWrong = acts[0] === 'rebuild' || view.snapshot.block === 0;
  return view.low > 0 && acts.includes('restore') && isFirstWrong ? acts.toReversed() : acts;
}

async function whyRedisUnsafe({ ledger }: LiveLedger): Promise<Finding | undefined> {
  const detail = await ledger.whyUnsafe();
  return detail === undefined ? undefined : { reason: 'redis-unsafe', detail };
}

async function whyLogUnsafe(live: LiveLedger): Promise<Finding | undefined> {
  const { unsafe } = await live.topicFindings();
  return unsafe.length === 0 ? undefined : { reason: 'log-unsafe', detail: unsafe.join(' ') };
}

const looks = 10;
const lookAgainAfterMs = 100;

/** Returns true if nothing is pending, or the service is applying it. */
async function isGoingOn(
  { ledger }: LiveLedger,
  { partition, snapshot, high }: PartitionView,
): Promise<boolean> {
  if (snapshot.position === high) return true;
  for (let look = 0; look < looks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, lookAgainAfterMs));
    const { position } = await ledger.readPlace(partition);
    if (position !== snapshot.position) return true;
  }
  return false;
}

async function readViews(live: LiveLedger, requested: readonly number[]): Promise<PartitionView[]> {
  const clusterId = await live.clusterId();
  const all = await live.partitions();
  const snapshots = await live.snapshots(requested);
  // Reads the log after the ledger: then a running service is never ahead of it.
  const marks = await live.watermarks('events');
  return requested.map((each, index) => ({
    partition: each,
    snapshot: snapshots[index] as LedgerSnapshot,
    low: marks[each]?.low ?? 0,
    high: marks[each]?.high ?? 0,
    partitions: all.length,
    clusterId,
  }));
}

function findInLedger(
  { snapshot, clusterId, partitions }: PartitionView,
  root: Root | undefined,
): Finding | undefined {
  const { halted } = snapshot;
  if (halted) return { reason: halted.reason as HaltReason, detail: halted.detail };
  const otherLog = whyOtherLog(snapshot, { clusterId, partitions });
  if (otherLog) return otherLog;
  const unreadable = (root && whyOtherRoot(snapshot, root)) ?? whyNewerEdition(snapshot);
  if (unreadable) return unreadable;
  const state = readState(snapshot);
  return 'outcome' in state ? state : undefined;
}

const entriesPerRead = 500;
/**
 * Looks in a row that must find a fault in a ledger at rest: the outbox may be trimmed between the
 * reads.
 */
const journalLooks = 2;

/**
 * Compares the ledger with its last block. While a service commits, both may change between the
 * reads.
 */
async function findInJournal(live: LiveLedger, view: PartitionView): Promise<Finding | undefined> {
  const { partition, high } = view;
  let { snapshot } = view;
  for (let look = 1; look <= looks; look += 1) {
    const tip = { ...snapshot, state: StateDigest.of(snapshot).root() };
    const outbox = new OutboxReader(partition, (after) =>
      live.ledger.readOutbox(partition, entriesPerRead, after),
    );
    const checked = await live.withJournal((journal) =>
      checkHead(partition, tip, outbox, journal, () => Promise.resolve(high === 0)),
    );
    if (!('outcome' in checked)) return undefined;
    const before = snapshot;
    snapshot = await live.snapshot(partition);
    const isStill = snapshot.position === before.position && snapshot.head === before.head;
    if (isStill && look >= journalLooks) return checked;
  }
  return undefined;
}

async function findInLog(
  live: LiveLedger,
  { partition, snapshot, low, high }: PartitionView,
): Promise<Finding | undefined> {
  const { position } = snapshot;
  if (low > position) return { ...logTrimmed(position, low), goesOnAt: low };
  if (high < position) return logBehind(position, high);
  const hasAnchor = snapshot.anchor !== null && low < position;
  const last = hasAnchor ? await live.nextRecord('events', partition, position - 1) : null;
  const isAnchorGone = hasAnchor && last?.offset !== position - 1;
  if (last && !isAnchorGone && anchorOf(last) !== snapshot.anchor) {
    const detail = `The record at offset ${position - 1} is not the one that was applied.`;
    return { reason: 'log-replaced', detail };
  }
  const next = position < high ? await live.nextRecord('events', partition, position) : null;
  const goesOnAt = next?.offset ?? high;
  if (goesOnAt === position && !isAnchorGone)
    return next ? findAhead(live, snapshot, next) : undefined;
  const from = isAnchorGone ? position - 1 : position;
  const detail = `The log has no record at offsets ${from} to ${goesOnAt - 1}.`;
  return { reason: 'log-gap', detail, goesOnAt };
}

/** Checks if the next record is dated ahead, and nobody has let it pass. */
async function findAhead(
  live: LiveLedger,
  snapshot: LedgerSnapshot,
  next: LogRecord,
): Promise<Finding | undefined> {
  if (!isAhead(next, snapshot.newestMs)) return undefined;
  const { partition, offset, recordedAtMs } = next;
  const { head, sent } = snapshot;
  const last = await live.withJournal((journal) => journal.find(partition, head, sent));
  const isAccepted = last !== undefined && acceptsTime(last.block);
  const passes = offset < anyTimeBefore(snapshot, isAccepted);
  return passes ? undefined : { ...timeAhead(next), recordedAtMs };
}

/** Turns an unreadable batch into a finding; throws any other error again. */
function faultFound(error: unknown): Finding {
  if (error instanceof LogFault) return { reason: error.reason, detail: error.message };
  throw error;
}

/** Folds the pending records in memory only: a bug shows here as it does in the service. */
async function findInFold(
  live: LiveLedger,
  { partition, snapshot, partitions, high }: PartitionView,
  root: Root,
): Promise<Finding | undefined> {
  const { position } = snapshot;
  const range = { from: position, to: Math.min(high, position + recordsTried) };
  const records: LogRecord[] = [];
  // Like the service, folds the records before a gap; the gap only ends the read.
  await live
    .readEvents(new Map([[partition, range]]), (_, some) => void records.push(...some))
    .catch(() => undefined);
  const state = readState(snapshot);
  if (records.length === 0 || 'outcome' in state) return undefined;
  try {
    const { newer } = foldRecords(state, records, { partitions, root });
    return newer && haltOfEdition(newer.edition, newer.offset);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof AssertionError) {
      return { reason: 'ledger-unbalanced', detail: `${message}.` };
    }
    return { reason: 'fold-failed', detail: `The service failed: ${message}.` };
  }
}

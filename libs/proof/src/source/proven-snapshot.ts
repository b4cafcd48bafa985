import { differs, exitCodes, UserError } from '#contract';
import { blocksSearched, findHead, whyNotNewest, whyOtherLog, type JournalTopic } from '#engine';
import {
  goesBack,
  journalGenesis,
  StateDigest,
  type JournalBlock,
  type LedgerSnapshot,
} from '#ledger';
import { JoinedRead, pageOf } from '#log';
import type { LiveLedger } from './live-ledger.js';

/** A reason not to trust Redis, and if another look may find it right. */
interface Doubt {
  readonly why: string;
  /** True if nobody need have written to Redis: the service is committing, or is not running. */
  readonly mayPass: boolean;
}

const limitMs = 5_000;
const lookAgainAfterMs = 100;
/** Looks in a row that must find a fault in a ledger at rest. */
const looksAtRest = 3;

/**
 * Returns a partition from Redis once the journal proves it: its content has the digest in the
 * block at its head, that block is on the journal's topic, and the ledger is not older than the log
 * or the journal. Redis signs nothing, so acts that sign, preview or print use only this.
 * @throws UserError if it is not proven: with exit code 2 if something other than a commit must
 *   have written to Redis, with 69 if the service is about to commit, or is not running.
 */
export async function provenSnapshot(live: LiveLedger, partition: number): Promise<LedgerSnapshot> {
  let endAtMs: number | undefined;
  let before: LedgerSnapshot | undefined;
  for (let looks = 1; ; looks += 1) {
    const { snapshot, doubt } = await readJoined(live, partition);
    // The first read may have waited for that of others.
    endAtMs ??= performance.now() + limitMs;
    if (before && !isSamePlace(before, snapshot)) looks = 1;
    if (!doubt) return snapshot;
    const isOver = performance.now() > endAtMs;
    if (isOver || (!doubt.mayPass && looks >= looksAtRest)) throw notProven(partition, doubt);
    before = snapshot;
    await new Promise((resolve) => setTimeout(resolve, lookAgainAfterMs));
  }
}

/** A partition as one read has found it. */
interface SeenPartition {
  readonly snapshot: LedgerSnapshot;
  readonly doubt: Doubt | undefined;
}

/** The reads of each ledger by partition: people who ask at the same moment share one. */
const readsOf = new WeakMap<LiveLedger, Map<number, JoinedRead<SeenPartition>>>();

function readJoined(live: LiveLedger, partition: number): Promise<SeenPartition> {
  const ofLedger = readsOf.get(live) ?? new Map<number, JoinedRead<SeenPartition>>();
  readsOf.set(live, ofLedger);
  const joined = ofLedger.get(partition) ?? new JoinedRead(() => readWithDoubt(live, partition));
  ofLedger.set(partition, joined);
  return joined.ask();
}

async function readWithDoubt(live: LiveLedger, partition: number): Promise<SeenPartition> {
  const log = { clusterId: await live.clusterId(), partitions: (await live.partitions()).length };
  const { high = 0 } = (await live.watermarks('events'))[partition] ?? {};
  // A commit's block is written before the commit, which is usually complete by the next read.
  const newest = await live.withJournal((journal) => journal.newest(partition, blocksSearched));
  const snapshot = await live.snapshot(partition);
  const other = whyOtherLog(snapshot, log);
  if (other) throw new UserError(`${other.detail} See ${pageOf(other.reason)}.`);
  const found = { snapshot, high, newest: newest?.block };
  const doubt = await live.withJournal((journal) => doubtOf(partition, found, journal));
  return { snapshot, doubt };
}

function isSamePlace(one: LedgerSnapshot, other: LedgerSnapshot): boolean {
  return one.position === other.position && one.head === other.head;
}

function notProven(partition: number, { why, mayPass }: Doubt): UserError {
  const what = `Nothing was signed or sent, and nothing is shown: partition ${partition}, ${why}.`;
  if (mayPass) {
    const next = 'Check that the ledger service runs and reaches Kafka, then try again.';
    return new UserError(`${what} ${next}`, exitCodes.unavailable);
  }
  return differs(
    `${what} Somebody has written to Redis: \`verify\` names what, and ${pageOf('ledger-diverged')} says what to do`,
  );
}

/** Facts that a ledger is compared with. */
interface FoundPartition {
  readonly snapshot: LedgerSnapshot;
  /** The end of the log before the ledger was read. */
  readonly high: number;
  /** Its newest block then, if it is among the newest of all. */
  readonly newest: JournalBlock | undefined;
}

async function doubtOf(
  partition: number,
  { snapshot, high, newest }: FoundPartition,
  journal: JournalTopic,
): Promise<Doubt | undefined> {
  const tip = { ...snapshot, state: StateDigest.of(snapshot).root() };
  const head = await findHead(partition, tip, journal, blocksSearched);
  if (typeof head === 'string') return { why: head, mayPass: false };
  // A new ledger does not have blocks; an emptied one may have old ones.
  if (!head && high === 0) return undefined;
  const last = newest ?? (head ? undefined : (await journal.newest(partition))?.block);
  return doubtOfAge(tip, high, last);
}

/** Checks if somebody has put back an older ledger: it too has a block that fits. */
function doubtOfAge(
  tip: LedgerSnapshot & { readonly state: string },
  high: number,
  newest: JournalBlock | undefined,
): Doubt | undefined {
  const { position, head } = tip;
  if (!newest) {
    // A ledger at the end of the log cannot be out of date.
    if (head === journalGenesis || position >= high) return undefined;
    const why = `the log continues, but none of the newest ${blocksSearched.toLocaleString('en')} blocks is of this partition`;
    return { why, mayPass: true };
  }
  const { block, to, hash, recovery } = newest;
  const other = whyNotNewest(tip, newest);
  if (other !== undefined) return { why: other, mayPass: true };
  if (position >= high || hash === head || (to < position && !goesBack(recovery?.act))) {
    return undefined;
  }
  const why = `Redis has the ledger at offset ${position}, but the journal has it at ${to + 1} (block ${block})`;
  return { why, mayPass: true };
}

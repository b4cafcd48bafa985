import { differs, exitCodes, UserError } from '#contract';
import { blocksSearched, findHead, whyNotNewest, whyOtherLog, type JournalTopic } from '#engine';
import {
  goesBack,
  journalGenesis,
  StateDigest,
  type JournalBlock,
  type LedgerSnapshot,
} from '#ledger';
import { pageOf } from '#log';
import type { LiveLedger } from './live-ledger.js';

/** Why Redis is not believed, and whether another look may find it right. */
interface Doubt {
  readonly why: string;
  /** Nobody need have written there: the service commits, or does not run. */
  readonly mayPass: boolean;
}

const limitMs = 5_000;
const lookAgainAfterMs = 100;
/** So often a ledger at rest must look wrong, before it is. */
const looksAtRest = 3;

/**
 * A partition as Redis has it, which the journal proves: its content has the digest that the block
 * at its head names, that block is on the journal's topic, and the ledger is no older than the log
 * or the journal. Redis signs nothing, so who signs, previews or prints takes nothing else.
 * @throws UserError when it is not proven: of exit code 2 where somebody else than a commit must
 * have written to Redis, of 69 where the service is about to commit, or does not run.
 */
export async function provenSnapshot(live: LiveLedger, partition: number): Promise<LedgerSnapshot> {
  const log = { clusterId: await live.clusterId(), partitions: (await live.partitions()).length };
  const endAtMs = Date.now() + limitMs;
  let before: LedgerSnapshot | undefined;
  for (let looks = 1; ; looks += 1) {
    const { high = 0 } = (await live.watermarks('events'))[partition] ?? {};
    const { snapshot, doubt } = await live.withJournal(async (journal) => {
      // A commit's block is there before the commit, which has mostly come about by the next read.
      const newest = (await journal.newest(partition, blocksSearched))?.block;
      const found = await live.snapshot(partition);
      const other = whyOtherLog(found, log);
      if (other) throw new UserError(`${other.detail} See ${pageOf(other.reason)}.`);
      const seen = { snapshot: found, high, newest };
      return { snapshot: found, doubt: await doubtOf(partition, seen, journal) };
    });
    if (before && !isSamePlace(before, snapshot)) looks = 1;
    if (!doubt) return snapshot;
    const isOver = Date.now() > endAtMs;
    if (isOver || (!doubt.mayPass && looks >= looksAtRest)) throw notProven(partition, doubt);
    before = snapshot;
    await new Promise((resolve) => setTimeout(resolve, lookAgainAfterMs));
  }
}

function isSamePlace(one: LedgerSnapshot, other: LedgerSnapshot): boolean {
  return one.position === other.position && one.head === other.head;
}

function notProven(partition: number, { why, mayPass }: Doubt): UserError {
  const what = `Nothing was signed or sent, and nothing is shown: partition ${partition}, ${why}.`;
  if (mayPass) {
    const next = 'Does the ledger service run, and does it reach Kafka? Then try again.';
    return new UserError(`${what} ${next}`, exitCodes.unavailable);
  }
  return differs(
    `${what} Somebody has written to Redis: \`verify\` names what, and ${pageOf('ledger-diverged')} says what to do`,
  );
}

/** What a ledger is compared with. */
interface FoundPartition {
  readonly snapshot: LedgerSnapshot;
  /** Where the log ended before the ledger was read. */
  readonly high: number;
  /** The newest of its blocks then, where it is among the newest of all. */
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
  // A ledger that begins has no block at all; one that was emptied may have blocks of long ago.
  if (!head && high === 0) return undefined;
  const last = newest ?? (head ? undefined : (await journal.newest(partition))?.block);
  return doubtOfAge(tip, high, last);
}

/** Whether somebody has put back an older ledger: it has a block that fits, too. */
function doubtOfAge(
  tip: LedgerSnapshot & { readonly state: string },
  high: number,
  newest: JournalBlock | undefined,
): Doubt | undefined {
  const { position, head } = tip;
  if (!newest) {
    // A ledger at the end of the log cannot be out of date.
    if (head === journalGenesis || position >= high) return undefined;
    const why = `the log goes on, and none of the newest ${blocksSearched.toLocaleString('en')} blocks is of this partition`;
    return { why, mayPass: true };
  }
  const { block, to, hash, recovery } = newest;
  const other = whyNotNewest(tip, newest);
  if (other !== undefined) return { why: other, mayPass: true };
  if (position >= high || hash === head || (to < position && !goesBack(recovery?.act))) {
    return undefined;
  }
  const why = `Redis has the ledger at offset ${position}, and the journal has it at ${to + 1} (block ${block})`;
  return { why, mayPass: true };
}

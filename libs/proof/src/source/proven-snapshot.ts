import { differs, exitCodes, UserError } from '#contract';
import { blocksSearched, whyNotHead, whyNotNewest, whyOtherLog, type JournalTopic } from '#engine';
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
    // A commit's block is there before the commit, which has mostly come about by the next read.
    const newest = await live.withJournal((journal) => journal.newest(partition, blocksSearched));
    const snapshot = await live.snapshot(partition);
    if (before && !isSamePlace(before, snapshot)) looks = 1;
    const other = whyOtherLog(snapshot, log);
    if (other) throw new UserError(`${other.detail} See ${pageOf(other.reason)}.`);
    const doubt = await live.withJournal((journal) =>
      doubtOf(partition, { snapshot, high, newest: newest?.block }, journal),
    );
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
  const { head, block, position, sent } = snapshot;
  const state = StateDigest.of(snapshot).root();
  if (head === journalGenesis) {
    const isEmpty = position === 0 && block === 0 && state === new StateDigest().root();
    if (!isEmpty) return { why: 'what Redis holds has no block that made it', mayPass: false };
  } else {
    const found = await journal.find(partition, head, sent, blocksSearched);
    if (!found) {
      const why = `block ${block}, which Redis names as the newest, is not on the journal’s topic`;
      return { why, mayPass: false };
    }
    const other = whyNotHead({ ...snapshot, state }, found.block);
    if (other !== undefined) return { why: other, mayPass: false };
  }
  // A ledger that begins has no block at all; one that was emptied may have blocks of long ago.
  const isFirst = head === journalGenesis;
  if (isFirst && high === 0) return undefined;
  const last = newest ?? (isFirst ? (await journal.newest(partition))?.block : undefined);
  return doubtOfAge({ ...snapshot, state }, high, last);
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

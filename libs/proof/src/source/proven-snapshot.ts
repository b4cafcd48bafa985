import { differs, exitCodes, UserError } from '#contract';
import { blocksSearched, whyNotNewest, whyOtherLog, type JournalTopic } from '#engine';
import { goesBack, journalGenesis, StateDigest, type LedgerSnapshot } from '#ledger';
import { pageOf } from '#log';
import type { LiveLedger } from './live-ledger.js';

/** Why Redis is not believed, and whether another look may find it right. */
interface Doubt {
  readonly why: string;
  /** Nobody need have written there: the service commits, or does not run. */
  readonly mayPass: boolean;
}

/** The same for a block that was sent just now. */
const newestSearched = 1_000;
const limitMs = 5_000;
const lookAgainAfterMs = 100;
/** So often a ledger at rest must look wrong, before it is. */
const looksAtRest = 3;

/**
 * A partition as Redis has it, which the journal proves: its content has the digest that the block
 * at its head names, that block is on the journal's topic, and the ledger is no older than the log
 * or the journal. Redis signs nothing, so who signs, previews or prints takes nothing else.
 * @throws UserError when it is not proven: of exit code 2 where somebody else than a commit must
 * have written to Redis, of 69 where the service has not sent its newest block yet.
 */
export async function provenSnapshot(live: LiveLedger, partition: number): Promise<LedgerSnapshot> {
  const log = { clusterId: await live.clusterId(), partitions: (await live.partitions()).length };
  const endAtMs = Date.now() + limitMs;
  let before: LedgerSnapshot | undefined;
  for (let looks = 1; ; looks += 1) {
    const { high = 0 } = (await live.watermarks('events'))[partition] ?? {};
    const snapshot = await live.snapshot(partition);
    if (before && !isSamePlace(before, snapshot)) looks = 1;
    const other = whyOtherLog(snapshot, log);
    if (other) throw new UserError(`${other.detail} See ${pageOf(other.reason)}.`);
    const doubt = await live.withJournal((journal) =>
      doubtOf(partition, { snapshot, high }, journal),
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
}

async function doubtOf(
  partition: number,
  { snapshot, high }: FoundPartition,
  journal: JournalTopic,
): Promise<Doubt | undefined> {
  const { head, block, position, sent } = snapshot;
  const state = StateDigest.of(snapshot).root();
  if (head === journalGenesis) {
    const isEmpty = position === 0 && block === 0 && state === new StateDigest().root();
    if (!isEmpty) return { why: 'what Redis holds has no block that made it', mayPass: false };
  } else {
    const isWaiting = (sent?.block ?? 0) < block;
    const atMost = isWaiting ? newestSearched : blocksSearched;
    const found = await journal.find(partition, head, sent, atMost);
    if (!found) {
      const why = `block ${block}, which Redis names as the newest, is not on the journal’s topic`;
      return { why, mayPass: isWaiting };
    }
    const own = found.block;
    if (own.block !== block || own.to + 1 !== position || own.state !== state) {
      const why = `what Redis holds is not what block ${own.block} of the journal says (state ${state}, and by the journal ${own.state})`;
      return { why, mayPass: false };
    }
  }
  return doubtOfAge(partition, { ...snapshot, state }, high, journal);
}

/** Whether somebody has put back an older ledger: it has a block that fits, too. */
async function doubtOfAge(
  partition: number,
  tip: LedgerSnapshot & { readonly state: string },
  high: number,
  journal: JournalTopic,
): Promise<Doubt | undefined> {
  const { position, head } = tip;
  // A ledger that begins has no block at all; one that was emptied may have blocks of long ago.
  const isFirst = head === journalGenesis;
  if (isFirst && high === 0) return undefined;
  const newest = await journal.newest(partition, isFirst ? Infinity : blocksSearched);
  if (!newest) {
    // A ledger at the end of the log cannot be out of date.
    if (isFirst || position >= high) return undefined;
    const why = `the log goes on, and none of the newest ${blocksSearched.toLocaleString('en')} blocks is of this partition`;
    return { why, mayPass: true };
  }
  const { block, to, hash, recovery } = newest.block;
  const other = whyNotNewest(tip, newest.block);
  if (other !== undefined) return { why: other, mayPass: true };
  if (position >= high || hash === head || (to < position && !goesBack(recovery?.act))) {
    return undefined;
  }
  const why = `Redis has the ledger at offset ${position}, and the journal has it at ${to + 1} (block ${block})`;
  return { why, mayPass: true };
}

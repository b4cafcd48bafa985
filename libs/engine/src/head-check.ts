import {
  goesBack,
  journalGenesis,
  StateDigest,
  type JournalBlock,
  type LedgerSnapshot,
} from '#ledger';
import { halt, type Halt } from '#log/halting';
import { blocksSearched, type FoundBlock, type JournalTopic } from './journal-topic.js';
import type { OutboxReader } from './outbox-commits.js';

/** The ledger's own position and head, and the digest of its content. */
export type LedgerTip = Pick<LedgerSnapshot, 'position' | 'head' | 'block' | 'sent'> & {
  readonly state: string;
};

/** A ledger that its journal proves. */
interface Proven {
  /** Hashes of the blocks whose messages wait in the outbox. */
  readonly unsent: ReadonlySet<string>;
  /** True if its last block lets the next record pass, whatever its time (contract 8.5). */
  readonly acceptsTime: boolean;
}

export type Checked = Proven | Halt;

const emptyState = new StateDigest().root();
/** Most sent blocks between two waiting ones: each costs a search of the topic. */
const gapAtMost = 200;
/** Records searched for blocks if the partition's log has no record. */
const searchedOfEmpty = 4_000;

/**
 * Compares a ledger with the block that it names as its last, which is on the topic before its
 * commit, and the outbox with the chain that ends there.
 * @param isLogEmpty whether the partition has no event, and so never had a block.
 * @throws kafkajs' error, or that of the connection to Redis.
 */
export async function checkHead(
  partition: number,
  tip: LedgerTip,
  outbox: OutboxReader,
  journal: JournalTopic,
  isLogEmpty: () => Promise<boolean>,
): Promise<Checked> {
  const unsent = new Map<string, JournalBlock>();
  for (let read = await outbox.next(); read.length > 0; read = await outbox.next()) {
    for (const { block } of read) unsent.set(block.hash, block);
  }
  if (outbox.fault !== undefined) return diverged(outbox.fault);
  const hashes = new Set(unsent.keys());
  const found = await findHead(partition, tip, journal);
  if (typeof found === 'string') return diverged(`${found}.`);
  if (!found) {
    if (hashes.size > 0) return diverged(besideChain(hashes.size));
    const atMost = (await isLogEmpty()) ? searchedOfEmpty : Infinity;
    // The first block is on the topic before its commit, which may not have happened.
    const later = await journal.newest(partition, atMost, 1);
    return later ? lostBlock(later) : { unsent: hashes, acceptsTime: false };
  }
  const newest = await journal.newest(partition, blocksSearched);
  const older = newest && whyNotNewest(tip, newest.block);
  if (older !== undefined) return diverged(`${older}.`);
  // Entries sent before a fail-over are gone from the outbox, but older ones may be back.
  for (let block = found, left = new Set(hashes), gap = 0; ;) {
    gap = left.delete(block.hash) ? 0 : gap + 1;
    if (left.size === 0) return { unsent: hashes, acceptsTime: acceptsTime(found) };
    if (block.block <= 1 || gap > gapAtMost) return diverged(besideChain(left.size));
    const { previous } = block;
    const before = unsent.get(previous) ?? (await journal.find(partition, previous, null))?.block;
    if (!before) {
      return diverged(`block ${block.block - 1} (${previous}) is not on the journal’s topic.`);
    }
    block = before;
  }
}

/**
 * The block that a ledger names as its last; undefined for an empty ledger without a block. If the
 * journal does not prove the ledger: the reason, as the end of a sentence.
 * @param atMost as for `JournalTopic.find`.
 */
export async function findHead(
  partition: number,
  { position, head, block, state, sent }: LedgerTip,
  journal: JournalTopic,
  atMost = Infinity,
): Promise<JournalBlock | string | undefined> {
  if (head === journalGenesis) {
    const isEmpty = position === 0 && block === 0 && state === emptyState;
    return isEmpty ? undefined : 'what Redis holds has no block that made it';
  }
  const found = (await journal.find(partition, head, sent, atMost))?.block;
  if (!found)
    return `block ${block}, which Redis names as the newest, is not on the journal’s topic`;
  if (found.block !== block || found.to + 1 !== position) {
    return `block ${found.block} of the journal ends at offset ${found.to}, and Redis says block ${block} and offset ${position - 1}`;
  }
  return found.state === state
    ? found
    : `what Redis holds is not what block ${block} of the journal says`;
}

/**
 * Says why a ledger is not the newest in the journal, as the end of a sentence; undefined if it may
 * be. A fail-over leaves blocks that no later block names: the same log gives the same ledger at
 * their ends. Blocks that an operator's act has left behind give another ledger.
 * @param newest block of the partition on the topic.
 */
export function whyNotNewest(
  { position, head, block, state }: Omit<LedgerTip, 'sent'>,
  newest: JournalBlock,
): string | undefined {
  if (newest.hash === head) return undefined;
  const isAct = goesBack(newest.recovery?.act);
  if (isAct && newest.block > block) {
    return `the journal has a ${newest.recovery?.act} after it, as block ${newest.block}`;
  }
  if (!isAct && newest.to + 1 === position && newest.state !== state) {
    return `block ${newest.block} of the journal ends there too, and says another ledger`;
  }
  return undefined;
}

/** Tells whether a ledger with this last block lets its next record pass, whatever its time. */
export function acceptsTime({ recovery }: JournalBlock): boolean {
  return recovery?.act === 'accept-time';
}

/**
 * Records before this offset pass whatever their time (contract 2): they were applied before the
 * ledger went back, or an operator let the next one pass.
 */
export function anyTimeBefore(
  { position, counted }: Pick<LedgerSnapshot, 'position' | 'counted'>,
  isNextAccepted: boolean,
): number {
  return Math.max(counted ?? 0, isNextAccepted ? position + 1 : 0);
}

function besideChain(count: number): string {
  return `${count} blocks of the outbox are not on the way to the ledger’s head.`;
}

function diverged(why: string): Halt {
  return halt(
    'ledger-diverged',
    `Redis is not what the commits made it: ${why} Find out who wrote there, then let the log be folded again.`,
  );
}

function lostBlock({ block: { block, to }, at }: FoundBlock): Halt {
  return halt(
    'ledger-lost',
    `The ledger begins anew, and the journal has block ${block} of this partition, up to offset ${to} (record ${at.offset} of partition ${at.partition} of its topic). Bring Redis back, restore a checkpoint, or let the log be folded again.`,
  );
}

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

/** What the ledger says of itself, and the digest of what it holds. */
export type LedgerTip = Pick<LedgerSnapshot, 'position' | 'head' | 'block' | 'sent'> & {
  readonly state: string;
};

/** The unsent blocks that lead to the head, if all is right. */
export type Checked = { readonly unsent: ReadonlySet<string> } | Halt;

const emptyState = new StateDigest().root();
/** How many records are searched for blocks where the partition's log has no record. */
const searchedOfEmpty = 4_000;

/**
 * Compares a ledger with the block that it names as its last: on the topic, or in the outbox, where
 * a whole chain must lead back to a block on the topic.
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
  const chain = new Chain(tip);
  const left = new Set(unsent.keys());
  for (;;) {
    if (chain.next === journalGenesis) {
      const why = chain.whyNotFirst() ?? (left.size > 0 ? besideChain(left.size) : undefined);
      if (why !== undefined) return diverged(why);
      const atMost = (await isLogEmpty()) ? searchedOfEmpty : Infinity;
      const newest = await journal.newest(partition, atMost);
      // A block that waits in the outbox may have been sent: then it is the same one.
      const first = newest && chain.first && (await journal.find(partition, chain.first, null));
      return newest && !first ? lostBlock(newest) : { unsent: new Set(unsent.keys()) };
    }
    const waiting = unsent.get(chain.next);
    const block = waiting ?? (await journal.find(partition, chain.next, tip.sent))?.block;
    if (!block) return diverged(chain.sentenceOfMissing());
    left.delete(block.hash);
    const why = chain.add(block);
    if (why !== undefined) return diverged(why);
    if (waiting) continue;
    if (left.size === 0) {
      const newest = await journal.newest(partition, blocksSearched);
      const other = newest && whyNotNewest(tip, newest.block);
      return other === undefined ? { unsent: new Set(unsent.keys()) } : diverged(`${other}.`);
    }
    // What was sent before a fail-over has left the outbox, and what is older may have come back.
    const numbers = [...left].map((hash) => (unsent.get(hash) as JournalBlock).block);
    if (chain.block < Math.min(...numbers)) return diverged(besideChain(left.size));
  }
}

/**
 * Why a ledger is not the newest that the journal has, as the end of a sentence; undefined where it
 * may be. A fail-over leaves blocks that no later one names: the same log gives the same ledger at
 * their ends. What an act of an operator has left behind gives another one.
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

/** The walk from the head backwards. */
class Chain {
  /** Hash of the block that must come now. */
  next: string;
  /** Hash of the block that came last; undefined while none has. */
  first: string | undefined;
  /** Its number. */
  block: number;
  /** The offset after its range; undefined before an act that goes back. */
  private end: number | undefined;

  constructor(private readonly tip: LedgerTip) {
    ({ head: this.next, block: this.block, position: this.end } = tip);
  }

  /** @returns why the block cannot stand here, as a sentence. */
  add(found: JournalBlock): string | undefined {
    const { block, from, to, state, previous, recovery } = found;
    if (block !== this.block || (this.end !== undefined && to + 1 !== this.end)) {
      return `block ${this.block} must end at offset ${(this.end ?? 0) - 1}, and is block ${block} up to ${to}.`;
    }
    if (this.first === undefined && state !== this.tip.state) {
      return `its accounts, jackpots, tables or values are not those that block ${block} names.`;
    }
    this.first = found.hash;
    this.next = previous;
    this.block -= 1;
    this.end = goesBack(recovery?.act) ? undefined : from;
    return undefined;
  }

  /** Why a chain must not begin here. */
  whyNotFirst(): string | undefined {
    if (this.block !== 0 || (this.end !== undefined && this.end !== 0)) {
      return `its first block would be ${this.block + 1} from offset ${this.end}.`;
    }
    const isEmpty = this.first !== undefined || this.tip.state === emptyState;
    return isEmpty ? undefined : 'it has entries, and no block that made them.';
  }

  sentenceOfMissing(): string {
    return `block ${this.block} (${this.next}) is neither on the journal’s topic nor in the outbox.`;
  }
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

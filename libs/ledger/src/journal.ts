import { createHash } from 'node:crypto';
import type { JournalBlock } from '#contract';

/** What one commit, or one recovery act, added to the journal (contract 8). */
export type { JournalBlock };
/** What a commit posted to a jackpot, netted by account; micro-units, which sum to zero. */
export type NettedPostings = JournalBlock['postings'][number];
/**
 * A signed act of an operator on a halted partition (contract 8.5): `rebuild` empties the ledger,
 * `skip` moves the position over missing offsets, `accept-log` takes over another cluster.
 */
export type Recovery = NonNullable<JournalBlock['recovery']>;

/** What the first block of a partition names as the one before it. */
export const journalGenesis = '0'.repeat(64);

export function chainBlock(content: Omit<JournalBlock, 'hash'>): JournalBlock {
  return inWrittenOrder({ ...content, hash: hashBlock(content) });
}

/**
 * The one text of a block: its known members in their written order, without white space. What is
 * on the topic must be this to the byte, or it was altered where the hash does not look.
 */
export function blockText(block: JournalBlock): string {
  return JSON.stringify(inWrittenOrder(block));
}

/** SHA-256 over the block's members in their fixed order, without the hash. */
export function hashBlock(block: Omit<JournalBlock, 'hash'>): string {
  const { partition, block: number, from, to, at, postings, digest, previous, recovery } = block;
  const netted = postings.map((posting) => Object.values(postingInOrder(posting)));
  const content: unknown[] = [partition, number, from, to, at, netted, digest, previous];
  if (recovery) content.push(Object.values(recoveryInOrder(recovery)));
  return sha256(JSON.stringify(content));
}

/** What an operator signs: the act and its place in the chain, so that it fits nowhere else. */
export function recoveryText(
  block: Pick<JournalBlock, 'partition' | 'block' | 'from' | 'to' | 'previous'>,
  { act, reason, note }: Omit<Recovery, 'signature'>,
): string {
  const { partition, block: number, from, to, previous } = block;
  return JSON.stringify([partition, number, from, to, previous, act, reason, note]);
}

/** Digest of the texts that a commit wrote: an edited round shows like an edited balance. */
export function digestOf(changes: readonly (readonly [string, string])[]): string {
  return sha256(JSON.stringify(changes));
}

function inWrittenOrder(written: JournalBlock): JournalBlock {
  const { partition, block, from, to, at, postings, digest, previous, recovery, hash } = written;
  return {
    partition,
    block,
    from,
    to,
    at,
    postings: postings.map(postingInOrder),
    digest,
    previous,
    ...(recovery && { recovery: recoveryInOrder(recovery) }),
    hash,
  };
}

function postingInOrder({ jackpot, pool, reserve, house, players }: NettedPostings) {
  return { jackpot, pool, reserve, house, players };
}

function recoveryInOrder({ act, reason, note, signature }: Recovery): Recovery {
  return { act, reason, note, signature };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import { createHash } from 'node:crypto';

/** One block of the journal; the wire form is its JSON. */
export interface JournalBlock {
  readonly partition: number;
  readonly block: number;
  readonly from: number;
  readonly to: number;
  readonly at: string;
  readonly postings: readonly NettedPostings[];
  readonly digest: string;
  readonly previous: string;
  readonly hash: string;
  /** Only in a block that is an operator's act on a halted partition; it has no postings. */
  readonly recovery?: Recovery;
}

/**
 * What `jackpot recover` did, under the hand of an operator.
 * `rebuild`: the ledger of the partition was emptied, to be folded again from the first record; the
 * block is `from: 0, to: -1`. `skip`: the position went over offsets `from`..`to` that the log does
 * not have. `accept-log`: the ledger goes on with a log under another name (cluster); `from` is the
 * position, `to` the offset before it.
 */
export interface Recovery {
  readonly act: 'rebuild' | 'skip' | 'accept-log';
  /** Why the partition had halted. */
  readonly reason: string;
  /** What the operator says of it. */
  readonly note: string;
  /** `<kid>:<base64 Ed25519 over recoveryText>`, by a key with the role `adjust`. */
  readonly signature: string;
}

/** What a commit posted to a jackpot, netted by account; micro-units, which sum to zero. */
export interface NettedPostings {
  readonly jackpot: string;
  readonly pool: string;
  readonly reserve: string;
  readonly house: string;
  readonly players: string;
}

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
  const netted = postings.map(({ jackpot, pool, reserve, house, players }) => [
    jackpot,
    pool,
    reserve,
    house,
    players,
  ]);
  const content: unknown[] = [partition, number, from, to, at, netted, digest, previous];
  if (recovery) {
    content.push([recovery.act, recovery.reason, recovery.note, recovery.signature]);
  }
  return sha256(JSON.stringify(content));
}

/** What an operator signs: the act and its place in the chain, so that it cannot be used elsewhere. */
export function recoveryText(
  block: Pick<JournalBlock, 'partition' | 'block' | 'from' | 'to' | 'previous'>,
  { act, reason, note }: Omit<Recovery, 'signature'>,
): string {
  const { partition, block: number, from, to, previous } = block;
  return JSON.stringify([partition, number, from, to, previous, act, reason, note]);
}

/** Digest of everything that a commit changed: an edited round shows like an edited balance. */
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
    postings: postings.map(({ jackpot, pool, reserve, house, players }) => ({
      jackpot,
      pool,
      reserve,
      house,
      players,
    })),
    digest,
    previous,
    ...(recovery && { recovery: recoveryInOrder(recovery) }),
    hash,
  };
}

function recoveryInOrder({ act, reason, note, signature }: Recovery): Recovery {
  return { act, reason, note, signature };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

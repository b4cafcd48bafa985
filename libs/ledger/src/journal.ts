import { sha256 } from './state-digest.js';
import type { JournalBlock } from '#contract';

/** The journal's entry for one commit, or for one recovery act (contract 8). */
export type { JournalBlock };
/** The place of a block: a partition of the journal's topic, and the offset there. */
export interface JournalPlace {
  readonly partition: number;
  readonly offset: number;
}
/** Net postings of a commit to a jackpot, by account; micro-units, which sum to zero. */
export type NettedPostings = JournalBlock['postings'][number];
/**
 * A signed act of an operator on a halted partition (contract 8.5): `rebuild` empties the ledger,
 * `restore` replaces it with a checkpoint, `skip` moves the position over missing offsets,
 * `accept-log` accepts another cluster, `accept-time` a record that is dated ahead.
 */
export type Recovery = NonNullable<JournalBlock['recovery']>;

/**
 * Tells whether the ledger continues from an earlier offset after an act: a rebuild, or a restore.
 */
export function goesBack(act: Recovery['act'] | undefined): boolean {
  return act === 'rebuild' || act === 'restore';
}

/** A message to an output topic. */
export interface Output {
  /** Kind of the topic, without its prefix. */
  readonly topic: string;
  readonly key: string;
  /** Header `id` of the message; the same log always gives the same id. */
  readonly id: string;
  readonly value: string;
}

/** The previous hash in the first block of a partition. */
export const journalGenesis = '0'.repeat(64);

export function chainBlock(content: Omit<JournalBlock, 'hash'>): JournalBlock {
  return inWrittenOrder({ ...content, hash: hashBlock(content) });
}

/**
 * The only valid text of a block: its known members in their written order, without white space.
 * Any other text on the topic was altered in a part that the hash does not cover.
 */
export function blockText(block: JournalBlock): string {
  return JSON.stringify(inWrittenOrder(block));
}

/**
 * The block of a text; undefined if the text is not exactly a block's text, or has another hash.
 */
export function readBlock(text: string): JournalBlock | undefined {
  try {
    const block = JSON.parse(text) as JournalBlock;
    return blockText(block) === text && hashBlock(block) === block.hash ? block : undefined;
  } catch {
    return undefined;
  }
}

/** SHA-256 over the block's members in their fixed order, without the hash. */
export function hashBlock(block: Omit<JournalBlock, 'hash'>): string {
  const { partition, block: number, from, to, at, postings, steppedOver, start, recovery } = block;
  const { digest, state, previous } = block;
  const netted = postings.map((posting) => Object.values(postingInOrder(posting)));
  const content: unknown[] = [partition, number, from, to, at, netted, digest, state, previous];
  if (steppedOver) content.push(steppedOver);
  if (start) content.push(Object.values(startInOrder(start)));
  if (recovery) content.push(Object.values(recoveryInOrder(recovery)));
  return sha256(JSON.stringify(content));
}

/**
 * The text that operators sign: the act and its place in the chain, so that it is valid nowhere
 * else.
 */
export function recoveryText(
  block: Pick<JournalBlock, 'partition' | 'block' | 'from' | 'to' | 'previous'>,
  { act, reason, note }: Pick<Recovery, 'act' | 'reason' | 'note'>,
): string {
  const { partition, block: number, from, to, previous } = block;
  return JSON.stringify([partition, number, from, to, previous, act, reason, note]);
}

/**
 * Digest of a commit's messages, without its block: a message that it does not cover is not sent.
 */
export function digestOf(outputs: readonly Output[]): string {
  return sha256(
    JSON.stringify(outputs.map(({ topic, key, id, value }) => [topic, key, id, value])),
  );
}

function inWrittenOrder(written: JournalBlock): JournalBlock {
  const { partition, block, from, to, at, postings, digest, state, previous, hash } = written;
  const { steppedOver, start, recovery } = written;
  return {
    partition,
    block,
    from,
    to,
    at,
    postings: postings.map(postingInOrder),
    digest,
    state,
    previous,
    ...(steppedOver && { steppedOver }),
    ...(start && { start: startInOrder(start) }),
    ...(recovery && { recovery: recoveryInOrder(recovery) }),
    hash,
  };
}

function postingInOrder({ jackpot, pool, reserve, house, players, held }: NettedPostings) {
  return { jackpot, pool, reserve, house, players, held };
}

function startInOrder({ build, edition, keys }: NonNullable<JournalBlock['start']>) {
  return { build, edition, keys };
}

function recoveryInOrder({ act, reason, note, signature, countersignature }: Recovery): Recovery {
  const signed = { act, reason, note, signature };
  return countersignature === undefined ? signed : { ...signed, countersignature };
}

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
  return { ...content, hash: hashBlock(content) };
}

/** SHA-256 over the block's members in their fixed order, without the hash. */
export function hashBlock(block: Omit<JournalBlock, 'hash'>): string {
  const { partition, block: number, from, to, at, postings, digest, previous } = block;
  const netted = postings.map(({ jackpot, pool, reserve, house, players }) => [
    jackpot,
    pool,
    reserve,
    house,
    players,
  ]);
  const content = [partition, number, from, to, at, netted, digest, previous];
  return sha256(JSON.stringify(content));
}

/** Digest of everything that a commit changed: an edited round shows like an edited balance. */
export function digestOf(changes: readonly (readonly [string, string])[]): string {
  return sha256(JSON.stringify(changes));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

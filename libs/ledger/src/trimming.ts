import type { OutboxEntry } from './commit.js';
import type { SentBlock } from './queries.js';
import type { LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { Script } from './script.js';

const trimScript = new Script('trim.lua');

/** All entries of a commit in the outbox, its block last. */
export type SentCommit = readonly Pick<OutboxEntry, 'outboxId' | 'id'>[];

/** See `Ledger.trimOutbox`. */
export async function trimCommits(
  redis: RedisConnection,
  { outbox, position }: LedgerKeys,
  sent: readonly SentCommit[],
  last: SentBlock,
): Promise<number> {
  const entries = sent.flat();
  const block = entries.at(-1);
  const args = [String(last.block), `${last.partition}/${last.offset}`];
  if (block) args.push(block.outboxId, block.id);
  for (const { outboxId } of entries) args.push(outboxId);
  return Number(await trimScript.run(redis, [outbox, position], args));
}

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
): Promise<void> {
  const places = sent.flatMap((entries) => {
    const [first, block] = [entries[0], entries.at(-1)];
    return first && block ? [first.outboxId, block.outboxId, block.id] : [];
  });
  const args = [String(last.block), `${last.partition}/${last.offset}`, ...places];
  await trimScript.run(redis, [outbox, position], args);
}

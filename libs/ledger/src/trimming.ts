import type { OutboxEntry } from './commit.js';
import type { LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { Script } from './script.js';

const trimScript = new Script('trim.lua');

/** All entries of a commit in the outbox, its block last. */
export type SentCommit = readonly Pick<OutboxEntry, 'outboxId' | 'id'>[];

/** See `Ledger.trimOutbox`. */
export async function trimCommits(
  redis: RedisConnection,
  { outbox }: LedgerKeys,
  sent: readonly SentCommit[],
): Promise<number> {
  const entries = sent.flat();
  const block = entries.at(-1);
  if (!block) return 0;
  const args = [block.outboxId, block.id, ...entries.map(({ outboxId }) => outboxId)];
  return Number(await trimScript.run(redis, [outbox], args));
}

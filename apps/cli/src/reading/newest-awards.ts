import type { AwardMessage } from '#contract';
import { LedgerReader, type AwardFilter } from '#engine';
import { awardsKept } from '#ledger';
import type { Connections } from '../servers/connections.js';
import { readTopicAwards } from './award-topic.js';

/** The newest awards of these jackpots, from Redis and where it has no more from the topic. */
export async function newestAwards(
  connections: Connections,
  ids: readonly string[],
  limit: number,
  filter: AwardFilter,
): Promise<AwardMessage[]> {
  const reader = new LedgerReader(connections.ledger);
  const found = new Map<string, AwardMessage>();
  const older: string[] = [];
  for (const id of ids) {
    const { awards: kept, next } = await reader.readAwards(id, {
      limit,
      scanned: awardsKept,
      filter,
    });
    for (const award of kept) found.set(award.id, award);
    // Redis keeps as many as were looked at, so the topic may have more.
    if (next !== undefined && kept.length < limit) older.push(id);
  }
  for (const award of await readTopicAwards(connections, older, limit, filter)) {
    found.set(award.id, award);
  }
  return [...found.values()].sort(newestFirst).slice(0, limit);
}

function newestFirst(one: AwardMessage, other: AwardMessage): number {
  if (one.recordedAt !== other.recordedAt) return one.recordedAt < other.recordedAt ? 1 : -1;
  return other.offset - one.offset;
}

import type { Home } from '#acts';
import type { AwardMessage } from '#contract';
import { awardMessage, matchesAward, type AwardFilter } from '#engine';
import type { Connections } from '../servers/connections.js';
import { readTopicAwards } from './award-topic.js';

/** The newest awards of these jackpots: the remembered ones, then those of the topic. */
export async function newestAwards(
  connections: Connections,
  homes: readonly Home[],
  limit: number,
  filter: AwardFilter,
): Promise<AwardMessage[]> {
  const found = new Map<string, AwardMessage>();
  const older: string[] = [];
  for (const { id, jackpot } of homes) {
    const own = [...jackpot.claims.values()]
      .map((claim) => awardMessage(claim, jackpot))
      .filter((award) => matchesAward(award, filter));
    for (const award of own) found.set(award.id, award);
    if (own.length < limit && jackpot.forgotten >= 0) older.push(id);
  }
  for (const award of await readTopicAwards(connections, older, limit, filter)) {
    if (!found.has(award.id)) found.set(award.id, award);
  }
  return [...found.values()].sort(newestFirst).slice(0, limit);
}

function newestFirst(one: AwardMessage, other: AwardMessage): number {
  if (one.recordedAt !== other.recordedAt) return one.recordedAt < other.recordedAt ? 1 : -1;
  return other.offset - one.offset;
}

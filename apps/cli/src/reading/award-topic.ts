import { homePartition, type AwardMessage } from '#contract';
import { isBeforeAll, matchesAward, saidAtOffset, type AwardFilter } from '#engine';
import type { OffsetRange } from '#proof';
import type { Connections } from '../servers/connections.js';

const firstStretch = 20_000;

/**
 * Awards of jackpots from the awards topic, which goes further back than Redis. Reads each
 * partition backwards in growing stretches, until each of its jackpots has the requested number,
 * nothing older is requested, or the topic begins.
 */
export async function readTopicAwards(
  connections: Connections,
  ids: readonly string[],
  limit: number,
  filter: AwardFilter,
): Promise<AwardMessage[]> {
  if (ids.length === 0) return [];
  const marks = await connections.watermarks('awards');
  const jackpotsOf = Map.groupBy(ids, (id) => homePartition(id, marks.length));
  // A rebuilt ledger sends its awards again, with the same ids.
  const found = new Map<string, Map<string, AwardMessage>>(ids.map((id) => [id, new Map()]));
  let ranges = new Map<number, OffsetRange>();
  for (const partition of jackpotsOf.keys()) {
    const { low = 0, high = 0 } = marks[partition] ?? {};
    ranges.set(partition, { from: Math.max(low, high - firstStretch), to: high });
  }
  while (ranges.size > 0) {
    /** Partitions whose stretch has an award that is not too old. */
    const reaching = new Set<number>();
    await connections.readTopic('awards', ranges, ({ partition, value }) => {
      const award = JSON.parse(String(value)) as AwardMessage;
      if (!isBeforeAll(award, filter)) reaching.add(partition);
      if (matchesAward(award, filter)) takeNewest(found.get(award.jackpot), award);
    });
    const before = new Map<number, OffsetRange>();
    for (const [partition, { from, to }] of ranges) {
      const low = marks[partition]?.low ?? 0;
      const wanting = jackpotsOf.get(partition)?.some((id) => (found.get(id)?.size ?? 0) < limit);
      if (from <= low || !wanting || !reaching.has(partition)) continue;
      before.set(partition, { from: Math.max(low, from - 4 * (to - from)), to: from });
    }
    ranges = before;
  }
  return [...found.values()].flatMap((awards) => [...awards.values()]);
}

/** Each change of an award is a separate message. */
function takeNewest(found: Map<string, AwardMessage> | undefined, award: AwardMessage): void {
  const known = found?.get(award.id);
  if (!known || saidAtOffset(award) >= saidAtOffset(known)) found?.set(award.id, award);
}

import type { LiveLedger } from '#proof';

/** A double entry is usually within one shift. */
const dayMs = 86_400_000;

/** The first offset of the last 24 hours, by partition. */
export async function beginningsOfDay(live: LiveLedger): Promise<Map<number, number>> {
  const offsets = await live.offsetsAt('events', Date.now() - dayMs);
  return new Map(offsets.entries());
}

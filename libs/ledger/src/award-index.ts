import { repliesOf, throwCause } from './answers.js';
import { placeOfAward, type LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';

/**
 * Compares the sorted sets, which list the awards in log order, with the remembered awards: the
 * digest of the ledger covers only the awards.
 * @param jackpots of the partition.
 * @returns a sentence, without a full stop, that names the first award in a wrong place.
 */
export async function awardIndexFault(
  redis: RedisConnection,
  keys: LedgerKeys,
  jackpots: readonly string[],
): Promise<string | undefined> {
  const asked = redis.multi().hkeys(keys.claims);
  for (const jackpot of jackpots) asked.zrange(keys.awards(jackpot), '0', '-1', 'WITHSCORES');
  const [remembered, ...listed] = repliesOf(await asked.exec().catch(throwCause)) as string[][];
  const expected = Map.groupBy(remembered ?? [], (award) => placeOfAward(award).jackpot);
  for (const [index, jackpot] of jackpots.entries()) {
    const own = new Set(expected.get(jackpot));
    const places = listed[index] ?? [];
    for (let place = 0; place < places.length; place += 2) {
      const [award = '', offset] = places.slice(place, place + 2);
      if (!own.delete(award)) return `awards:${jackpot} lists ${award}, which is not remembered`;
      if (Number(offset) !== placeOfAward(award).offset) {
        return `awards:${jackpot} lists ${award} at offset ${offset}`;
      }
    }
    for (const award of own) return `awards:${jackpot} does not list ${award}`;
  }
  return undefined;
}

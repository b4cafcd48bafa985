import { redisUrl, connected } from '#testing/redis';
import { fillTables, loadTables } from './stored-tables.js';

/** The long form, with a million: `test/scale/loading.ts`. */
test('50,000 tables are loaded in their share of half a minute, and nothing waits long', async () => {
  await fillTables(redisUrl, 50_000);
  try {
    const { tookMs, longestMs } = await loadTables(redisUrl, 50_000);
    expect(tookMs).toBeLessThan(5_000);
    expect(longestMs).toBeLessThan(500);
  } finally {
    const redis = await connected(redisUrl);
    await redis.del('loading:{7}:tables');
    redis.disconnect();
  }
}, 60_000);

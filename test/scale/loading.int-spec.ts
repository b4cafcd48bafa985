import { redisUrl, connected } from '#testing/redis';
import { fillTables, loadTables } from './stored-tables.js';

/** The long form, with a million: `test/scale/loading.ts`. */
test('50,000 tables are loaded in their share of half a minute of a processor, piece by piece', async () => {
  await fillTables(redisUrl, 50_000);
  try {
    const { processorMs, turns } = await loadTables(redisUrl, 50_000);
    expect(processorMs).toBeLessThan(5_000);
    // Other work can run after each piece of at most a few thousand fields.
    expect(turns).toBeGreaterThan(20);
  } finally {
    const redis = await connected(redisUrl);
    await redis.del('loading:{7}:tables');
    redis.disconnect();
  }
});

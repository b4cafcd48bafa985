import { connected, dump, freshPrefix, redisUrl } from '#testing/redis';
import { Ledger } from '../ledger.js';
import type { RedisConnection } from '../redis.js';

/** A test's own ledger in the shared Redis, under a prefix that no other test has. */
export interface OwnLedger {
  readonly redis: RedisConnection;
  readonly prefix: string;
  readonly ledger: Ledger;
}

/** Gives each test of a file its own ledger, and deletes it after the test. */
export function giveEachTestALedger(take: (own: OwnLedger) => void): void {
  let redis: RedisConnection;
  let prefix: string;
  beforeAll(async () => {
    redis = await connected(redisUrl);
  });
  afterAll(() => redis.disconnect());
  beforeEach(() => {
    prefix = freshPrefix();
    take({ redis, prefix, ledger: new Ledger(redis, prefix) });
  });
  afterEach(async () => {
    for (const key of (await dump(redis, prefix)).keys()) await redis.del(key);
  });
}

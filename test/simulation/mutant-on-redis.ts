import type { RedisConnection } from '#testing/redis';
import { commitKeys, compareWithModel } from './commit-check.js';
import type { Found, Trial } from './mutant-trial.js';
import { luaCounterKey } from './mutations.js';

const runs = 3_000;
/** The same commits each time, so that a fault is found by the same one. */
const seed = 1;

/** What Redis says of a script that it cannot compile; nothing where it can. */
export async function complaintsOfRedis(redis: RedisConnection, script: string): Promise<string[]> {
  try {
    await redis.call('script', ['LOAD', script]);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Compares a script that has a fault with the model, and counts how often that was at work. */
export async function tryOnRedis(redis: RedisConnection, script: string): Promise<Trial> {
  await redis.del(luaCounterKey);
  const found = await compareWithModel({ redis, script, runs, seed }).then(
    () => null,
    (error: Error) => differenceOf(error.cause instanceof Error ? error.cause : error),
  );
  const reached = Number((await redis.get(luaCounterKey)) ?? '0');
  await redis.del(luaCounterKey);
  return { reached: [reached], found };
}

const keyNames = commitKeys('')
  .map((key) => key.split(':')[2] ?? key)
  .map((name, index) => (index < 8 ? name : 'awards'));

/** Which part of the two differs; what is no difference, a script that fails say, is an error. */
function differenceOf({ message }: Error): Found {
  const at = 'on Redis';
  const pattern = /^the (reply|contents) in Redis is (.*) and in the model (.*)$/s;
  const [, by, real = '', model = ''] = pattern.exec(message) ?? [];
  if (by === undefined) return { at, by: 'an error', detail: message, story: message };
  const [inRedis, inModel] = [JSON.parse(real) as unknown[], JSON.parse(model) as unknown[]];
  if (by === 'reply') {
    const detail = `${String(inRedis[0])} in place of ${String(inModel[0])}`;
    return { at, by, detail, story: message };
  }
  const isOther = (index: number) =>
    JSON.stringify(inRedis[index]) !== JSON.stringify(inModel[index]);
  const detail = keyNames.filter((_, index) => isOther(index)).join(', ');
  return { at, by, detail, story: message };
}

import type { RedisConnection } from '#testing/redis';
import { commitKeys, compareWithModel } from './commit-check.js';
import type { Found, Trial } from './mutant-trial.js';
import { luaCounterKey } from './mutations.js';

const runs = 3_000;
/** The same commits each time, so that the same commit finds a fault. */
const seed = 1;

/** Redis' error for a script that it cannot compile; empty if it can. */
export async function complaintsOfRedis(redis: RedisConnection, script: string): Promise<string[]> {
  try {
    await redis.call('script', ['LOAD', script]);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Compares a faulty script with the model, and counts how often the fault took effect. */
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

/** The part in which the two differ; any other failure, such as that of a script, is an error. */
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

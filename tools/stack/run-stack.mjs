// @ts-check
/** `npm run stack`: Kafka and Redis in the foreground until a signal comes. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { userFolder } from '../process/paths.mjs';
import { UserError, say } from '../process/process.mjs';
import { startStack } from './stack.mjs';
import { stopRequest } from '../process/stop-request.mjs';

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function runStack(args) {
  const dataDir = dataFolder(args, userFolder());
  const stop = stopRequest();
  // Servers of its own even where the environment names some: that is what the command is for.
  const stack = await startStack({ dataDir, env: {} }).catch((error) => {
    // What was being done for the start was ended by the same signal.
    if (stop.isRequested()) return undefined;
    throw error;
  });
  if (!stack) return 130;
  if (!stop.isRequested()) {
    const { kafkaBrokers, redisUrl } = stack;
    process.stdout.write(`stack ready KAFKA_BROKERS=${kafkaBrokers} REDIS_URL=${redisUrl}\n`);
  }
  const failure = await Promise.race([stop.requested, stack.failed]);
  await stack.stop();
  if (failure) say(failure);
  return failure ? 1 : 0;
}

/**
 * @param {string[]} args
 * @param {string} from the folder that a relative name starts from
 * @returns {string | undefined}
 */
export function dataFolder(args, from) {
  try {
    const { values } = parseArgs({ args, options: { data: { type: 'string' } } });
    return values.data === undefined ? undefined : resolve(from, values.data);
  } catch (error) {
    throw new UserError(`${/** @type {Error} */ (error).message}\nUsage: stack [--data DIR]`, 64);
  }
}

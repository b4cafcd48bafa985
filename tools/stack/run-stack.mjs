// @ts-check
/** `npm run stack`: Kafka and Redis in the foreground until Ctrl-C. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportLines, writeEnvFile } from '../process/env-file.mjs';
import { userFolder } from '../process/paths.mjs';
import { UserError, say } from '../process/process.mjs';
import { stopRequest } from '../process/stop-request.mjs';
import { startStack } from './stack.mjs';

const usage = 'Usage: npm run stack [-- [--data DIR] [--env FILE]]';

/**
 * When both serve clients, prints two lines that a shell can source, alone on stdout; all else goes
 * to stderr. npm adds lines of its own, which a shell would take for redirections, unless it is
 * `npm run -s stack`. So --env writes ours to a file too; it is removed at the end.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function runStack(args) {
  const { dataDir, envFile } = readStackOptions(args, userFolder());
  const stop = stopRequest();
  // It starts servers even if the environment names some: that is what the command is for.
  const stack = await startStack({ dataDir, env: {} }).catch((error) => {
    // The signal has also ended a program that the start was waiting for.
    if (stop.isRequested()) return undefined;
    throw error;
  });
  if (!stack) return 130;
  const withdraw = stop.isRequested() ? () => {} : announce(stack, envFile);
  const failure = await Promise.race([stop.requested, stack.failed]);
  withdraw();
  await stack.stop();
  if (failure) say(failure);
  return failure ? 1 : 0;
}

/**
 * @param {import('./stack.mjs').Stack} stack @param {string | undefined} envFile
 * @returns {() => void} removes the file
 */
function announce({ kafkaBrokers, redisUrl }, envFile) {
  const lines = exportLines({ KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl });
  const remove = envFile ? writeEnvFile(envFile, lines) : () => {};
  process.stdout.write(lines);
  const hint = envFile ? `; in another shell: source ${envFile}` : '';
  say(`Kafka and Redis run until Ctrl-C${hint}`);
  return remove;
}

/**
 * @param {string[]} args
 * @param {string} from the folder that a relative name starts from
 * @returns {{ dataDir: string | undefined, envFile: string | undefined }}
 */
export function readStackOptions(args, from) {
  try {
    const text = /** @type {const} */ ({ type: 'string' });
    const { data, env } = parseArgs({ args, options: { data: text, env: text } }).values;
    return { dataDir: data && resolve(from, data), envFile: env && resolve(from, env) };
  } catch (error) {
    throw new UserError(`${/** @type {Error} */ (error).message}\n${usage}`, 64);
  }
}

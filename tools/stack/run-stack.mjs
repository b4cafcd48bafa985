// @ts-check
/** `npm run stack`: Kafka and Redis in the foreground until Ctrl-C. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportLines, writeEnvFile } from '../process/env-file.mjs';
import { localFolder, userFolder } from '../process/paths.mjs';
import { UserError, say } from '../process/process.mjs';
import { stopRequest } from '../process/stop-request.mjs';
import { startStack } from './stack.mjs';

const usage = 'Usage: npm run stack [-- [--data DIR] [--fresh] [--env FILE]]';

const help = `${usage}

Starts Kafka and Redis, until Ctrl-C, and prints two lines that a shell can source. One of them that
ends by itself is started again at the same address, with its data.

  --data DIR   keep the data in this folder and go on from there (default: .local/stack); a second
               stack of one checkout needs a folder of its own
  --fresh      remove the data of earlier runs from that folder first
  --env FILE   write the two lines to this file too, as long as the stack runs
  --help       say this
`;

/**
 * Starts both servers. When both serve clients, prints two lines that a shell can source, alone on
 * stdout; all else goes to stderr. npm adds its own lines, which a shell would take for
 * redirections, unless it is `npm run -s stack`. So --env writes ours to a file too; it is removed
 * at the end.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function runStack(args) {
  const { envFile, isHelp, ...options } = readStackOptions(args, userFolder());
  if (isHelp) {
    process.stdout.write(help);
    return 0;
  }
  const stop = stopRequest();
  // It starts servers even if the environment names some: that is the purpose of the command.
  const stack = await startStack({ ...options, env: {} }).catch((error) => {
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
function announce({ kafkaBrokers, redisUrl, pids, dataDir }, envFile) {
  const lines = exportLines({ KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl });
  const remove = envFile ? writeEnvFile(envFile, lines) : () => {};
  process.stdout.write(lines);
  const hint = envFile ? `; in another shell: source ${envFile}` : '';
  say(`The data are kept in ${dataDir}; --fresh begins without any`);
  const processes = Object.entries(pids()).map(([name, pid]) => `${name} ${pid}`);
  if (processes.length > 0) say(`${processes.join(', ')}: kill -9 one, and it is started again`);
  say(`Kafka and Redis run until Ctrl-C${hint}`);
  return remove;
}

/**
 * @param {string[]} args
 * @param {string} from the folder that a relative name starts from
 */
export function readStackOptions(args, from) {
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    const options = { data: text, env: text, fresh: flag, help: flag };
    const { data, env, fresh, help: isHelp } = parseArgs({ args, options }).values;
    const dataDir = data ? resolve(from, data) : join(localFolder, 'stack');
    return { dataDir, isFresh: fresh, envFile: env && resolve(from, env), isHelp };
  } catch (error) {
    throw new UserError(`${/** @type {Error} */ (error).message}\n${usage}`, 64);
  }
}

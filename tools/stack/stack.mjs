// @ts-check
/**
 * Kafka and Redis for a developer, the demo and the tests: servers that the environment names, or
 * deploy/compose.yaml in a container engine, or processes of this machine.
 */
import { join } from 'node:path';
import { findEngine, startContainers } from './containers.mjs';
import { claimData } from './data-folder.mjs';
import { startKafka } from './kafka.mjs';
import { keepRunning } from '../process/keep-running.mjs';
import { UserError, say } from '../process/process.mjs';
import { startRedis } from './redis.mjs';

/**
 * @typedef {object} Started the servers that we have started, not those of the environment
 * @property {string | undefined} [kafkaBrokers]
 * @property {string | undefined} [redisUrl]
 * @property {() => Record<string, number>} pids by name, of those that are processes of this
 *   machine
 * @property {Promise<string>} failed resolves with a sentence when one of them ends by itself
 *   repeatedly; after one or two endings it is restarted at the same address
 * @property {(keepData: boolean) => Promise<void>} stop
 *
 * @typedef {{ kafka: boolean, redis: boolean }} Wanted
 *
 * @typedef {Omit<Started, 'stop'> &
 *   { kafkaBrokers: string, redisUrl: string, dataDir: string, stop: () => Promise<void> }} Stack
 *   An address is empty if that server was not requested.
 */

/**
 * @param {object} [options]
 * @param {string} [options.dataDir] kept for the next start; default: a new folder that is removed
 *   at the end
 * @param {boolean} [options.isFresh] removes the data of an earlier start in dataDir
 * @param {boolean} [options.kafka]
 * @param {boolean} [options.redis]
 * @param {NodeJS.ProcessEnv} [options.env] with KAFKA_BROKERS and REDIS_URL
 * @param {(line: string) => void} [options.log] called for each server that is started or restarted
 * @returns {Promise<Stack>}
 */
export async function startStack({
  dataDir,
  isFresh = false,
  kafka = true,
  redis = true,
  env = process.env,
  log = say,
} = {}) {
  const wanted = { kafka: kafka && !env.KAFKA_BROKERS, redis: redis && !env.REDIS_URL };
  const data = claimData(dataDir, isFresh);
  try {
    const started = await startWanted(wanted, data, log);
    return {
      ...started,
      dataDir: data.folder,
      kafkaBrokers: started.kafkaBrokers ?? (kafka ? env.KAFKA_BROKERS : undefined) ?? '',
      redisUrl: started.redisUrl ?? (redis ? env.REDIS_URL : undefined) ?? '',
      stop: async () => {
        await started.stop(data.isKept);
        data.release();
      },
    };
  } catch (error) {
    data.release();
    throw error;
  }
}

/**
 * @param {Wanted} wanted
 * @param {{ folder: string, isKept: boolean }} data
 * @param {(line: string) => void} log
 * @returns {Promise<Started>}
 */
async function startWanted(wanted, { folder, isKept }, log) {
  if (!wanted.kafka && !wanted.redis) {
    return { pids: () => ({}), failed: new Promise(() => {}), stop: async () => {} };
  }
  const engine = await findEngine();
  if (!engine) return startProcesses(wanted, folder, log);
  log(`starting containers with ${engine} ...`);
  try {
    return await startContainers(engine, wanted, isKept ? folder : undefined);
  } catch (error) {
    // The engine may be unable to fetch images.
    if (!(error instanceof UserError)) throw error;
    log(`${error.message}\nKafka and Redis are started without containers instead.`);
    return startProcesses(wanted, folder, log);
  }
}

/**
 * @param {Wanted} wanted
 * @param {string} folder
 * @param {(line: string) => void} log
 * @returns {Promise<Started>}
 */
async function startProcesses(wanted, folder, log) {
  const kafka = wanted.kafka
    ? keepRunning(
        'Kafka',
        (/** @type {Ended} */ ended) => startKafka(placeOf('kafka', folder, ended)),
        log,
      )
    : undefined;
  const redis = wanted.redis
    ? keepRunning(
        'Redis',
        (/** @type {Ended} */ ended) => startRedis(placeOf('redis', folder, ended)),
        log,
      )
    : undefined;
  const settled = await Promise.allSettled([kafka, redis]);
  const kept = settled.flatMap((each) =>
    each.status === 'fulfilled' && each.value ? [each.value] : [],
  );
  /** @param {boolean} keepData */
  const stop = async (keepData) => {
    // Data that are removed need no orderly stop, which takes Kafka two seconds.
    await Promise.all(kept.map((server) => server.stop(keepData ? 'SIGTERM' : 'SIGKILL')));
  };
  try {
    return {
      kafkaBrokers: (await kafka)?.first.brokers,
      redisUrl: (await redis)?.first.url,
      pids: () => Object.fromEntries(kept.map(({ name, pid }) => [name, pid()])),
      failed: Promise.race(kept.map(({ failed }) => failed)),
      stop,
    };
  } catch (error) {
    await stop(true);
    throw error;
  }
}

/**
 * A restarted server has the data and the port of the one that has ended.
 * @typedef {{ port: number } | undefined} Ended
 * @param {string} name @param {string} folder @param {Ended} ended
 */
function placeOf(name, folder, ended) {
  return { dataDir: join(folder, name), ...(ended ? { port: ended.port } : {}) };
}

// @ts-check
/**
 * Kafka and Redis for a developer, the demo and the tests: servers that the environment names, or
 * deploy/compose.yaml in a container engine, or processes of this machine.
 */
import { join } from 'node:path';
import { findEngine, startContainers } from './containers.mjs';
import { claimData } from './data-folder.mjs';
import { startKafka } from './kafka.mjs';
import { tailOf } from '../process/read.mjs';
import { UserError, say } from '../process/process.mjs';
import { startRedis } from './redis.mjs';

/**
 * @typedef {object} Started the servers that we have started, not those of the environment
 * @property {string | undefined} [kafkaBrokers]
 * @property {string | undefined} [redisUrl]
 * @property {number | undefined} [kafkaPid] only when it is a process of this machine
 * @property {number | undefined} [redisPid]
 * @property {Promise<string>} failed resolves with a sentence when one of them ends by itself
 * @property {(keepData: boolean) => Promise<void>} stop
 *
 * @typedef {{ kafka: boolean, redis: boolean }} Wanted
 *
 * @typedef {Omit<Started, 'stop'> &
 *   { kafkaBrokers: string, redisUrl: string, stop: () => Promise<void> }} Stack
 *   An address is empty when that server was not asked for.
 */

/**
 * @param {object} [options]
 * @param {string} [options.dataDir] kept for the next start; default: a new folder that is removed
 *   at the end
 * @param {boolean} [options.kafka]
 * @param {boolean} [options.redis]
 * @param {NodeJS.ProcessEnv} [options.env] with KAFKA_BROKERS and REDIS_URL
 * @param {(line: string) => void} [options.log]
 * @returns {Promise<Stack>}
 */
export async function startStack({
  dataDir,
  kafka = true,
  redis = true,
  env = process.env,
  log = say,
} = {}) {
  const wanted = { kafka: kafka && !env.KAFKA_BROKERS, redis: redis && !env.REDIS_URL };
  const data = claimData(dataDir);
  try {
    const started = await startWanted(wanted, data, log);
    return {
      ...started,
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
    return { failed: new Promise(() => {}), stop: async () => {} };
  }
  const engine = await findEngine();
  if (!engine) return startProcesses(wanted, folder);
  log(`starting containers with ${engine} ...`);
  try {
    return await startContainers(engine, wanted, isKept ? folder : undefined);
  } catch (error) {
    // The engine may be unable to fetch images.
    if (!(error instanceof UserError)) throw error;
    log(`${error.message}\nKafka and Redis are started without containers instead.`);
    return startProcesses(wanted, folder);
  }
}

/** @param {Wanted} wanted @param {string} folder @returns {Promise<Started>} */
async function startProcesses(wanted, folder) {
  /** @type {import('../process/process.mjs').Server[]} */
  const servers = [];
  let isStopping = false;
  /** @type {(sentence: string) => void} */
  let fail = () => {};
  const failed = /** @type {Promise<string>} */ (new Promise((resolve) => (fail = resolve)));
  /**
   * @template {import('../process/process.mjs').Server} S
   * @param {string} name @param {S} server
   */
  const watch = (name, server) => {
    servers.push(server);
    void server.exited.then(({ code, signal }) => {
      const log = tailOf(server.logFile, 5);
      if (!isStopping) fail(`${log}\n${name} has ended by itself (${signal ?? code}).`);
    });
    return server;
  };
  /** @param {boolean} keepData */
  const stop = async (keepData) => {
    isStopping = true;
    // Data that are removed need no orderly stop, which takes Kafka two seconds.
    if (!keepData) for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map((server) => server.stop()));
  };
  const kafka = wanted.kafka ? startKafka({ dataDir: join(folder, 'kafka') }) : undefined;
  const redis = wanted.redis ? startRedis({ dataDir: join(folder, 'redis') }) : undefined;
  await Promise.allSettled([
    kafka?.then((server) => watch('Kafka', server)),
    redis?.then((server) => watch('Redis', server)),
  ]);
  try {
    return {
      kafkaBrokers: (await kafka)?.brokers,
      kafkaPid: (await kafka)?.pid,
      redisUrl: (await redis)?.url,
      redisPid: (await redis)?.pid,
      failed,
      stop,
    };
  } catch (error) {
    await stop(true);
    throw error;
  }
}

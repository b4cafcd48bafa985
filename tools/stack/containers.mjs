// @ts-check
/** Kafka and Redis of deploy/compose.yaml, on a running container engine. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clusterIdAt } from './kafka-probe.mjs';
import { root } from '../process/paths.mjs';
import { freePort } from './ports.mjs';
import { UserError, run } from '../process/process.mjs';
import { ping } from './redis.mjs';
import { waitFor } from '../process/wait.mjs';

/**
 * Finds an engine. A client without a running engine does not count, nor does an engine without
 * compose.
 * @returns {Promise<'docker' | 'podman' | undefined>}
 */
export async function findEngine() {
  for (const engine of /** @type {const} */ (['docker', 'podman'])) {
    const info = await run(engine, ['info'], { timeoutMs: 3_000 });
    if (info.code !== 0) continue;
    const compose = await run(engine, ['compose', 'version'], { timeoutMs: 3_000 });
    if (compose.code === 0) return engine;
  }
  return undefined;
}

/**
 * @param {'docker' | 'podman'} engine
 * @param {import('./stack.mjs').Wanted} wanted
 * @param {string | undefined} folder for the data; default: volumes that are removed at the end
 * @returns {Promise<import('./stack.mjs').Started>}
 */
export async function startContainers(engine, wanted, folder) {
  const ports = { kafka: await freePort(), redis: await freePort() };
  const env = {
    ...process.env,
    KAFKA_PORT: `${ports.kafka}`,
    REDIS_PORT: `${ports.redis}`,
    ...(folder ? dataIn(folder) : {}),
  };
  const file = join(root, 'deploy', 'compose.yaml');
  const compose = (/** @type {string[]} */ ...args) =>
    run(engine, ['compose', '-f', file, '-p', `stack-${process.pid}-${ports.kafka}`, ...args], {
      env,
    });
  const stop = async () => void (await compose('down', '--volumes', '--timeout', '10'));
  const services = [...(wanted.kafka ? ['kafka'] : []), ...(wanted.redis ? ['redis'] : [])];
  const { code, output } = await compose('up', '--detach', ...services);
  const isReady = code === 0 && (await answer(wanted, ports));
  if (!isReady) {
    await stop();
    throw new UserError(`${output.trimEnd()}\nThe containers of ${file} did not start.`);
  }
  return {
    ...(wanted.kafka ? { kafkaBrokers: `127.0.0.1:${ports.kafka}` } : {}),
    ...(wanted.redis ? { redisUrl: `redis://127.0.0.1:${ports.redis}` } : {}),
    pids: () => ({}),
    // The engine restarts a container that ends.
    failed: new Promise(() => {}),
    stop,
  };
}

/** @param {string} folder */
function dataIn(folder) {
  return {
    KAFKA_DATA: openFolder(join(folder, 'kafka')),
    REDIS_DATA: openFolder(join(folder, 'redis')),
  };
}

/**
 * Kafka's image runs as its own user, who could not write to our folder.
 * @param {string} folder
 */
function openFolder(folder) {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  return folder;
}

/**
 * @param {import('./stack.mjs').Wanted} wanted
 * @param {{ kafka: number, redis: number }} ports
 */
async function answer(wanted, ports) {
  const limit = { limitMs: 120_000, everyMs: 100 };
  const kafka = !wanted.kafka || (await waitFor(() => clusterIdAt(ports.kafka), limit));
  const redis = !wanted.redis || (await waitFor(() => ping(ports.redis), limit));
  return Boolean(kafka && redis);
}

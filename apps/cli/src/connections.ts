import { kafkaOptions, redisPlace, topicName } from '#contract';
import {
  Ledger,
  openRedis,
  whyNotConnected,
  redisServers,
  type LedgerSnapshot,
  type RedisConnection,
} from '#ledger';
import { openKafka, readWatermarks, type LogSink } from '#log';
import { Failure } from './failure.js';
import type { Env } from './env.js';

const silent: LogSink = { debug() {}, info() {}, warn() {}, error() {} };

/** What the commands talk to; closed when the command ends. */
export interface Connections {
  readonly env: Env;
  readonly kafka: ReturnType<typeof openKafka>;
  readonly redis: RedisConnection;
  readonly ledger: Ledger;
}

export async function withConnections<T>(
  env: Env,
  use: (connections: Connections) => Promise<T>,
): Promise<T> {
  const kafka = openKafka(kafkaOptions(env, 'jackpot-cli'), silent);
  const redis = openRedis(redisPlace(env));
  try {
    await ready(redis, env.REDIS_URL);
    return await use({ env, kafka, redis, ledger: new Ledger(redis, env.TOPIC_PREFIX) });
  } finally {
    redis.disconnect();
  }
}

/** Partitions of the events topic. */
export async function countPartitions({ kafka, env }: Connections): Promise<number> {
  const topic = topicName(env.TOPIC_PREFIX, 'events');
  try {
    return (await readWatermarks(kafka, topic)).length;
  } catch (error) {
    throw new Failure(
      `The topic ${topic} cannot be read from ${env.KAFKA_BROKERS.join(',')} (${(error as Error).message}); start the jackpot service once, it makes its topics.`,
    );
  }
}

export async function loadAll(connections: Connections): Promise<LedgerSnapshot[]> {
  const partitions = await countPartitions(connections);
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  return Promise.all(all.map((partition) => connections.ledger.load(partition)));
}

async function ready(redis: RedisConnection, url: string): Promise<void> {
  for (let tries = 0; tries < 30; tries += 1) {
    try {
      // On a Cluster each node has a connection of its own; the partitions are on all of them.
      const servers = redisServers(redis);
      await Promise.all(servers.map((server) => server.ping()));
      if (servers.length > 0) return;
      throw new Error('no node is known yet');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const { host } = new URL(url);
  const cause = whyNotConnected(redis);
  throw new Failure(
    `Redis does not answer at ${host} (REDIS_URL)${cause === null ? '' : `: ${cause}`}.`,
  );
}

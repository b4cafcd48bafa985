import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { SentinelClient } from './sentinel-client.js';

/** Where Redis is (contract 10): one address, Sentinels, or the nodes of a Cluster. */
export interface RedisAddress {
  readonly url: string;
  readonly sentinels: readonly { host: string; port: number }[];
  readonly sentinelMaster: string | undefined;
  readonly clusterNodes: readonly ClusterNode[];
}

export interface ClusterNode {
  readonly host: string;
  readonly port: number;
}

export type RedisConnection = Redis | Cluster;

/** After this long without a reply, what became of a command is unknown. */
export const commandTimeoutMs = 2_000;

/**
 * After this long without any reply the connection is given up: one whose other end has vanished
 * would else be waited on for a quarter of an hour.
 */
const socketTimeoutMs = 5_000;

/**
 * A connection for commits and reads. A command is sent once: never again after a reconnect, never
 * later from a queue; the caller decides, since only it knows whether a repeat is harmless.
 */
export function openRedis(place: RedisAddress): RedisConnection {
  const own = {
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 0,
  };
  return place.clusterNodes.length > 0 ? connectCluster(place, own) : connectOne(place, own);
}

/**
 * A connection for subscribing, to the given node of a Cluster or else to where Redis is. What is
 * asked of it waits for the first attempt to connect and fails with it.
 */
export function openForFrames(place: RedisAddress, node: ClusterNode | null): Redis {
  const own = {
    autoResendUnfulfilledCommands: false,
    // The subscriber does it, since a slot may have a new master by then.
    autoResubscribe: false,
    enableOfflineQueue: true,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 0,
  };
  if (node === null) return connectOne(place, own);
  return quiet(new Redis({ ...redisOptions(place, own), host: node.host, port: node.port }));
}

type OwnOptions = Pick<
  RedisOptions,
  | 'autoResendUnfulfilledCommands'
  | 'autoResubscribe'
  | 'enableOfflineQueue'
  | 'commandTimeout'
  | 'maxRetriesPerRequest'
>;

function redisOptions(place: RedisAddress, own: OwnOptions) {
  const url = new URL(place.url);
  return {
    ...own,
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
    // An ACL would have to allow it, and Redis 7.0 does not know it.
    disableClientInfo: true,
    // HINCRBY and large integers must not become doubles on the way.
    stringNumbers: true,
    connectTimeout: 2_000,
    socketTimeout: socketTimeoutMs,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
    // After a fail-over the old master answers READONLY: connect anew, send nothing again.
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 1 : false),
  } satisfies RedisOptions;
}

function connectCluster(place: RedisAddress, own: OwnOptions): Cluster {
  return quiet(
    new Cluster([...place.clusterNodes], {
      enableOfflineQueue: false,
      // ioredis reads the slot ranges with these options and compares them as strings then, so
      // that it does not find slots 5461-10922. No amount comes as an integer reply anyway.
      // A node is connected to when it is known of, not with the first command for it: those that
      // followed that one would fail until it is there.
      redisOptions: { ...redisOptions(place, own), stringNumbers: false, lazyConnect: false },
      slotsRefreshTimeout: 2_000,
      // Else ioredis would send a command again whose connection was lost before the reply.
      retryDelayOnFailover: 0,
    }),
  );
}

function connectOne(place: RedisAddress, own: OwnOptions): Redis {
  const url = new URL(place.url);
  const options = redisOptions(place, own);
  const database = Number(url.pathname.slice(1) || '0');
  if (place.sentinels.length > 0) {
    return quiet(
      new SentinelClient({
        ...options,
        db: database,
        sentinels: [...place.sentinels],
        name: place.sentinelMaster ?? 'mymaster',
        failoverDetector: true,
        sentinelCommandTimeout: commandTimeoutMs,
        // Without this ioredis leaves TLS out behind Sentinels, whatever `tls` says.
        enableTLSForSentinelMode: url.protocol === 'rediss:',
      }),
    );
  }
  const port = Number(url.port || '6379');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return quiet(new Redis({ ...options, host, port, db: database }));
}

/** The servers that take writes: each master of a Cluster, else the one that is connected. */
export function redisServers(connection: RedisConnection): Redis[] {
  return connection instanceof Cluster ? connection.nodes('master') : [connection];
}

const lastFaults = new WeakMap<RedisConnection, string>();

/** What kept the connection from being made when it was last tried; null while it is there. */
export function whyNotConnected(connection: RedisConnection): string | null {
  return lastFaults.get(connection) ?? null;
}

/**
 * Without a listener ioredis prints every failed attempt; who waits for Redis says so in one line.
 * The message alone is kept: the error carries the arguments of its command, AUTH's password too.
 */
function quiet<T extends RedisConnection>(connection: T): T {
  connection.on('error', ({ message }: Error) => lastFaults.set(connection, message));
  connection.on('ready', () => lastFaults.delete(connection));
  return connection;
}

import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { readBeforeTimeout } from './command-timeout.js';
import { writeOnce } from './one-write.js';
import { SentinelClient } from './sentinel-client.js';

/** The address of Redis (contract 10): one server, Sentinels, or the nodes of a Cluster. */
export interface RedisAddress {
  readonly url: string;
  readonly sentinels: readonly ClusterNode[];
  readonly sentinelMaster: string | undefined;
  readonly clusterNodes: readonly ClusterNode[];
}

export interface ClusterNode {
  readonly host: string;
  readonly port: number;
}

export type RedisConnection = Redis | Cluster;

readBeforeTimeout();

/** Time without a reply after which the outcome of a command is unknown. */
export const commandTimeoutMs = 2_000;

/**
 * Time without data after which a connection is closed; a dead peer would hold it for 15 minutes.
 */
const socketTimeoutMs = 5_000;

/** A connection for commits and reads; it queues no command to send it later. */
export function openRedis(address: RedisAddress): RedisConnection {
  const own = { enableOfflineQueue: false };
  if (address.clusterNodes.length === 0) {
    const redis = connectOne(address, own);
    writeOnce(redis);
    return redis;
  }
  const cluster = connectCluster(address, own);
  // Each node has its own connection, which is made again when the node comes back.
  cluster.on('+node', writeOnce);
  return cluster;
}

/** A connection for frames; a command waits for the first attempt to connect, and fails with it. */
export function openForFrames(address: RedisAddress, node: ClusterNode | undefined): Redis {
  // The subscriber subscribes again itself: a slot may then have a new master.
  const own = { autoResubscribe: false, enableOfflineQueue: true };
  if (!node) return connectOne(address, own);
  return quiet(new Redis({ ...redisOptions(address, own), host: node.host, port: node.port }));
}

/** Shortest time between two reconnects because a server refuses writes. */
const readOnlyForMs = 5_000;

/**
 * After a fail-over the old master answers READONLY: reconnects, but repeats no command. The new
 * connection may lead to the same server; another one at once would only break off its readers.
 */
export function reconnectWhenReadOnly(now = () => performance.now()): (error: Error) => false | 1 {
  let leftAtMs = -Infinity;
  return ({ message }) => {
    const nowMs = now();
    if (!message.startsWith('READONLY') || nowMs - leftAtMs < readOnlyForMs) return false;
    leftAtMs = nowMs;
    return 1;
  };
}

type OwnOptions = Pick<RedisOptions, 'autoResubscribe' | 'enableOfflineQueue'>;

/**
 * Options of both kinds of connection. A command is sent once: only the caller knows if a repeat is
 * harmless.
 */
function redisOptions(address: RedisAddress, own: OwnOptions) {
  const url = new URL(address.url);
  return {
    autoResendUnfulfilledCommands: false,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 0,
    ...own,
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
    // CLIENT SETINFO would need a permission, and Redis 7.0 does not know it.
    disableClientInfo: true,
    // A large integer reply must not become a double.
    stringNumbers: true,
    connectTimeout: 2_000,
    socketTimeout: socketTimeoutMs,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
    reconnectOnError: reconnectWhenReadOnly(),
  } satisfies RedisOptions;
}

function connectCluster(address: RedisAddress, own: OwnOptions): Cluster {
  return quiet(
    new Cluster([...address.clusterNodes], {
      enableOfflineQueue: false,
      // With stringNumbers ioredis would compare slot ranges as strings and miss slots 5461-10922.
      // With lazyConnect all commands for a node except the first would fail until it is connected.
      redisOptions: { ...redisOptions(address, own), stringNumbers: false, lazyConnect: false },
      slotsRefreshTimeout: 2_000,
      // With a delay ioredis would repeat a command whose connection was lost before the reply.
      retryDelayOnFailover: 0,
    }),
  );
}

function connectOne(address: RedisAddress, own: OwnOptions): Redis {
  const url = new URL(address.url);
  const options = redisOptions(address, own);
  if (address.sentinels.length > 0) {
    return quiet(
      new SentinelClient({
        ...options,
        sentinels: [...address.sentinels],
        name: address.sentinelMaster ?? 'mymaster',
        failoverDetector: true,
        sentinelCommandTimeout: commandTimeoutMs,
        // Without this option ioredis uses no TLS with Sentinels, whatever `tls` says.
        enableTLSForSentinelMode: url.protocol === 'rediss:',
      }),
    );
  }
  const port = Number(url.port || '6379');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return quiet(new Redis({ ...options, host, port }));
}

/** The servers that accept writes: every master of a Cluster, or else the connected one. */
export function redisServers(connection: RedisConnection): Redis[] {
  return connection instanceof Cluster ? connection.nodes('master') : [connection];
}

const lastErrors = new WeakMap<RedisConnection, string>();
const timesReady = new WeakMap<RedisConnection, number>();

/** Number of reconnects; in a Cluster, of the connection that knows its nodes. */
export function reconnectsOf(connection: RedisConnection): number {
  return Math.max(0, (timesReady.get(connection) ?? 0) - 1);
}

/** Says why the last attempt to connect failed; undefined while connected. */
export function whyNotConnected(connection: RedisConnection): string | undefined {
  return lastErrors.get(connection);
}

/**
 * Listens for errors: without a listener ioredis prints every failed attempt; the ledger logs one
 * line instead. Only the message is kept: the error has the arguments of its command, and so the
 * password of AUTH.
 */
function quiet<T extends RedisConnection>(connection: T): T {
  connection.on('error', ({ message }: Error) => lastErrors.set(connection, message));
  connection.on('ready', () => {
    lastErrors.delete(connection);
    timesReady.set(connection, (timesReady.get(connection) ?? 0) + 1);
  });
  return connection;
}

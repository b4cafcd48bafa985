import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** Where Redis is (contract, section 10): one address, Sentinels, or the nodes of a Cluster. */
export interface RedisPlace {
  readonly url: string;
  readonly sentinels: readonly { host: string; port: number }[];
  readonly sentinelMaster: string | undefined;
  readonly clusterNodes: readonly { host: string; port: number }[];
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
export function openRedis(place: RedisPlace): RedisConnection {
  return connect(place, {
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 0,
  });
}

/** A connection that subscribes; it subscribes again after a reconnect, and sends nothing else. */
export function openSubscriber(place: RedisPlace): RedisConnection {
  return connect(place, { autoResubscribe: true, maxRetriesPerRequest: null });
}

type OwnOptions = Pick<
  RedisOptions,
  | 'autoResendUnfulfilledCommands'
  | 'autoResubscribe'
  | 'enableOfflineQueue'
  | 'commandTimeout'
  | 'maxRetriesPerRequest'
>;

function connect(place: RedisPlace, own: OwnOptions): RedisConnection {
  const url = new URL(place.url);
  const options = {
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
  if (place.clusterNodes.length > 0) {
    return quiet(
      new Cluster([...place.clusterNodes], {
        enableOfflineQueue: own.enableOfflineQueue ?? true,
        // ioredis reads the slot ranges with these options and compares them as strings then, so
        // that it does not find slots 5461-10922. No amount comes as an integer reply anyway.
        redisOptions: { ...options, stringNumbers: false },
        slotsRefreshTimeout: 2_000,
        shardedSubscribers: true,
      }),
    );
  }
  const database = Number(url.pathname.slice(1) || '0');
  if (place.sentinels.length > 0) {
    return quiet(
      new Redis({
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

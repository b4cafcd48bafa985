import { isDenial } from './answers.js';

/**
 * Why these servers must not hold money, or undefined: one may evict keys, or loses all in a crash.
 * @throws Error when one does not answer, or there is none.
 */
export async function whyUnsafe(
  servers: readonly { info(): Promise<string> }[],
): Promise<string | undefined> {
  const infos = await infosOf(servers);
  return infos.map(whyServerUnsafe).find((sentence) => sentence !== undefined);
}

/** A server of Redis, as far as it is asked here. */
export interface AskedServer {
  info(): Promise<string>;
  config(subcommand: 'GET', name: string): Promise<unknown>;
}

/** What monitoring must know of Redis. */
export interface RedisFacts {
  /** Its settings are right, and it could write its append-only file the last time. */
  readonly isSafe: boolean;
  /** What is wrong or unknown with its settings and halts nothing, as sentences. */
  readonly warnings: readonly string[];
  /** Of the server that uses the most, bytes. */
  readonly memoryBytes: number;
  /** Of the same server; 0 for none. */
  readonly memoryLimitBytes: number;
}

/** @throws Error when one does not answer, or there is none. */
export async function redisFacts(servers: readonly AskedServer[]): Promise<RedisFacts> {
  const infos = await infosOf(servers);
  const truncates = await Promise.all(servers.map(truncatesTornFile));
  const used = infos.map((info) => Number(infoField(info, 'used_memory')));
  const memoryBytes = Math.max(...used);
  const fullest = infos[used.indexOf(memoryBytes)] ?? '';
  const isSafe = infos.every(
    (info, index) =>
      whyServerUnsafe(info) === undefined &&
      truncates[index] !== true &&
      infoField(info, 'aof_last_write_status') === 'ok' &&
      infoField(info, 'aof_last_bgrewrite_status') === 'ok',
  );
  const warnings = [
    ...(truncates.includes(true) ? [truncating] : []),
    ...(truncates.includes(undefined) ? [unknownTruncating] : []),
  ];
  return {
    isSafe,
    warnings,
    memoryBytes,
    memoryLimitBytes: Number(infoField(fullest, 'maxmemory')),
  };
}

/**
 * After a power cut such a Redis keeps half of a torn commit, which is found when the partition is
 * opened: so it halts nothing now, and costs a rebuild then.
 */
const truncating =
  'Redis has aof-load-truncated yes, which must be no: after a power cut it keeps half of a commit. See deploy/operations/redis-unsafe.md.';
const unknownTruncating =
  'Whether Redis has aof-load-truncated no is unknown: the user of REDIS_URL may not CONFIG GET (deploy/redis-users.acl).';

/** INFO does not say it. Undefined where the server does not let this user ask, or cannot. */
async function truncatesTornFile(server: AskedServer): Promise<boolean | undefined> {
  try {
    const [, value] = (await server.config('GET', 'aof-load-truncated')) as string[];
    return value === undefined ? undefined : value !== 'no';
  } catch (error) {
    if (isDenial(error) || /^ERR unknown command/i.test((error as Error).message)) return undefined;
    throw error;
  }
}

async function infosOf(servers: readonly { info(): Promise<string> }[]): Promise<string[]> {
  // ioredis forgets the nodes of a Cluster that it cannot reach.
  if (servers.length === 0) throw new Error('No node of the Redis Cluster answers');
  return Promise.all(servers.map(answeringInfo));
}

/** @throws Error while the server loads its data: it answers INFO then, and nothing else. */
async function answeringInfo(server: { info(): Promise<string> }): Promise<string> {
  const info = await server.info();
  if (infoField(info, 'loading') === '1') throw new Error('Redis is loading its data');
  return info;
}

function whyServerUnsafe(info: string): string | undefined {
  const policy = infoField(info, 'maxmemory_policy');
  if (infoField(info, 'maxmemory') !== '0' && policy !== 'noeviction') {
    return `Redis may evict keys (maxmemory-policy ${policy}); set it to noeviction.`;
  }
  if (infoField(info, 'aof_enabled') === '0') {
    return 'Redis keeps no append-only file; set appendonly yes.';
  }
  return undefined;
}

function infoField(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
}

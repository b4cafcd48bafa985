import { isDenial } from './answers.js';

/**
 * Says why these servers must not hold money: one may evict keys, or loses all in a crash; else
 * undefined.
 * @throws Error if a server does not answer, or the list is empty.
 */
export async function whyUnsafe(
  servers: readonly { info(): Promise<string> }[],
): Promise<string | undefined> {
  const infos = await infosOf(servers);
  return infos.map(whyServerUnsafe).find((sentence) => sentence !== undefined);
}

/** The part of a Redis server that is used here. */
export interface AskedServer {
  info(): Promise<string>;
  config(subcommand: 'GET', name: string): Promise<unknown>;
}

/** Facts about Redis for monitoring. */
export interface RedisFacts {
  /** True if it takes writes, its settings are right, and its append-only file was written. */
  readonly isSafe: boolean;
  /** What is wrong or unknown and halts nothing, as sentences. */
  readonly warnings: readonly string[];
  /** Memory of the server that uses the most, bytes. */
  readonly memoryBytes: number;
  /** Memory limit of the same server; 0 without a limit. */
  readonly memoryLimitBytes: number;
}

/** @throws Error if a server does not answer, or the list is empty. */
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
      !isReplica(info) &&
      infoField(info, 'aof_last_write_status') === 'ok' &&
      infoField(info, 'aof_last_bgrewrite_status') === 'ok',
  );
  const warnings = [
    ...(infos.some(isReplica) ? [readOnly] : []),
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

const readOnly =
  'Redis is a replica and refuses writes: nothing is applied. REDIS_URL must lead to the master.';

/**
 * After a power cut such a Redis keeps half of a torn commit, which is found when the partition is
 * opened: so it halts nothing now, but costs a rebuild then.
 */
const truncating =
  'Redis has aof-load-truncated yes, which must be no: after a power cut it keeps half of a commit. See deploy/operations/redis-unsafe.md.';
const unknownTruncating =
  'Whether Redis has aof-load-truncated no is unknown: the user of REDIS_URL may not CONFIG GET (deploy/redis-users.acl).';

/**
 * Asks by CONFIG, because INFO does not contain it. Undefined if the server does not allow it to
 * this user, or cannot answer.
 */
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

/** @throws Error while the server loads its data: it then answers only INFO. */
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

function isReplica(info: string): boolean {
  return infoField(info, 'role') === 'slave';
}

function infoField(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
}

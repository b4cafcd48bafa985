/**
 * Why these servers must not hold money, or null: one could evict keys, or forgets all on a crash.
 * @throws Error when one does not answer, or there is none.
 */
export async function whyUnsafe(
  servers: readonly { info(): Promise<string> }[],
): Promise<string | null> {
  // A Cluster forgets a node that it cannot reach, and no node at all is no answer.
  if (servers.length === 0) throw new Error('No node of the Redis Cluster answers');
  const infos = await Promise.all(servers.map(answeringInfo));
  return infos.map(whyServerUnsafe).find((sentence) => sentence !== null) ?? null;
}

/** @throws Error while the server still loads its data: then it answers this and nothing else. */
async function answeringInfo(server: { info(): Promise<string> }): Promise<string> {
  const info = await server.info();
  if (infoField(info, 'loading') === '1') throw new Error('Redis is loading its data');
  return info;
}

function whyServerUnsafe(info: string): string | null {
  const policy = infoField(info, 'maxmemory_policy');
  if (infoField(info, 'maxmemory') !== '0' && policy !== 'noeviction') {
    return `Redis may evict keys (maxmemory-policy ${policy}); set it to noeviction.`;
  }
  if (infoField(info, 'aof_enabled') === '0') {
    return 'Redis keeps no append-only file; set appendonly yes.';
  }
  return null;
}

function infoField(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
}

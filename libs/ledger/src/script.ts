import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RedisConnection } from './redis.js';

/** A Lua script of this folder, sent by its hash, and whole where Redis does not know it yet. */
export class Script {
  private readonly source: string;
  private readonly sha: string;

  constructor(file: string) {
    this.source = readFileSync(new URL(file, import.meta.url), 'utf8');
    this.sha = createHash('sha1').update(this.source).digest('hex');
  }

  async run(redis: RedisConnection, keys: string[], args: string[]): Promise<unknown> {
    // Given as an array: a large commit has more arguments than a call can spread.
    const rest = [String(keys.length), ...keys].concat(args);
    try {
      return await redis.call('evalsha', [this.sha].concat(rest));
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return redis.call('eval', [this.source].concat(rest));
    }
  }
}

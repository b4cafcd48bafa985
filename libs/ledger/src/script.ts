import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RedisConnection } from './redis.js';

/** A Lua script of `lua/`. It is sent by its hash, and in full if Redis does not know it yet. */
export class Script {
  private readonly source: string;
  private readonly sha: string;

  constructor(file: string) {
    this.source = scriptText(file);
    this.sha = createHash('sha1').update(this.source).digest('hex');
  }

  async run(redis: RedisConnection, keys: string[], args: string[]): Promise<unknown> {
    // Passed as an array: a large commit has more arguments than a call can spread.
    const rest = [String(keys.length), ...keys].concat(args);
    try {
      return await redis.call('evalsha', [this.sha].concat(rest));
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return redis.call('eval', [this.source].concat(rest));
    }
  }
}

/** The text that Redis runs: each line `-- @include FILE` is replaced by that file of `lua/`. */
export function scriptText(file: string): string {
  return readLua(file).replace(/^-- @include (\S+)\n/gm, (_, included: string) =>
    readLua(included),
  );
}

function readLua(file: string): string {
  return readFileSync(new URL(`./lua/${file}`, import.meta.url), 'utf8');
}

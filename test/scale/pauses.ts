import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisConnection } from '#testing/redis';
import { partitions, positions } from './steady-load.js';

const lookEveryMs = 20;

/** Measures how long each partition makes no progress while the tables continue to play. */
export class Pauses {
  private readonly at = partitions.map(() => 0);
  private readonly since = partitions.map(() => performance.now());
  private longest = partitions.map(() => 0);
  private stopped = false;

  constructor(
    private readonly redis: RedisConnection,
    private readonly prefix: string,
  ) {
    void this.watch();
  }

  reset(): void {
    this.longest = partitions.map(() => 0);
  }

  /** The longest pause of each partition since the reset, in milliseconds, ended or not. */
  all(): number[] {
    const now = performance.now();
    return partitions.map((each) =>
      Math.max(this.longest[each] ?? 0, now - (this.since[each] ?? now)),
    );
  }

  stop(): void {
    this.stopped = true;
  }

  private async watch(): Promise<void> {
    while (!this.stopped) {
      // While a master is down its positions cannot be read, and do not move.
      const found = await positions(this.redis, this.prefix).catch(() => []);
      const now = performance.now();
      for (const [each, position] of found.entries()) {
        if (position === this.at[each]) continue;
        this.longest[each] = Math.max(this.longest[each] ?? 0, now - (this.since[each] ?? now));
        this.at[each] = position;
        this.since[each] = now;
      }
      await sleep(lookEveryMs);
    }
  }
}

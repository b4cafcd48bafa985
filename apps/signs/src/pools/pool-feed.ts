import { Ledger, type RedisConnection } from '#ledger';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Metrics } from '../metrics.js';
import { LOGGER, REDIS, SUBSCRIBER } from '../tokens.js';
import { PoolBoard } from './pool-board.js';

const refreshEveryMs = 2_000;

/**
 * Brings what the ledger commits to the board: frames as they are published, and now and then the
 * newest values themselves, since a message of Redis' pub/sub can get lost.
 */
@Injectable()
export class PoolFeed implements OnModuleInit, OnApplicationShutdown {
  private partitions = 0;
  private refreshedAt = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: RedisConnection,
    @Inject(SUBSCRIBER) private readonly subscriber: RedisConnection,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly ledger: Ledger,
    private readonly board: PoolBoard,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.subscriber.on('smessage', (_channel: string, text: string) => {
      this.metrics.framesReceived.inc();
      this.post(text);
    });
    void this.refreshForEver();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.redis.disconnect();
    this.subscriber.disconnect();
  }

  /** The board has been in step with the ledger in the last moments. */
  isLive(): boolean {
    return Date.now() - this.refreshedAt < refreshEveryMs * 2 + 1_000;
  }

  private async refreshForEver(): Promise<void> {
    try {
      await this.refresh();
      this.refreshedAt = Date.now();
    } catch {
      // The ledger says that it waits; the next turn tries again.
    }
    // Until the ledger has been seen once, look often: the first sign should not wait for it.
    const delay = this.refreshedAt === 0 || this.partitions === 0 ? 250 : refreshEveryMs;
    this.timer = setTimeout(() => void this.refreshForEver(), delay);
  }

  private async refresh(): Promise<void> {
    if (this.partitions === 0) {
      const partitions = await this.ledger.countPartitions();
      if (partitions === 0) return;
      const all = Array.from({ length: partitions }, (_, partition) => partition);
      await Promise.all(
        all.map((each) => this.subscriber.ssubscribe(this.ledger.keys(each).frames)),
      );
      this.partitions = partitions;
    }
    for (let partition = 0; partition < this.partitions; partition += 1) {
      const values = await this.redis.hvals(this.ledger.keys(partition).values);
      for (const text of values) this.post(text);
    }
  }

  private post(text: string): void {
    try {
      this.board.post(text);
    } catch (error) {
      this.logger.error({ error: String(error) }, 'a frame is no value message');
    }
  }
}

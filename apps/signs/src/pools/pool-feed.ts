import { Ledger, type RedisConnection } from '#ledger';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Metrics } from '../metrics.js';
import { LOGGER, REDIS, SUBSCRIBER } from '../tokens.js';
import { PoolBoard } from './pool-board.js';

const refreshEveryMs = 2_000;
const framesLimitMs = 500;

/**
 * Brings what the ledger commits to the board: frames as they are published, and now and then the
 * newest values themselves, since a message of Redis' pub/sub can get lost.
 */
@Injectable()
export class PoolFeed implements OnModuleInit, OnApplicationShutdown {
  private partitions = 0;
  private refreshedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

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
    this.stopped = true;
    clearTimeout(this.timer);
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
    if (this.stopped) return;
    // Until the ledger has been seen once, look often: the first sign should not wait for it.
    const delay = this.refreshedAt === 0 || this.partitions === 0 ? 250 : refreshEveryMs;
    this.timer = setTimeout(() => void this.refreshForEver(), delay);
  }

  private async refresh(): Promise<void> {
    if (this.partitions === 0) {
      const partitions = await this.ledger.countPartitions();
      if (partitions === 0) return;
      const channels = partitionsBelow(partitions).map((each) => this.ledger.keys(each).frames);
      await Promise.all(channels.map((channel) => this.subscriber.ssubscribe(channel)));
      this.partitions = partitions;
    }
    const partitions = partitionsBelow(this.partitions);
    const values = await Promise.all(partitions.map((each) => this.ledger.readValues(each)));
    await this.hearFrames();
    for (const text of values.flat()) this.post(text);
  }

  /**
   * Waits until the frames of the values just read are here, so that a hit comes with its frame, and
   * finds out a connection whose other end has vanished: without a reply it is made anew.
   */
  private async hearFrames(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, framesLimitMs)));
    await Promise.race([this.subscriber.ping().catch(() => undefined), limit]);
    clearTimeout(timer);
  }

  private post(text: string): void {
    try {
      this.board.post(text);
    } catch (error) {
      this.logger.error({ error: String(error) }, 'a frame is no value message');
    }
  }
}

function partitionsBelow(count: number): number[] {
  return Array.from({ length: count }, (_, partition) => partition);
}

import { FrameSubscriber, Ledger, type RedisConnection } from '#ledger';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Metrics } from '../metrics.js';
import { LOGGER, REDIS } from '../tokens.js';
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
  private isUnheard = false;

  constructor(
    @Inject(REDIS) private readonly redis: RedisConnection,
    private readonly subscriber: FrameSubscriber,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly ledger: Ledger,
    private readonly board: PoolBoard,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.subscriber.listen((text) => {
      this.metrics.framesReceived.inc();
      this.post(text);
    });
    void this.refreshForEver();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.redis.disconnect();
    this.subscriber.close();
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

  /** @throws the error of a partition that could not be read; the others are posted all the same. */
  private async refresh(): Promise<void> {
    if (this.partitions === 0) {
      this.partitions = await this.ledger.countPartitions();
      if (this.partitions === 0) return;
      // Before the first values, so that no award falls between them and its frame.
      await this.hearFrames();
    }
    const partitions = partitionsBelow(this.partitions);
    const read = await Promise.allSettled(partitions.map((each) => this.ledger.readValues(each)));
    await this.hearFrames();
    for (const values of read) {
      if (values.status === 'fulfilled') values.value.forEach((text) => this.post(text));
    }
    for (const values of read) if (values.status === 'rejected') throw values.reason;
  }

  /**
   * Waits until the frames of the values just read are here, so that a hit comes with its frame. To
   * subscribe again also finds out a connection whose other end has vanished, and a slot that moved.
   */
  private async hearFrames(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, framesLimitMs)));
    const channels = partitionsBelow(this.partitions).map((each) => this.ledger.keys(each).frames);
    const heard = this.subscriber.subscribe(channels).then((unheard) => this.sayUnheard(unheard));
    await Promise.race([heard, limit]);
    clearTimeout(timer);
  }

  /** Without its frames a partition's values still come, but no hit does. */
  private sayUnheard(unheard: number): void {
    if (this.stopped || this.isUnheard === unheard > 0) return;
    this.isUnheard = unheard > 0;
    if (unheard === 0) this.logger.info('all frames are heard again');
    else this.logger.warn({ partitions: unheard }, 'frames cannot be heard; signs show no hits');
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

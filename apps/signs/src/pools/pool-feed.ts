import { FrameSubscriber, Ledger } from '#ledger';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../injection-tokens.js';
import { Metrics } from '../metrics.js';
import { PoolBoard } from './pool-board.js';

const refreshEveryMs = 2_000;
const framesLimitMs = 500;

/** Brings frames to the board, and every two seconds the newest values: a frame can get lost. */
@Injectable()
export class PoolFeed implements OnModuleInit, OnApplicationShutdown {
  private partitions: readonly number[] = [];
  private refreshedAtMs = 0;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private isWithoutFrames = false;

  constructor(
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
    void this.refreshUntilStopped();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Whether the board was compared with the ledger in the last few seconds. */
  isLive(): boolean {
    return Date.now() - this.refreshedAtMs < refreshEveryMs * 2 + 1_000;
  }

  private async refreshUntilStopped(): Promise<void> {
    try {
      await this.refresh();
      this.refreshedAtMs = Date.now();
    } catch {
      // The ledger logs that it waits for Redis; the next turn tries again.
    }
    if (this.isStopped) return;
    // Before the first values it looks often: the first sign should not wait for them.
    const isNew = this.refreshedAtMs === 0 || this.partitions.length === 0;
    this.timer = setTimeout(() => void this.refreshUntilStopped(), isNew ? 250 : refreshEveryMs);
  }

  /** @throws the error of a partition that could not be read, after the others are posted. */
  private async refresh(): Promise<void> {
    if (this.partitions.length === 0) {
      const count = await this.ledger.countPartitions();
      if (count === undefined) return;
      this.partitions = Array.from({ length: count }, (_, partition) => partition);
      // Before the first values, so that no award falls between them and its frame.
      await this.subscribe();
    }
    const { ledger } = this;
    const read = await Promise.allSettled(this.partitions.map((each) => ledger.readValues(each)));
    await this.subscribe();
    for (const values of read) {
      if (values.status === 'fulfilled') values.value.forEach((text) => this.post(text));
    }
    for (const values of read) if (values.status === 'rejected') throw values.reason;
  }

  /**
   * Waits for the frames of the values just read; finds a dead connection, and a slot that moved.
   */
  private async subscribe(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, framesLimitMs)));
    const channels = this.partitions.map((each) => this.ledger.keys(each).frames);
    const subscribed = this.subscriber
      .subscribe(channels)
      .then((missing) => this.logMissing(missing));
    await Promise.race([subscribed, limit]);
    clearTimeout(timer);
  }

  /** Without the frames of a partition its values still come, but no hits. */
  private logMissing(partitions: number): void {
    if (this.isStopped || this.isWithoutFrames === partitions > 0) return;
    this.isWithoutFrames = partitions > 0;
    if (partitions === 0) this.logger.info('all frames are received again');
    else this.logger.warn({ partitions }, 'some frames are not received; signs show no hits');
  }

  private post(text: string): void {
    try {
      this.board.post(text);
    } catch (error) {
      this.logger.error({ error: String(error) }, 'a frame is not a value message');
    }
  }
}

import { Ledger } from '#ledger';
import { Backlog } from '#log';
import { LogServer } from '#log/server';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

const lookEveryMs = 5_000;

/** The progress of a partition, as its gauges show it. */
export interface PartitionProgress {
  readonly partition: number;
  /** Offset of the next record to apply. */
  readonly position: number;
  /** Records that wait in the log. */
  readonly lag: number;
  /** Age of the oldest of them, see `Backlog`; undefined if none waits. */
  readonly lagForMs: number | undefined;
}

/**
 * Reads every few seconds the progress of each partition, its own or not: its position in Redis and
 * the end that the brokers gave before. So every instance sees a partition that nobody owns.
 */
@Injectable()
export class PartitionWatch implements OnModuleInit, OnApplicationShutdown {
  private readonly backlogs = new Map<number, Backlog>();
  private isKnown = false;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly ledger: Ledger,
    private readonly log: LogServer,
  ) {}

  onModuleInit(): void {
    void this.lookUntilStopped();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Returns the result of the last look; nothing if Redis or the brokers did not answer. */
  seen(): PartitionProgress[] {
    if (!this.isKnown) return [];
    return [...this.backlogs].map(([partition, backlog]) => ({
      partition,
      position: backlog.position,
      lag: backlog.records,
      lagForMs: backlog.ageMs(),
    }));
  }

  private async lookUntilStopped(): Promise<void> {
    this.isKnown = await this.look().catch(() => false);
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.lookUntilStopped(), lookEveryMs);
  }

  /** @returns false if the brokers have not reported the end of the log lately. */
  private async look(): Promise<boolean> {
    // Read before the positions: records applied since then do not count as lag.
    const { ends } = this.log.report();
    if (!ends) return false;
    const places = await Promise.all(ends.map((_, each) => this.ledger.readPlace(each)));
    for (const [partition, { position, newestMs }] of places.entries()) {
      const end = ends[partition] ?? 0;
      const before = this.backlogs.get(partition);
      if (!before || position < before.position) {
        this.backlogs.set(partition, new Backlog(position, end, newestMs));
        continue;
      }
      before.seeEnd(end);
      if (position > before.position) before.apply(position, newestMs);
    }
    return true;
  }
}

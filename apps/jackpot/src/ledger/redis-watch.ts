import { LOG } from '#service';
import type { ServiceLog } from '#contract';
import { Ledger, type RedisFacts } from '#ledger';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { OwnedPartitions } from '../partitions/owned-partitions.js';

const lookEveryMs = 5_000;

/**
 * Reads Redis and the outboxes of this instance's partitions every few seconds, so that a page of
 * metrics waits for nothing.
 */
@Injectable()
export class RedisWatch implements OnModuleInit, OnApplicationShutdown {
  /** Undefined while Redis does not answer. */
  facts: RedisFacts | undefined;
  /** The warnings of the last answered look: each is logged once while it holds. */
  private warned: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly ledger: Ledger,
    private readonly partitions: OwnedPartitions,
    @Inject(LOG) private readonly log: Pick<ServiceLog, 'warn'>,
  ) {}

  onModuleInit(): void {
    void this.lookUntilStopped();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async lookUntilStopped(): Promise<void> {
    this.facts = await this.ledger.readFacts().catch(() => undefined);
    if (this.facts) this.warn(this.facts.warnings);
    // A value that cannot be read keeps its last state.
    await Promise.allSettled([...this.partitions.all()].map(([, { sender }]) => sender.look()));
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.lookUntilStopped(), lookEveryMs);
  }

  private warn(warnings: readonly string[]): void {
    for (const warning of warnings.filter((each) => !this.warned.includes(each))) {
      this.log.warn({ event: 'redis-settings' }, warning);
    }
    this.warned = warnings;
  }
}

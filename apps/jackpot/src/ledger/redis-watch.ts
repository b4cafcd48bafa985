import type { ServiceLog } from '#contract';
import { Ledger, type OutboxBacklog, type RedisFacts } from '#ledger';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LOG } from './injection-tokens.js';
import { Relay } from './relay.js';

const lookEveryMs = 5_000;

/** What waits in a partition's outbox. */
export interface WaitingOutbox {
  readonly messages: number;
  /** Age of the oldest message at that look, by the Kafka time of its record; 0 for none. */
  readonly oldestForMs: number;
}

/**
 * Looks at Redis and at the outboxes of this instance's partitions every few seconds, so that a
 * page of metrics waits for nothing.
 */
@Injectable()
export class RedisWatch implements OnModuleInit, OnApplicationShutdown {
  /** Undefined while Redis does not answer. */
  facts: RedisFacts | undefined;
  readonly outboxes = new Map<number, WaitingOutbox>();
  /** When the oldest message of a partition was first seen, where it has no time of its own. */
  private readonly firstSeen = new Map<number, { readonly id: string; readonly atMs: number }>();
  /** The warnings of the last look that Redis answered: each is said once while it holds. */
  private warned: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly ledger: Ledger,
    private readonly relay: Relay,
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
    const partitions = this.relay.partitions();
    for (const partition of this.outboxes.keys()) {
      if (!partitions.includes(partition)) this.outboxes.delete(partition);
    }
    // What cannot be read stays as it was seen last.
    await Promise.allSettled(partitions.map((partition) => this.lookAtOutbox(partition)));
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.lookUntilStopped(), lookEveryMs);
  }

  private warn(warnings: readonly string[]): void {
    for (const warning of warnings.filter((each) => !this.warned.includes(each))) {
      this.log.warn({ event: 'redis-settings' }, warning);
    }
    this.warned = warnings;
  }

  private async lookAtOutbox(partition: number): Promise<void> {
    const backlog = await this.ledger.readBacklog(partition);
    const nowMs = Date.now();
    const oldestForMs = Math.max(0, nowMs - (this.oldestOf(partition, backlog) ?? nowMs));
    this.outboxes.set(partition, { messages: backlog.messages, oldestForMs });
  }

  /** An exception has no time, so it counts from when it was first seen as the oldest. */
  private oldestOf(partition: number, { oldest }: OutboxBacklog): number | undefined {
    if (!oldest) return undefined;
    const { time, at } = JSON.parse(oldest.value) as { time?: string; at?: string };
    const written = Date.parse(time ?? at ?? '');
    if (oldest.topic !== 'exceptions' && !Number.isNaN(written)) return written;
    const { id } = oldest;
    const seen = this.firstSeen.get(partition);
    if (seen?.id === id) return seen.atMs;
    const atMs = Date.now();
    this.firstSeen.set(partition, { id, atMs });
    return atMs;
  }
}

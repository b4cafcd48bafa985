import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceLog } from '#contract';
import { whyOtherLog } from '#engine';
import type { Ledger } from '#ledger';
import type { LogProducer } from '#log';
import { LogDoor } from '#service';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

const againAfterMs = 2_000;
const notReached = 'Kafka was not reached since the start: see KAFKA_BROKERS and its password.';

/**
 * Connects to Kafka at the start, and compares its cluster with the ledger's: an installer sees a
 * wrong setting before a table sends a bet.
 */
export class ReachedKafka extends LogDoor implements OnApplicationBootstrap, OnApplicationShutdown {
  private why: string | undefined = notReached;
  private readonly ending = new AbortController();

  constructor(
    private readonly producer: LogProducer,
    private readonly readClusterId: () => Promise<string>,
    private readonly ledger: Ledger,
    private readonly log: ServiceLog,
  ) {
    super();
  }

  whyClosed(): string | undefined {
    return this.why;
  }

  onApplicationBootstrap(): void {
    void this.open().catch(() => undefined);
  }

  onApplicationShutdown(): void {
    this.ending.abort();
  }

  /** @throws AbortError at the end of the process */
  private async open(): Promise<void> {
    const fromMs = performance.now();
    const said = new Set<string>();
    for (;;) {
      const { why, error } = await this.look();
      this.why = why;
      if (why === undefined) break;
      if (error !== undefined && !said.has(why)) {
        this.log.warn({ event: 'kafka-waits', error }, `No events are taken. ${why}`);
        said.add(why);
      }
      await sleep(againAfterMs, undefined, { signal: this.ending.signal });
    }
    const waitedMs = Math.round(performance.now() - fromMs);
    if (said.size > 0) this.log.info({ event: 'kafka-back', waitedMs }, 'Kafka is reached');
  }

  /** @returns why no events are taken, and what is wrong with Kafka; neither if all is right */
  private async look(): Promise<{ why?: string; error?: string }> {
    let clusterId: string;
    try {
      await this.producer.connect();
      clusterId = await this.readClusterId();
    } catch (error) {
      return { why: notReached, error: String(error) };
    }
    const followed = await this.ledger.clusterId().catch(() => null);
    if (followed === null) return { why: 'The ledger was not read since the start.' };
    const ledger = { clusterId: followed, partitions: null };
    const other = whyOtherLog(ledger, { clusterId, partitions: 0 });
    return other ? { why: other.detail, error: other.reason } : {};
  }
}

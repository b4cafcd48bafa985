import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceLog } from '#contract';
import { whyOtherLog } from '#engine';
import type { Ledger } from '#ledger';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

const againAfterMs = 2_000;
const notReached = 'Kafka was not reached since the start: see KAFKA_BROKERS and its password.';

/** What is not right yet. */
interface Found {
  /** Why the service cannot be used meanwhile; undefined if it can. */
  readonly why: string | undefined;
  /** For the log, if it is Kafka that is wrong. */
  readonly error?: string;
}

/**
 * Asks Kafka for its cluster at the start, and compares it with the ledger's: an installer sees a
 * wrong setting before a bet or a player does.
 */
export class ReachedKafka implements OnApplicationBootstrap, OnApplicationShutdown {
  private why: string | undefined;
  private readonly ending = new AbortController();

  /**
   * @param readClusterId connects, and returns the id of the cluster
   * @param isNeeded true where nothing can be done before Kafka was reached
   */
  constructor(
    private readonly readClusterId: () => Promise<string>,
    private readonly ledger: Ledger,
    private readonly log: ServiceLog,
    isNeeded: boolean,
  ) {
    if (isNeeded) this.why = notReached;
  }

  /** Why this service cannot be used: no Kafka yet, or another ledger’s; undefined if it can. */
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
      const found = await this.look();
      this.why = found?.why;
      if (!found) break;
      const { why, error } = found;
      if (why !== undefined && error !== undefined && !said.has(why)) {
        this.log.warn({ event: 'kafka-waits', error }, why);
        said.add(why);
      }
      await sleep(againAfterMs, undefined, { signal: this.ending.signal });
    }
    const waitedMs = Math.round(performance.now() - fromMs);
    if (said.size > 0) this.log.info({ event: 'kafka-back', waitedMs }, 'Kafka is reached');
  }

  /** @returns undefined once Kafka is known to be the ledger's */
  private async look(): Promise<Found | undefined> {
    let clusterId: string;
    try {
      clusterId = await this.readClusterId();
    } catch (error) {
      return { why: this.why, error: String(error) };
    }
    const followed = await this.ledger.clusterId().catch(() => null);
    if (followed === null) {
      return {
        why: this.why === notReached ? 'The ledger was not read since the start.' : this.why,
      };
    }
    const ledger = { clusterId: followed, partitions: null };
    const other = whyOtherLog(ledger, { clusterId, partitions: 0 });
    return other && { why: other.detail, error: other.reason };
  }
}

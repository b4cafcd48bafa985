import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceLog } from '#contract';
import { LogProducer } from '#log';
import { LOG, LogDoor } from '#service';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';

const againAfterMs = 2_000;

/** Connects to Kafka at the start: an installer sees a wrong setting before a table sends a bet. */
@Injectable()
export class ReachedKafka extends LogDoor implements OnApplicationBootstrap, OnApplicationShutdown {
  private isReached = false;
  private readonly ending = new AbortController();

  constructor(
    private readonly producer: LogProducer,
    @Inject(LOG) private readonly log: ServiceLog,
  ) {
    super();
  }

  wasReached(): boolean {
    return this.isReached;
  }

  onApplicationBootstrap(): void {
    void this.reach().catch(() => undefined);
  }

  onApplicationShutdown(): void {
    this.ending.abort();
  }

  /** @throws AbortError at the end of the process */
  private async reach(): Promise<void> {
    const { signal } = this.ending;
    const fromMs = performance.now();
    for (let hasFailed = false; !this.isReached;) {
      try {
        await this.producer.connect();
        this.isReached = true;
        const waitedMs = Math.round(performance.now() - fromMs);
        if (hasFailed) this.log.info({ event: 'kafka-back', waitedMs }, 'Kafka is reached');
      } catch (error) {
        const fields = { event: 'kafka-waits', error: String(error) } as const;
        if (!hasFailed) this.log.warn(fields, 'Kafka was not reached: no events are taken');
        hasFailed = true;
        await sleep(againAfterMs, undefined, { signal });
      }
    }
  }
}

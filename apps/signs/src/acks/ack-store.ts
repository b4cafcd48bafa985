import { setTimeout as sleep } from 'node:timers/promises';
import { topicName, type ServiceLog, type SignAck } from '#contract';
import type { LogProducer, OutgoingMessage } from '#log';
import type { BeforeApplicationShutdown } from '@nestjs/common';

/** About ten minutes of a hundred signs, in 20 MB. */
const acksWaiting = 50_000;
/** About 300 KB, below the brokers' usual limit for one batch. */
const acksPerSend = 1_000;
/** Groups those of a floor: alone each would be stored several times as large. */
const gatheredForMs = 1_000;
const againAfterMs = 1_000;
const stopLimitMs = 2_000;

/**
 * Writes acknowledgements to `jackpot.sign-acks`. While Kafka takes none they wait, up to a limit;
 * the signs do not notice. One may be written twice.
 */
export class AckStore implements BeforeApplicationShutdown {
  private waiting: OutgoingMessage[] = [];
  private sending: Promise<void> | undefined;
  private failedSinceMs: number | undefined;
  private isStopped = false;
  /** True if some were lost since Kafka took the last. */
  private hasLost = false;

  /** @param producer undefined if no Kafka is configured: then nothing is kept. */
  constructor(
    private readonly producer: Pick<LogProducer, 'send' | 'close'> | undefined,
    private readonly topicPrefix: string,
    private readonly log: ServiceLog,
    private readonly onNotKept: (count: number) => void,
    private readonly limit = acksWaiting,
  ) {
    if (producer) return;
    const fields = { event: 'acks-not-kept' } as const;
    log.info(fields, 'KAFKA_BROKERS is not set: what signs show is measured but not kept');
  }

  keep(ack: SignAck): void {
    if (!this.producer) return;
    if (this.waiting.length >= this.limit) return this.lose(1);
    this.waiting.push({
      topic: topicName(this.topicPrefix, 'sign-acks'),
      key: ack.sign,
      value: JSON.stringify(ack),
      headers: { 'content-type': 'application/json' },
    });
    this.sending ??= this.sendAll(this.producer).finally(() => (this.sending = undefined));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await Promise.race([this.sending, sleep(stopLimitMs, undefined, { ref: false })]);
    this.hasLost = false;
    if (this.waiting.length > 0) this.lose(this.waiting.length);
    await Promise.race([this.producer?.close(), sleep(stopLimitMs, undefined, { ref: false })]);
  }

  /** Sends until none waits; retries after a failure, but not once the gateway stops. */
  private async sendAll(producer: Pick<LogProducer, 'send'>): Promise<void> {
    await sleep(gatheredForMs);
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, acksPerSend);
      try {
        await producer.send(batch);
        this.waiting = this.waiting.slice(batch.length);
        this.sends();
      } catch (error) {
        this.fails(error);
        if (this.isStopped) return;
        await sleep(againAfterMs);
      }
    }
  }

  /** Nobody reads the counter of a gateway that stops, so the lost count goes to the log then. */
  private lose(count: number): void {
    this.onNotKept(count);
    if (this.hasLost) return;
    this.hasLost = true;
    const fields = { event: 'acks-lost', count } as const;
    this.log.warn(fields, 'Kafka took no acknowledgements: what signs showed is not kept');
  }

  private fails(error: unknown): void {
    if (this.failedSinceMs !== undefined) return;
    this.failedSinceMs = performance.now();
    const sentence = `Kafka cannot be used (${(error as Error).message}); acknowledgements wait`;
    this.log.warn({ event: 'kafka-waits' }, sentence);
  }

  private sends(): void {
    this.hasLost = false;
    if (this.failedSinceMs === undefined) return;
    const waitedMs = Math.round(performance.now() - this.failedSinceMs);
    this.failedSinceMs = undefined;
    this.log.info({ event: 'kafka-back', waitedMs }, 'acknowledgements are kept again');
  }
}

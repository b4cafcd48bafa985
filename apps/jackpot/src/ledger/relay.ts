import { topicName, type OutputKind } from '#contract';
import { Ledger, type OutboxEntry } from '#ledger';
import { LogProducer, type LogSink } from '#log';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../env.js';
import { Metrics } from '../metrics.js';
import { ENV, LOG_SINK } from './injection-tokens.js';

const entriesPerRead = 500;
/** Below the brokers' usual limit for one batch, 1 MiB, with room for keys and headers. */
const bytesPerSend = 512 * 1024;

/**
 * Sends the outbox to the output topics, one batch at a time for each partition, and then deletes
 * it. After a crash in between the messages are sent again with the same ids.
 */
@Injectable()
export class Relay {
  private readonly owned = new Map<number, { pending: boolean; running: boolean }>();
  private stopped = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOG_SINK) private readonly sink: LogSink,
    private readonly ledger: Ledger,
    private readonly producer: LogProducer,
    private readonly metrics: Metrics,
  ) {}

  assign(partitions: readonly number[]): void {
    for (const partition of this.owned.keys()) {
      if (!partitions.includes(partition)) this.owned.delete(partition);
    }
    for (const partition of partitions) {
      if (!this.owned.has(partition)) this.owned.set(partition, { pending: false, running: false });
    }
  }

  /** The partitions whose outbox is this instance's to send. */
  partitions(): readonly number[] {
    return [...this.owned.keys()];
  }

  /** Sends a partition's outbox, which may have new messages. */
  kick(partition: number): void {
    const work = this.owned.get(partition);
    if (!work) return;
    work.pending = true;
    if (work.running) return;
    work.running = true;
    void this.drain(partition, work).finally(() => {
      work.running = false;
      // A kick after the last look saw that the work was still running, and only left its mark.
      if (work.pending && !this.stopped) this.kick(partition);
    });
  }

  /** Finishes the running batches; the rest stays in the outbox for the next owner. */
  async stop(): Promise<void> {
    this.stopped = true;
    while ([...this.owned.values()].some(({ running }) => running)) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  private async drain(partition: number, work: { pending: boolean }): Promise<void> {
    let failing = false;
    while (work.pending && !this.stopped && this.owned.get(partition) === work) {
      work.pending = false;
      try {
        while (!this.stopped && (await this.sendSome(partition)));
        failing = false;
      } catch (error) {
        if (!failing) this.sink.warn({ partition, error: String(error) }, 'the outbox waits');
        failing = true;
        this.metrics.outboxFailures.inc();
        work.pending = true;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  }

  /** Sends what one read of the outbox gives, in batches that a broker takes. */
  private async sendSome(partition: number): Promise<boolean> {
    const entries = await this.ledger.readOutbox(partition, entriesPerRead);
    for (const batch of batchesOf(entries)) {
      if (this.stopped) return false;
      await this.send(partition, batch);
    }
    return entries.length === entriesPerRead;
  }

  private async send(partition: number, entries: readonly OutboxEntry[]): Promise<void> {
    await this.producer.send(
      entries.map(({ outboxId, topic, key, id, value }) => ({
        topic: topicName(this.env.TOPIC_PREFIX, topic as OutputKind),
        key: key === '' ? null : key,
        value,
        headers: {
          id,
          partition: String(partition),
          offset: outboxId.split('-')[0] as string,
          'content-type': 'application/json',
        },
      })),
    );
    for (const { topic } of entries) this.metrics.outputs.inc({ topic });
    await this.ledger.trimOutbox(partition, entries);
  }
}

/** Cuts entries into batches of at most `bytesPerSend`. */
function batchesOf(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const batches: OutboxEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const bytes = Buffer.byteLength(entry.value) + 2 * Buffer.byteLength(entry.id) + 512;
    if (batches.length === 0 || bytes > room) {
      batches.push([]);
      room = bytesPerSend;
    }
    batches.at(-1)?.push(entry);
    room -= bytes;
  }
  return batches;
}

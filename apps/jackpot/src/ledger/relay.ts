import { topicName, type OutputKind, type ServiceLog } from '#contract';
import { Ledger, type OutboxEntry } from '#ledger';
import { LogProducer, LogServer } from '#log';
import type { TracedSpan } from '#service';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../env.js';
import { Metrics } from '../metrics.js';
import { ENV, LOG } from './injection-tokens.js';
import { Traces } from './traces.js';

const entriesPerRead = 500;
/** Below the brokers' usual limit for one batch, 1 MiB, with room for keys and headers. */
const bytesPerSend = 512 * 1024;
/** An outage of Kafka may fail an attempt to send before the consumer has its line about it. */
const quietForMs = 5_000;

/**
 * Sends the outbox to the output topics, one batch at a time for each partition, and then deletes
 * it. After a crash in between the messages are sent again with the same ids.
 */
@Injectable()
export class Relay {
  private readonly owned = new Map<number, { pending: boolean; running: boolean }>();
  /** Since when partitions cannot send, and since when the log says so. */
  private readonly waitingSinceMs = new Map<number, number>();
  private loggedSinceMs: number | undefined;
  private stopped = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOG) private readonly log: ServiceLog,
    private readonly ledger: Ledger,
    private readonly producer: LogProducer,
    private readonly metrics: Metrics,
    private readonly traces: Traces,
    @Inject(LogServer) private readonly logServer: Pick<LogServer, 'report'>,
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
    while (work.pending && !this.stopped && this.owned.get(partition) === work) {
      work.pending = false;
      try {
        while (!this.stopped && (await this.sendSome(partition)));
        this.sendsAgain(partition);
      } catch (error) {
        this.waits(partition, error);
        this.metrics.outboxFailures.inc();
        work.pending = true;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
    this.waitingSinceMs.delete(partition);
  }

  /** Logs one line for all partitions, and none for an outage that has a line of its own. */
  private waits(partition: number, error: unknown): void {
    if (this.ledger.waitingSinceMs !== undefined || this.logServer.report().state === 'waiting') {
      this.waitingSinceMs.delete(partition);
      return;
    }
    const nowMs = Date.now();
    const sinceMs = this.waitingSinceMs.get(partition) ?? nowMs;
    this.waitingSinceMs.set(partition, sinceMs);
    if (this.loggedSinceMs !== undefined || nowMs - sinceMs < quietForMs) return;
    this.loggedSinceMs = sinceMs;
    const fields = { event: 'outbox-waits', partition, error: String(error) } as const;
    this.log.warn(fields, 'the outbox waits');
  }

  private sendsAgain(partition: number): void {
    this.waitingSinceMs.delete(partition);
    if (this.loggedSinceMs === undefined || this.waitingSinceMs.size > 0) return;
    const waitedMs = Date.now() - this.loggedSinceMs;
    this.loggedSinceMs = undefined;
    this.log.info({ event: 'outbox-back', waitedMs }, 'the outbox is sent again');
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
    const spans = this.traces.beginSending(entries);
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
          ...traceHeader(spans?.get(id)),
        },
      })),
    );
    this.traces.sent(spans);
    for (const { topic } of entries) this.metrics.outputs.inc({ topic });
    await this.ledger.trimOutbox(partition, entries);
  }
}

function traceHeader(span: TracedSpan | undefined): { traceparent?: string } {
  return span ? { traceparent: span.traceparent } : {};
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

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
/**
 * Above this many waiting messages of a partition nothing more of it is folded. It bounds Redis'
 * memory, and the time that an award waits behind what garbage in the log has made.
 */
export const outboxBound = 2_000;
const lookAgainAfterMs = 50;
/** An outage of Kafka may fail an attempt to send before the consumer has its line about it. */
const quietForMs = 5_000;

/**
 * Sends the outbox to the output topics, one batch at a time for each partition, and then deletes
 * it. After a crash in between the messages are sent again with the same ids.
 */
@Injectable()
export class Relay {
  private readonly owned = new Map<number, Work>();
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
    @Inject(LogServer) private readonly logServer: Pick<LogServer, 'report' | 'markHeldBack'>,
  ) {}

  assign(partitions: readonly number[]): void {
    for (const partition of this.owned.keys()) {
      if (!partitions.includes(partition)) this.owned.delete(partition);
    }
    for (const partition of partitions) {
      if (!this.owned.has(partition)) this.owned.set(partition, newWork());
    }
  }

  /** The partitions whose outbox is this instance's to send. */
  partitions(): readonly number[] {
    return [...this.owned.keys()];
  }

  /** The partitions whose outbox is over its bound, and which wait for it. */
  heldBack(): readonly number[] {
    return [...this.owned].filter(([, { isHeldBack }]) => isHeldBack).map(([each]) => each);
  }

  /**
   * Waits until a partition's outbox is within its bound.
   * @param whileWaiting called before each look; when it returns false the waiting ends.
   * @returns false where it ended so, or the partition is another instance's.
   */
  async makeRoom(partition: number, whileWaiting: () => Promise<boolean>): Promise<boolean> {
    const work = this.owned.get(partition);
    if (!work) return false;
    try {
      while (work.messages > outboxBound) {
        work.isHeldBack = true;
        this.logServer.markHeldBack();
        if (!(await whileWaiting()) || this.owned.get(partition) !== work) return false;
        const before = work.messages;
        const found = await this.ledger.readBacklog(partition).catch(() => undefined);
        if (found && work.messages === before) work.messages = found.messages;
        if (work.messages > outboxBound) await sleep(lookAgainAfterMs);
      }
      return true;
    } finally {
      work.isHeldBack = false;
    }
  }

  /**
   * Sends a partition's outbox.
   * @param added how many messages the commit before has added
   */
  kick(partition: number, added = 0): void {
    const work = this.owned.get(partition);
    if (!work) return;
    work.messages += added;
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
      await sleep(10);
    }
  }

  private async drain(partition: number, work: Work): Promise<void> {
    while (work.pending && !this.stopped && this.owned.get(partition) === work) {
      work.pending = false;
      try {
        while (!this.stopped && (await this.sendSome(partition)));
        this.sendsAgain(partition);
      } catch (error) {
        this.waits(partition, error);
        this.metrics.outboxFailures.inc();
        work.pending = true;
        await sleep(500);
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
    const work = this.owned.get(partition);
    if (work) work.messages = Math.max(0, work.messages - entries.length);
  }
}

/** What the relay does for a partition. */
interface Work {
  /** There may be messages that the last look has not seen. */
  pending: boolean;
  running: boolean;
  /** How many this instance has added and not sent; what is there is looked up over the bound. */
  messages: number;
  isHeldBack: boolean;
}

function newWork(): Work {
  return { pending: false, running: false, messages: 0, isHeldBack: false };
}

function sleep(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMs));
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

import { topicName, type OutputKind, type ServiceLog } from '#contract';
import { Ledger, type JournalPlace, type OutboxEntry } from '#ledger';
import { LogProducer, Turns } from '#log';
import { LogServer } from '#log/server';
import { LOG, type TracedSpan } from '#service';
import { Inject, Injectable } from '@nestjs/common';
import type { JackpotEnv } from '../env.js';
import { ENV } from '../ledger/injection-tokens.js';
import { LedgerMetrics } from '../metrics.js';
import { JointSender } from './joint-sender.js';
import { Traces } from './traces.js';

/**
 * Maximum time that an output waits for its turn. The additions of all partitions meanwhile are
 * read, sent and trimmed together.
 */
const restMs = 50;
/**
 * An outage of Kafka may fail an attempt to send before the consumer has logged its line about it.
 */
const quietForMs = 5_000;

/**
 * The shared parts of all partitions' senders: one way to Kafka, turns, and one line in the log.
 */
@Injectable()
export class Relay {
  isStopped = false;
  /** Maximum number of messages of an outbox read at once. */
  readonly entriesPerRead: number = 500;
  /**
   * Time since which partitions cannot send, by their senders, and since which the log has a line.
   */
  private readonly waitingSinceMs = new Map<object, number>();
  private loggedSinceMs: number | undefined;
  private readonly turns = new Turns(restMs);
  private readonly joint: JointSender;

  constructor(
    @Inject(ENV) private readonly env: Pick<JackpotEnv, 'TOPIC_PREFIX'>,
    @Inject(LOG) private readonly log: ServiceLog,
    readonly ledger: Ledger,
    producer: LogProducer,
    private readonly metrics: LedgerMetrics,
    private readonly traces: Traces,
    @Inject(LogServer) readonly logServer: Pick<LogServer, 'report' | 'markHeldBack'>,
  ) {
    this.joint = new JointSender(producer);
  }

  /** Waits until the next read of the outboxes. */
  turn(): Promise<void> {
    return this.turns.next();
  }

  /** Lets no sender read another batch. */
  async stop(): Promise<void> {
    await this.turns.end();
    this.isStopped = true;
  }

  /** Logs one line for all partitions, and none for an outage that has its own line. */
  waits(sender: { readonly partition: number }, error: unknown): void {
    this.metrics.outboxFailures.inc();
    const { ledger, logServer } = this;
    if (ledger.waitingSinceMs !== undefined || logServer.report().state === 'waiting') {
      this.waitingSinceMs.delete(sender);
      return;
    }
    const nowMs = performance.now();
    const sinceMs = this.waitingSinceMs.get(sender) ?? nowMs;
    this.waitingSinceMs.set(sender, sinceMs);
    if (this.loggedSinceMs !== undefined || nowMs - sinceMs < quietForMs) return;
    this.loggedSinceMs = sinceMs;
    const { partition } = sender;
    const fields = { event: 'outbox-waits', partition, error: String(error) } as const;
    this.log.warn(fields, 'the outbox waits');
  }

  sendsAgain(sender: object): void {
    this.ends(sender);
    if (this.loggedSinceMs === undefined || this.waitingSinceMs.size > 0) return;
    const waitedMs = Math.round(performance.now() - this.loggedSinceMs);
    this.loggedSinceMs = undefined;
    this.log.info({ event: 'outbox-back', waitedMs }, 'the outbox is sent again');
  }

  /** Notes that the sender has nothing more to send, or its partition is another instance's. */
  ends(sender: object): void {
    this.waitingSinceMs.delete(sender);
  }

  /**
   * Sends entries of a partition's outbox, in their order.
   * @returns the place of the first of them.
   */
  async send(partition: number, entries: readonly OutboxEntry[]): Promise<JournalPlace> {
    const spans = this.traces.beginSending(entries);
    const written = await this.joint.send(
      entries.map(({ topic, key, id, value }) => ({
        topic: topicName(this.env.TOPIC_PREFIX, topic as OutputKind),
        key: key === '' ? null : key,
        value,
        headers: {
          id,
          partition: String(partition),
          // The offset that the block covers; the place in the outbox is not covered.
          offset: id.split('/')[1] as string,
          'content-type': 'application/json',
          ...traceHeader(spans?.get(id)),
        },
      })),
    );
    this.traces.sent(spans);
    for (const { topic } of entries) this.metrics.outputs.inc({ topic });
    const [first] = written;
    return { partition: first?.partition ?? 0, offset: first?.baseOffset ?? 0 };
  }
}

function traceHeader(span: TracedSpan | undefined): { traceparent?: string } {
  return span ? { traceparent: span.traceparent } : {};
}

import { topicName, type OutputKind, type ServiceLog } from '#contract';
import { OutboxReader, type OutboxCommit } from '#engine';
import { isDenial, Ledger, type OutboxEntry } from '#ledger';
import { LogProducer, LogServer, Turns } from '#log';
import type { TracedSpan } from '#service';
import { Inject, Injectable } from '@nestjs/common';
import type { JackpotEnv } from '../env.js';
import { LedgerMetrics } from '../metrics.js';
import { ENV, LOG } from './injection-tokens.js';
import { JointSender } from './joint-sender.js';
import { Traces } from './traces.js';

const entriesPerRead = 500;
/** Below the brokers' usual limit for one batch, 1 MiB, with room for keys and headers. */
const bytesPerSend = 512 * 1024;
/**
 * Above this many waiting messages of a partition nothing more of it is folded. It bounds Redis'
 * memory, and the time that an award waits behind what garbage in the log has made.
 */
const outboxBound = 2_000;
const lookAgainAfterMs = 50;
/**
 * The longest that an output waits for its turn. What all partitions add meanwhile is read, sent
 * and trimmed together.
 */
const restMs = 50;
/** An outage of Kafka may fail an attempt to send before the consumer has its line about it. */
const quietForMs = 5_000;

/**
 * Sends the outbox to the output topics, whole commits at a time for each partition, and then
 * deletes them. After a crash in between the messages are sent again with the same ids. It sends
 * what the block of a commit covers, of blocks that the keeper knows, and nothing else.
 */
@Injectable()
export class Relay {
  private readonly owned = new Map<number, Work>();
  /** Hashes of the blocks that may be sent, by partition. */
  private readonly expected = new Map<number, Set<string>>();
  private onFault: (partition: number, sentence: string) => void = () => undefined;
  /** Since when partitions cannot send, and since when the log says so. */
  private readonly waitingSinceMs = new Map<number, number>();
  private loggedSinceMs: number | undefined;
  private stopped = false;
  private readonly turns = new Turns(restMs);
  private readonly joint: JointSender;

  constructor(
    @Inject(ENV) private readonly env: JackpotEnv,
    @Inject(LOG) private readonly log: ServiceLog,
    private readonly ledger: Ledger,
    producer: LogProducer,
    private readonly metrics: LedgerMetrics,
    private readonly traces: Traces,
    @Inject(LogServer) private readonly logServer: Pick<LogServer, 'report' | 'markHeldBack'>,
  ) {
    this.joint = new JointSender(producer);
  }

  assign(partitions: readonly number[]): void {
    for (const partition of this.owned.keys()) {
      if (!partitions.includes(partition)) this.owned.delete(partition);
    }
    this.expected.clear();
    for (const partition of partitions) {
      if (!this.owned.has(partition)) this.owned.set(partition, newWork());
    }
  }

  /** The commit with this block is about to be made. */
  expect(partition: number, hash: string): void {
    this.expected.get(partition)?.add(hash);
  }

  /** The ledger is read just now: until then nothing is sent. */
  forget(partition: number): void {
    this.expected.delete(partition);
  }

  /** The ledger was read: these blocks wait in its outbox. */
  expectOnly(partition: number, hashes: ReadonlySet<string>): void {
    this.expected.set(partition, new Set(hashes));
  }

  /** Tells what stands in an outbox and was written by no commit that is known here. */
  listenToFaults(listener: (partition: number, sentence: string) => void): void {
    this.onFault = listener;
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
    await this.turns.end();
    this.stopped = true;
    while ([...this.owned.values()].some(({ running }) => running)) {
      await sleep(10);
    }
  }

  private async drain(partition: number, work: Work): Promise<void> {
    while (work.pending && !this.stopped && this.owned.get(partition) === work) {
      await this.turns.next();
      if (this.owned.get(partition) !== work) break;
      work.pending = false;
      try {
        await this.sendAll(partition);
        this.sendsAgain(partition);
      } catch (error) {
        // Sent and not trimmed, it would be sent again and again: the opening says what is denied.
        if (isDenial(error)) {
          this.forget(partition);
          this.onFault(partition, (error as Error).message);
          break;
        }
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

  private async sendAll(partition: number): Promise<void> {
    const outbox = new OutboxReader(partition, (after) =>
      this.ledger.readOutbox(partition, entriesPerRead, after),
    );
    while (!this.stopped) {
      const commits = await outbox.next();
      const own = this.expected.get(partition);
      const unknown = commits.findIndex(({ block }) => own?.has(block.hash) !== true);
      const known = unknown < 0 ? commits : commits.slice(0, unknown);
      if (known.length > 0 && !(await this.sendCommits(partition, known))) return;
      for (const { block } of known) own?.delete(block.hash);
      if (outbox.fault !== undefined) return this.onFault(partition, outbox.fault);
      // It has been dropped, or it is read just now: then its opening says what to send.
      if (known.length === 0 && (unknown < 0 || !own)) return;
      if (unknown >= 0)
        return this.onFault(partition, 'the outbox has a block of another instance');
    }
  }

  /**
   * Sends commits in batches that a broker takes. Only whole ones are deleted: see `digest`.
   * @returns whether they are: where Redis has gone back they may stay, and are sent again when the
   *   partition was opened again.
   */
  private async sendCommits(partition: number, commits: readonly OutboxCommit[]): Promise<boolean> {
    const entries = commits.flatMap((commit) => commit.entries);
    let place = { partition: -1, offset: -1 };
    for (const batch of batchesOf(entries)) place = await this.send(partition, batch);
    const { block } = commits.at(-1)?.block ?? { block: 0 };
    const sent = commits.map((commit) => commit.entries);
    const deleted = await this.ledger.trimOutbox(partition, sent, { block, ...place });
    const work = this.owned.get(partition);
    if (work) work.messages = Math.max(0, work.messages - deleted);
    return deleted > 0;
  }

  /** @returns where the last block of the entries is. */
  private async send(partition: number, entries: readonly OutboxEntry[]) {
    const spans = this.traces.beginSending(entries);
    const written = await this.joint.send(
      entries.map(({ topic, key, id, value }) => ({
        topic: topicName(this.env.TOPIC_PREFIX, topic as OutputKind),
        key: key === '' ? null : key,
        value,
        headers: {
          id,
          partition: String(partition),
          // As the block covers it; the place in the outbox is not covered.
          offset: id.split('/')[1] as string,
          'content-type': 'application/json',
          ...traceHeader(spans?.get(id)),
        },
      })),
    );
    this.traces.sent(spans);
    for (const { topic } of entries) this.metrics.outputs.inc({ topic });
    const journal = topicName(this.env.TOPIC_PREFIX, 'journal');
    const first = written.find(({ topic }) => topic === journal);
    const blocks = entries.filter(({ topic }) => topic === 'journal').length;
    return { partition: first?.partition ?? 0, offset: (first?.baseOffset ?? 0) + blocks - 1 };
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

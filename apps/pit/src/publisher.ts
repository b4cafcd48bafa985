import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { homePartition } from '#contract';
import type { LogProducer, OutgoingMessage } from '#log';
import type { TableKey } from '#table-client';
import type { Books, BookEntry } from './books.js';
import type { ClientFloor } from './client-floor.js';
import type { PitRecord } from './controller.js';
import type { Pit } from './pit.js';
import type { Tally } from './tally.js';

export interface PublisherOptions {
  readonly pit: Pit;
  readonly producer: LogProducer;
  readonly topic: string;
  readonly partitions: number;
  /** Speed relative to real tables; Infinity for as fast as the brokers acknowledge. */
  readonly speed: number;
  /** Share of the records that begin a trace. */
  readonly tracedShare: number;
  /** Undefined if the tables sign nothing. */
  readonly key: TableKey | undefined;
  readonly books: Books | undefined;
  /** Undefined if the tables write to Kafka themselves. */
  readonly floor: ClientFloor | undefined;
  readonly tally: Tally;
  readonly warn: (sentence: string) => void;
}

/** Larger requests are hardly faster: kafkajs copies its groups for each further message. */
const requestLimit = 2_000;
const headers = { 'content-type': 'application/cloudevents+json' };
const retryAfterMs = 1_000;
/** Tables that could not send for longer than this continue from there instead of catching up. */
const lateLimitSeconds = 1;

interface Request {
  readonly records: readonly PitRecord[];
  readonly messages: readonly (OutgoingMessage & { partition: number; value: string })[];
}

/** Sends a pit's records, one request at a time, so that those of a table keep their order. */
export class Publisher {
  private isClosing = false;
  private isGivenUp = false;
  private wake = new AbortController();
  /** On the clock of `performance.now()`. */
  private openedAtMs = 0;

  constructor(private readonly options: PublisherOptions) {}

  /** Resolves when everything is played, sent and in the books. @returns false if it gave up. */
  async run(): Promise<boolean> {
    this.openedAtMs = performance.now();
    let sending: Promise<void> = Promise.resolve();
    for (;;) {
      const request = this.takeDue();
      await sending;
      if (this.isGivenUp) return false;
      if (request.records.length > 0) sending = this.send(request);
      else if (this.options.pit.nextAtSeconds === Infinity) return true;
      else await this.untilNext();
    }
  }

  /** Plays rounds under way to their end at once. */
  close(): void {
    this.isClosing = true;
    this.options.pit.close();
    this.wake.abort();
  }

  /** Ends after the request in flight; the rest is not sent. */
  giveUp(): void {
    this.isGivenUp = true;
    this.wake.abort();
    void this.options.floor?.close();
  }

  private get speed(): number {
    return this.isClosing ? Infinity : this.options.speed;
  }

  private takeDue(): Request {
    const { pit, topic, partitions } = this.options;
    const now = this.playedSeconds();
    const time = new Date().toISOString();
    const records: PitRecord[] = [];
    while (records.length < requestLimit && pit.nextAtSeconds <= now) {
      const record = pit.next();
      if (!record) break;
      records.push(record);
    }
    const messages = records.map((record) => ({
      topic,
      key: record.jackpot.id,
      value: record.text.write(time),
      headers: this.headersOf(record.text.write(time)),
      partition: homePartition(record.jackpot.id, partitions),
    }));
    return { records, messages };
  }

  private headersOf(value: string): Record<string, string> {
    const { key, tracedShare } = this.options;
    const signature = key?.signature(value);
    const isTraced = Math.random() < tracedShare;
    if (signature === undefined && !isTraced) return headers;
    return {
      ...headers,
      ...(signature !== undefined && { signature }),
      ...(isTraced && { traceparent: newTrace() }),
    };
  }

  /** Returns the time up to which the tables may have played, at most as if without any delay. */
  private playedSeconds(): number {
    const { pit } = this.options;
    if (this.speed === Infinity) return Number.MAX_VALUE;
    const now = performance.now();
    const lateSeconds = (now - this.openedAtMs) / 1000 - pit.nextAtSeconds / this.speed;
    if (lateSeconds > lateLimitSeconds && pit.nextAtSeconds !== Infinity) {
      this.openedAtMs += (lateSeconds - lateLimitSeconds) * 1000;
    }
    return ((now - this.openedAtMs) / 1000) * this.speed;
  }

  private async untilNext(): Promise<void> {
    const dueAtMs = this.openedAtMs + (this.options.pit.nextAtSeconds / this.speed) * 1000;
    await this.pause(Math.max(1, dueAtMs - performance.now()));
  }

  /** Retries until it is acknowledged; a record that is written twice keeps its sequence. */
  private async send(request: Request): Promise<void> {
    const { producer, tally, books, floor, warn } = this.options;
    let lastMessage = '';
    if (floor) return this.play(floor, request);
    while (!this.isGivenUp) {
      try {
        const bases = await producer.send(request.messages);
        for (const record of request.records) tally.add(record);
        await books?.enter(entriesOf(request, bases));
        return;
      } catch (error) {
        const { message } = error as Error;
        if (message !== lastMessage) warn(`The brokers do not acknowledge: ${message}; waiting.`);
        lastMessage = message;
        await this.pause(retryAfterMs);
      }
    }
  }

  private async play(floor: ClientFloor, { records }: Request): Promise<void> {
    try {
      await floor.play(records);
    } catch (error) {
      if (this.isGivenUp) return;
      throw error;
    }
    for (const record of records) this.options.tally.add(record);
  }

  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.wake;
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) this.wake = new AbortController();
  }
}

/** A sampled context of W3C Trace Context. */
function newTrace(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}

/** A request's records of one partition have consecutive offsets, in their order. */
function entriesOf(
  { records, messages }: Request,
  bases: readonly { partition: number; baseOffset: number }[],
): BookEntry[] {
  const next = new Map(bases.map(({ partition, baseOffset }) => [partition, baseOffset]));
  return messages.map(({ partition, value }, index) => {
    const offset = next.get(partition) as number;
    next.set(partition, offset + 1);
    return { partition, offset, text: value, isJson: (records[index] as PitRecord).text.isJson };
  });
}

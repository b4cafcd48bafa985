import type { LogRecord } from '#log';
import type { Connections } from '../connections.js';
import { ChainBlocks } from './journal-reader.js';
import type { Link } from './journal.js';
import type { Refold } from './refold.js';
import type { VerifiedChain } from './verified-chain.js';

/** So many records are folded, or so many blocks, before another partition has its turn. */
const perStep = { records: 2_000, blocks: 500 };
const bytesPerRead = 256 * 1024;

/** Folds a partition along its chain, as far as the log goes: both are read piece by piece. */
export class PartitionFold {
  private readonly blocks: ChainBlocks;
  private links: readonly Link[] = [];
  private nextLink = 0;
  private readonly events: EventReader;

  /**
   * @param chain where its blocks lie
   * @param high where the log ends
   */
  constructor(
    connections: Connections,
    readonly partition: number,
    readonly refold: Refold,
    private readonly chain: Pick<VerifiedChain, 'pieces' | 'isUndone'>,
    private readonly high: number,
  ) {
    const { head, block, position } = refold.origin;
    this.blocks = new ChainBlocks(connections, partition, chain.pieces, { head, block });
    this.events = new EventReader(connections, partition, position, high);
  }

  /**
   * Folds the next blocks.
   * @returns whether there is more.
   */
  async step(): Promise<boolean> {
    const { refold } = this;
    const endAt = refold.records + perStep.records;
    for (let blocks = 0; blocks < perStep.blocks && refold.records < endAt; blocks += 1) {
      if (this.nextLink === this.links.length) {
        this.links = await this.blocks.read();
        this.nextLink = 0;
      }
      const link = this.links[this.nextLink];
      if (link && this.chain.isUndone(link)) {
        refold.pass(link);
        this.nextLink += 1;
        continue;
      }
      if (!link || (!link.recovery && link.to >= this.high)) return false;
      const read = link.recovery ? [] : this.events.take(link);
      refold.add(link, Array.isArray(read) ? read : await read);
      this.nextLink += 1;
    }
    return true;
  }
}

/** Reads the events of a partition in order; the next ones while these are folded. */
export class EventReader {
  private records: readonly LogRecord[] = [];
  private used = 0;
  private coming: Promise<readonly LogRecord[]> | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly partition: number,
    private next: number,
    private readonly high: number,
  ) {}

  /**
   * The records of a block's range.
   * @throws Error when one of them is missing; LogFault when one cannot be read.
   */
  take({
    from,
    to,
  }: Pick<Link, 'from' | 'to'>): readonly LogRecord[] | Promise<readonly LogRecord[]> {
    const first = this.records[this.used];
    const length = to - from + 1;
    if (first?.offset !== from || this.records.length - this.used < length) {
      return this.readMore(from, to);
    }
    this.used += length;
    return this.records.slice(this.used - length, this.used);
  }

  private async readMore(from: number, to: number): Promise<readonly LogRecord[]> {
    const taken: LogRecord[] = [];
    for (let wanted = from; wanted <= to;) {
      const record = this.records[this.used];
      if (!record) {
        await this.fetch(wanted);
      } else if (record.offset > wanted) {
        throw this.missing(wanted);
      } else {
        this.used += 1;
        if (record.offset < wanted) continue;
        taken.push(record);
        wanted += 1;
      }
    }
    return taken;
  }

  private async fetch(wanted: number): Promise<void> {
    // An act of an operator has skipped offsets.
    if (!this.coming || this.next !== wanted) this.coming = this.read(wanted);
    this.records = await this.coming;
    this.used = 0;
    const last = this.records.at(-1);
    if (!last) throw this.missing(wanted);
    this.next = last.offset + 1;
    this.coming = this.next < this.high ? this.read(this.next) : undefined;
    // It is awaited when it is needed; until then a failure is nobody's.
    this.coming?.catch(() => undefined);
  }

  private async read(from: number): Promise<readonly LogRecord[]> {
    return (await this.connections.read('events', this.partition, from, bytesPerRead)) ?? [];
  }

  private missing(offset: number): Error {
    const topic = this.connections.topic('events');
    return new Error(`${topic}/${this.partition} has no record at offset ${offset}`);
  }
}

import { UserError } from '#contract/exit-codes';
import type { LogRecord } from '#log';
import type { LiveLedger } from './live-ledger.js';
import type { TopicPiece } from '../chain/chain-pieces.js';
import type { PartitionSource } from './partition-source.js';

const bytesPerRead = { events: 256 * 1024, journal: 1024 * 1024 };

/** A partition in Kafka, read piece by piece along a chain that was walked. */
export class KafkaSource implements PartitionSource {
  private records: readonly LogRecord[] = [];
  private used = 0;
  /** The offset of the next read, and its records, which arrive while others are folded. */
  private next = -1;
  private coming: Promise<readonly LogRecord[]> | undefined;

  /**
   * @param pieces places of the blocks, oldest first
   * @param high the end of the log, or the offset from which records are not wanted
   */
  constructor(
    private readonly live: LiveLedger,
    private readonly partition: number,
    private readonly pieces: readonly TopicPiece[],
    private readonly high: number,
  ) {}

  async *blocks(): AsyncGenerator<readonly string[]> {
    for (const piece of this.pieces) yield* this.readPiece(piece);
  }

  notTheBlock(number: number): UserError {
    return new UserError(
      `The journal’s topic has changed while it was read: block ${number} of partition ${this.partition} is not where it was. Run the command again.`,
    );
  }

  /** @throws Error if one of the records is missing; LogFault if one cannot be read. */
  take({
    from,
    to,
  }: {
    from: number;
    to: number;
  }): readonly LogRecord[] | undefined | Promise<readonly LogRecord[]> {
    if (to >= this.high) return undefined;
    const first = this.records[this.used];
    const length = to - from + 1;
    if (first?.offset !== from || this.records.length - this.used < length) {
      return this.readMore(from, to);
    }
    this.used += length;
    return this.records.slice(this.used - length, this.used);
  }

  private async *readPiece({ topicPartition, from, to }: TopicPiece) {
    const begins = `{"partition":${this.partition},`;
    for (let next = from; next <= to;) {
      const { live } = this;
      const read = await live.read('journal', topicPartition, next, bytesPerRead.journal);
      const last = read?.at(-1);
      if (!read || !last) {
        const where = `${live.topic('journal')}/${topicPartition}`;
        throw new UserError(`${where} has lost its record ${next}. Run the command again.`);
      }
      yield read.flatMap(({ offset, value, steppedOver }) => {
        if (offset > to || steppedOver || !value) return [];
        return value.toString('latin1', 0, begins.length) === begins ? value.toString() : [];
      });
      next = last.offset + 1;
    }
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
    // An operator's act has skipped offsets.
    if (!this.coming || this.next !== wanted) this.coming = this.readEvents(wanted);
    this.records = await this.coming;
    this.used = 0;
    const last = this.records.at(-1);
    if (!last) throw this.missing(wanted);
    this.next = last.offset + 1;
    this.coming = this.next < this.high ? this.readEvents(this.next) : undefined;
    // It is awaited when it is needed; until then nobody handles a failure.
    this.coming?.catch(() => undefined);
  }

  private async readEvents(from: number): Promise<readonly LogRecord[]> {
    const { live, partition } = this;
    return (await live.read('events', partition, from, bytesPerRead.events)) ?? [];
  }

  private missing(offset: number): Error {
    const topic = this.live.topic('events');
    return new Error(`${topic}/${this.partition} has no record at offset ${offset}`);
  }
}

import { type UserError, differs } from '#contract/exit-codes';
import { timeOf } from '#engine';
import type { LogRecord } from '#log';
import { dayOf } from './archive-names.js';
import { dayFileNameOf, readLines, type KnownFile } from './day-reader.js';
import { recordOfLine } from './record-line.js';
import type { PartitionSource } from '../source/partition-source.js';
import type { SpanSink } from './span-fold.js';

/** A partition's part of a span, read from the files of an archive. */
export class ArchiveSource implements PartitionSource {
  private readonly coming: AsyncGenerator<readonly LogRecord[]>;
  private records: readonly LogRecord[] = [];
  private used = 0;
  /** Days of the files with the last block and with the records that were taken last. */
  private blockDay = '';
  private recordsDay = '';
  private takenDays: string[] = [];

  /** @param files of one partition and span, the oldest first. */
  constructor(
    private readonly partition: number,
    private readonly files: readonly KnownFile[],
  ) {
    this.coming = this.readRecords();
  }

  async *blocks(): AsyncGenerator<readonly string[]> {
    for (const known of this.files) {
      if (known.file.kind !== 'journal') continue;
      for await (const lines of readLines(known)) {
        this.blockDay = known.file.day;
        yield lines;
      }
    }
  }

  /**
   * Receives the folded records and blocks; throws a UserError if one is in the file of another
   * day.
   * @param newestMs effective time of the record before the span, ms.
   */
  dayCheck(newestMs: number): SpanSink {
    let [blockDay, recordDay] = [dayOf(newestMs), dayOf(newestMs)];
    return {
      // A block with an invalid time differs from the fold's block; that comparison reports it.
      onBlock: async ({ block, at, recovery }) => {
        blockDay = laterOf(blockDay, dayOf(recovery ? 0 : Date.parse(at) || 0));
        this.assertDay(`block ${block}`, this.blockDay, blockDay);
      },
      onRecords: async (records, beforeMs) => {
        let newest = beforeMs;
        for (const [index, record] of records.entries()) {
          newest = timeOf(record, newest);
          recordDay = laterOf(recordDay, dayOf(newest));
          this.assertDay(`offset ${record.offset}`, this.takenDays[index], recordDay);
        }
      },
    };
  }

  notTheBlock(number: number): UserError {
    return differs(`Partition ${this.partition}: block ${number} is not the one that follows`);
  }

  /** @throws UserError if the next records in the files are not those of the range. */
  async take({ from, to }: { from: number; to: number }): Promise<readonly LogRecord[]> {
    const taken: LogRecord[] = [];
    this.takenDays = [];
    for (let wanted = from; wanted <= to; wanted += 1) {
      const record = await this.next();
      if (record?.offset !== wanted) throw this.otherThan(wanted, record?.offset ?? 'none');
      taken.push(record);
      this.takenDays.push(this.recordsDay);
    }
    return taken;
  }

  /** @throws UserError if the files have records that no block names. */
  async end(): Promise<void> {
    const record = await this.next();
    if (record) throw this.otherThan('none', record.offset);
  }

  /** Closes the open file after a failed read. */
  async close(): Promise<void> {
    await this.coming.return(undefined);
  }

  private async next(): Promise<LogRecord | undefined> {
    while (this.used === this.records.length) {
      const { done, value } = await this.coming.next();
      if (done) return undefined;
      this.records = value;
      this.used = 0;
    }
    this.used += 1;
    return this.records[this.used - 1];
  }

  private async *readRecords(): AsyncGenerator<readonly LogRecord[]> {
    for (const known of this.files) {
      if (known.file.kind !== 'events') continue;
      for await (const lines of readLines(known)) {
        this.recordsDay = known.file.day;
        yield lines.map((line) => this.read(line, known));
      }
    }
  }

  private assertDay(what: string, found: string | undefined, day: string): void {
    if (found === day) return;
    throw differs(
      `Partition ${this.partition}: ${what} is of ${day}, but is in the file of ${found}`,
    );
  }

  private read(line: string, known: KnownFile): LogRecord {
    const record = recordOfLine(this.partition, line);
    if (record) return record;
    throw differs(
      `Partition ${this.partition}: a line of ${dayFileNameOf(known)} is not as \`archive\` writes it: ${line.slice(0, 100)}`,
    );
  }

  private otherThan(wanted: number | string, found: number | string): UserError {
    return differs(
      `Partition ${this.partition}: by the blocks the next record is at offset ${wanted}, but in the files it is ${found}`,
    );
  }
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

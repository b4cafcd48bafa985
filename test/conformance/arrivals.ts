import { homePartition, topicName } from '#contract';
import { TopicReader } from '#log';
import { EventStream } from '#testing/event-stream';
import { tokenOfTable, type TestStack } from '#testing/test-stack';

/** An event of a table, as the log has it. */
export interface TableRecord {
  readonly offset: number;
  readonly text: string;
  readonly type: string;
  readonly source: string;
  readonly sequence: bigint;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly round?: string;
    readonly seat?: number;
  };
}

/**
 * The records that a table has sent, read from the log, and their results, read from the ledger.
 */
export class Arrivals {
  /** In the order of the log, each text once. */
  readonly records: TableRecord[] = [];
  /** Other sources that sent to the same jackpot meanwhile. */
  readonly strangers = new Set<string>();
  /** The number of records that came more than once. */
  repeats = 0;
  private readonly texts = new Set<string>();

  private constructor(
    private readonly reader: TopicReader,
    private readonly stream: EventStream,
    private readonly of: { readonly jackpot: string; readonly table: string },
    private readonly partition: number,
    private next: number,
  ) {}

  /** Watches the arrivals from now on. */
  static async of(stack: TestStack, gateway: string, jackpot: string, table: string) {
    const topic = topicName(stack.env['TOPIC_PREFIX'] as string, 'events');
    const reader = new TopicReader(stack.kafka, topic);
    const marks = await reader.marks();
    const stream = await EventStream.open(`${gateway}/v1/tables/${jackpot}/${table}/stream`, {
      authorization: `Bearer ${tokenOfTable(table)}`,
    });
    await stream.find('state');
    const partition = homePartition(jackpot, marks.length);
    const next = marks[partition]?.high ?? 0;
    return new Arrivals(reader, stream, { jackpot, table }, partition, next);
  }

  /** Reads the new records. */
  async look(): Promise<void> {
    for (const record of (await this.reader.read(this.partition, this.next)) ?? []) {
      this.next = record.offset + 1;
      if (record.value) this.take(record.offset, record.value.toString());
    }
  }

  /** @returns why the ledger has refused it, null if it has applied it, undefined until then */
  refusalOf({ offset, sequence }: TableRecord): string | null | undefined {
    const refused = this.stream.named('refused').find(({ data }) => {
      return data['offset'] === offset || data['sequence'] === String(sequence);
    });
    if (refused) return String(refused.data['reason']);
    return offset < this.position ? null : undefined;
  }

  /** Whether the ledger has judged all records so far. */
  get areAllJudged(): boolean {
    return this.records.every((record) => this.refusalOf(record) !== undefined);
  }

  async close(): Promise<void> {
    this.stream.close();
    await this.reader.close();
  }

  /** The records before this offset have been judged. */
  private get position(): number {
    const positions = [...this.stream.named('applied'), ...this.stream.named('state')].map(
      ({ data }) => data['position'] as number,
    );
    return Math.max(0, ...positions);
  }

  private take(offset: number, text: string): void {
    const event = JSON.parse(text) as Record<string, unknown>;
    if (event['subject'] !== this.of.jackpot || event['expires'] !== undefined) return;
    const source = String(event['source']);
    // A table of another case may still send something.
    const kitOf = (table: string): string => table.replace(/\d+$/, '');
    const isOfKit = kitOf(source) === kitOf(this.of.table);
    if (source !== this.of.table && isOfKit) return;
    if (source !== this.of.table) this.strangers.add(source);
    else if (this.texts.has(text)) this.repeats += 1;
    else {
      this.texts.add(text);
      const { type, data } = event as { type: string; data: TableRecord['data'] };
      const sequence = BigInt(event['sequence'] as string);
      this.records.push({ offset, text, type, source, sequence, data });
    }
  }
}

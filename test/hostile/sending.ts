import kafkajs, { type Kafka, type Producer } from 'kafkajs';
import type { OutgoingMessage } from '#log';
import type { WildRecord } from './records.js';

/** A record with its partition and offset. */
export interface Placed {
  readonly record: WildRecord;
  readonly offset: number;
}

const bytesPerRequest = 700_000;
const recordsPerRequest = 3_000;

/**
 * Sends hostile and healthy records in one stream, in a few large batches, some of them compressed.
 */
export class Sender {
  readonly placed: Placed[] = [];
  /** Batches that the broker itself refused. */
  refusedBatches = 0;
  private waiting: WildRecord[] = [];
  private bytes = 0;
  private requests = 0;
  private readonly producer: Producer;

  constructor(
    kafka: Kafka,
    private readonly topic: string,
  ) {
    this.producer = kafka.producer({
      allowAutoTopicCreation: false,
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
      retry: { retries: 0 },
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }

  async add(record: WildRecord): Promise<void> {
    const size = sizeOf(record);
    if (this.bytes + size > bytesPerRequest || this.waiting.length >= recordsPerRequest) {
      await this.flush();
    }
    this.waiting.push(record);
    this.bytes += size;
  }

  /** Sends the waiting records; the broker keeps their order. */
  async flush(): Promise<void> {
    const records = this.waiting;
    this.waiting = [];
    this.bytes = 0;
    if (records.length > 0) await this.send(records);
  }

  /** Sends a batch that the broker accepts or refuses as a whole. */
  async tryAlone(record: WildRecord, timestamp: string): Promise<void> {
    await this.flush();
    await this.send([record], timestamp).catch(() => (this.refusedBatches += 1));
  }

  private async send(records: readonly WildRecord[], timestamp?: string): Promise<void> {
    this.requests += 1;
    const { None, GZIP } = kafkajs.CompressionTypes;
    const answers = await this.producer.sendBatch({
      acks: -1,
      compression: this.requests % 4 === 0 ? GZIP : None,
      topicMessages: [
        { topic: this.topic, messages: records.map((each) => message(each, timestamp)) },
      ],
    });
    const next = new Map(
      answers.map(({ partition, baseOffset }) => [partition, Number(baseOffset)]),
    );
    for (const record of records) {
      const offset = next.get(record.partition) as number;
      next.set(record.partition, offset + 1);
      // The broker dates every record itself.
      const { key, value, headers, partition } = record;
      this.placed.push({ record: { key, value, headers, partition }, offset });
    }
  }
}

/** A healthy record in the form of the hostile ones. */
export function healthy({ key, value, headers }: OutgoingMessage, partition: number): WildRecord {
  return { key, value: Buffer.from(value), headers: headers ?? {}, partition };
}

function message(
  { key, value, headers, partition, timestamp: own }: WildRecord,
  timestamp?: string,
) {
  const at = timestamp ?? own?.toString();
  return {
    key,
    value,
    // kafkajs writes a list as several headers with the same name.
    headers: headers as Record<string, string | Buffer | (string | Buffer)[]>,
    partition,
    ...(at !== undefined && { timestamp: at }),
  };
}

function sizeOf({ value, headers, key }: WildRecord): number {
  const inHeaders = Object.entries(headers).flatMap(([name, each]) => [name, ...[each].flat()]);
  const texts = inHeaders.reduce((sum, text) => sum + text.length * 2 + 10, 0);
  return (value?.length ?? 0) + texts + (key?.length ?? 0) * 3 + 50;
}

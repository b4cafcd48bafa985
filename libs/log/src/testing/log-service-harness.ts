import { randomUUID } from 'node:crypto';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { Kafka } from 'kafkajs';
import { until } from '#testing/until';
import { openKafka } from '../kafka.js';
import {
  logPatterns,
  type Applied,
  type ApplyRecords,
  type LogHandler,
  type LookAtLedger,
  type Looked,
  type Opened,
} from '../log-handler.js';
import { LogProducer } from '../producer.js';
import { anchorOf, type LogRecord } from '../record.js';
import { LogServer } from '../server.js';
import type { LogServerOptions } from '../server-options.js';
import { ensureTopics } from '../topics.js';

export const brokers = process.env['KAFKA_BROKERS'] ?? '127.0.0.1:9092';

/** Keeps the lines of the log for a test. */
export class CapturedLines {
  readonly lines: { level: string; fields: object; message: string }[] = [];
  debug = (): void => undefined;
  info = (fields: object, message: string): void => this.add('info', fields, message);
  warn = (fields: object, message: string): void => this.add('warn', fields, message);
  error = (fields: object, message: string): void => this.add('error', fields, message);

  errors(): string[] {
    return this.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
  }

  private add(level: string, fields: object, message: string): void {
    this.lines.push({ level, fields, message });
  }
}

/** Replaces the ledger: positions in memory, which outlive the service that fills them. */
export class Book {
  readonly positions = new Map<number, { position: number; anchor: string | undefined }>();
  readonly applied: LogRecord[] = [];
  readonly opened: number[] = [];
  /** Its answer, if any, replaces the applying. */
  instead: (work: ApplyRecords) => Promise<Applied | undefined> | Applied | undefined = () =>
    undefined;
  /** Tells whether a run is left uncommitted, as while more is known to wait. */
  leaves: (work: ApplyRecords) => boolean = () => false;
  /** Most records of a run that it applies. */
  most = Infinity;
  /** The reported time of each run. */
  foldMs = 0;
  private readonly left = new Map<number, LogRecord[]>();
  beforeOpen: () => Opened | undefined = () => undefined;

  open(partition: number): Opened {
    this.opened.push(partition);
    this.left.delete(partition);
    const found = this.positions.get(partition) ?? { position: 0, anchor: undefined };
    return this.beforeOpen() ?? { outcome: 'opened', newestMs: 0, anyTimeBefore: 0, ...found };
  }

  async apply(work: ApplyRecords): Promise<Applied> {
    const answer = await this.instead(work);
    if (answer) return answer;
    const own = work.records.slice(0, this.most);
    const records = [...(this.left.get(work.partition) ?? []), ...own];
    const last = records.at(-1) as LogRecord;
    const position = last.offset + 1;
    const { foldMs } = this;
    if (work.records.length > 0 && this.leaves(work)) {
      this.left.set(work.partition, records);
      return { outcome: 'folded', position, foldMs };
    }
    this.left.delete(work.partition);
    this.applied.push(...records);
    this.positions.set(work.partition, { position, anchor: anchorOf(last) });
    return { outcome: 'applied', position, foldMs };
  }

  /** Values in the order in which they were applied. */
  values(partition = 0): string[] {
    const here = this.applied.filter((record) => record.partition === partition);
    return here.map(({ value }) => String(value));
  }
}

@Controller()
class BookController implements LogHandler {
  constructor(private readonly book: Book) {}

  @MessagePattern(logPatterns.assigned)
  assigned(): true {
    return true;
  }

  @MessagePattern(logPatterns.open)
  async open(@Payload() { partition }: { partition: number }): Promise<Opened> {
    return this.book.open(partition);
  }

  @MessagePattern(logPatterns.look)
  async look(@Payload() { partition, position }: LookAtLedger): Promise<Looked> {
    const found = this.book.positions.get(partition)?.position ?? 0;
    return found === position ? { outcome: 'same' } : { outcome: 'reload', detail: 'set back' };
  }

  @MessagePattern(logPatterns.apply)
  apply(@Payload() work: ApplyRecords): Promise<Applied> {
    return this.book.apply(work);
  }
}

@Module({})
class BookModule {}

export interface Service {
  readonly server: LogServer;
  readonly app: INestMicroservice;
  readonly captured: CapturedLines;
  readonly fatal: string[];
}

/** A test's own topic, and services that read it. */
export class LogServiceHarness {
  readonly topic = `t${randomUUID().slice(0, 8)}.events`;
  readonly kafka: Kafka;
  readonly admin;
  /** The lines of the client of Kafka. */
  readonly captured = new CapturedLines();
  private readonly producer: LogProducer;
  private readonly services: Service[] = [];

  /** @param own the test's own brokers; by default those that all tests share. */
  constructor({ own = brokers, clientId = 'test' } = {}) {
    this.kafka = openKafka(
      { brokers: own.split(','), ssl: false, sasl: undefined, clientId },
      this.captured,
    );
    this.admin = this.kafka.admin();
    this.producer = new LogProducer(this.kafka);
  }

  async make(partitions = 1): Promise<void> {
    await ensureTopics(this.kafka, [{ topic: this.topic, partitions, config: {} }]);
  }

  /** Deletes the topic and creates it again, empty. */
  async makeAgain(partitions = 1): Promise<void> {
    await this.admin.connect();
    await this.admin.deleteTopics({ topics: [this.topic] });
    await until('the topic is gone', async () => {
      return !(await this.admin.listTopics()).includes(this.topic);
    });
    await this.make(partitions);
  }

  async write(values: readonly string[], partition = 0): Promise<void> {
    const { topic } = this;
    await this.producer.send(values.map((value) => ({ topic, key: 'k', value, partition })));
  }

  async serve(book: Book, changes: Partial<LogServerOptions> = {}): Promise<Service> {
    const captured = new CapturedLines();
    const fatal: string[] = [];
    const server = new LogServer({
      kafka: this.kafka,
      topic: this.topic,
      groupId: `${this.topic}-group`,
      sink: captured,
      prepare: () => Promise.resolve(),
      isWaitingForRedis: () => false,
      onFatal: (sentence) => fatal.push(sentence),
      sessionTimeoutMs: 6_000,
      ...changes,
    });
    const app = await NestFactory.createMicroservice(
      {
        module: BookModule,
        controllers: [BookController],
        providers: [{ provide: Book, useValue: book }],
      },
      { strategy: server, logger: false },
    );
    await app.listen();
    const service = { server, app, captured, fatal };
    this.services.push(service);
    return service;
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.splice(0).map(({ app }) => app.close()));
    await this.producer.close();
    await this.admin.connect();
    await this.admin.deleteTopics({ topics: [this.topic] }).catch(() => undefined);
    await this.admin.disconnect();
  }
}

/** The halts of a service by partition. */
export function haltsOf({ server }: Service): Record<number, string | undefined> {
  const { partitions } = server.report();
  return Object.fromEntries(partitions.map(({ partition, reason }) => [partition, reason]));
}

/** `prefix 0` to `prefix (count - 1)`. */
export function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
}

/**
 * Where the time of an event goes: each stage of its way by itself, in one process without a broker
 * and without Redis, in microseconds of one core. What is missing between their sum and what an
 * event costs in the running service is the sockets, the relay, the metrics and the waiting.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { commitOf, foldRecords, type Folded } from '#engine';
import { decodeRecord, type Root } from '#contract';
import { journalGenesis, ledgerKeys, StateDigest, type Commit } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { emptyState } from '#pools';
import { Command } from 'ioredis';
import type { KafkaMessage } from 'kafkajs';
import { commitArguments } from '../../../libs/ledger/src/commit.js';
import { decodeBatch } from '../../../libs/log/src/batch-decoder.js';
import { toRecord } from '../../../libs/log/src/record.js';
import { measureOf, type Measure } from '../measures.js';

const require = createRequire(import.meta.url);
const { RecordBatch } = require('kafkajs/src/protocol/recordBatch/v0/index.js') as {
  RecordBatch: (batch: object) => Promise<{ buffer: Buffer }>;
};
const kafkaRecord = require('kafkajs/src/protocol/recordBatch/record/v0/index.js') as (
  record: object,
) => object;
const Batch = require('kafkajs/src/consumer/batch.js') as new (
  topic: string,
  fetchedOffset: string,
  partition: object,
) => { messages: KafkaMessage[] };

export const stageNames = [
  'kafkajs decodes',
  'records are made',
  'events are decoded',
  'decoded and folded',
  'the commit is made',
  'and written for Redis',
] as const;
export type Stages = Record<(typeof stageNames)[number], Measure>;

/** A record of the log before Kafka has it. */
export interface Unsent {
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Record<string, string | Buffer>;
}

const partitions = 12;
/** As the service gets them and cuts them. */
const recordsPerFetch = 3_000;
const recordsPerCommit = 2_000;

/** @param records of one partition, from its first offset on */
export async function measureStages(
  partition: number,
  records: readonly Unsent[],
  root: Root,
  rounds: number,
): Promise<Stages> {
  const fetched: Buffer[] = [];
  for (let start = 0; start < records.length; start += recordsPerFetch) {
    fetched.push(await encode(records.slice(start, start + recordsPerFetch), start));
  }
  const context = { partitions, root };
  // Of all the records, two are signed: which keys are in force costs nothing here.
  const { authority, jackpots } = emptyState();
  const decoding = { ...context, authority, jackpots };
  const found = stageNames.map((): number[] => []);
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const clock = new Clock(records.length);
    const messages: KafkaMessage[][] = [];
    for (const [index, buffer] of fetched.entries()) {
      const { records: decoded } = await decodeBatch(buffer);
      const offset = String(index * recordsPerFetch);
      const batch = new Batch('events', offset, { partition, messages: decoded });
      messages.push(batch.messages);
    }
    clock.next();
    const read = messages.flatMap((batch) => batch.map((each) => toRecord(partition, each)));
    clock.next();
    for (const record of read) decodeRecord(record, decoding);
    clock.next();
    foldAll(read, context, clock);
    if (round > 0) clock.micros.forEach((micros, stage) => found[stage]?.push(micros));
  }
  const measures = stageNames.map((name, stage) => [name, measureOf(found[stage] ?? [])]);
  return Object.fromEntries(measures) as Stages;
}

function foldAll(
  records: readonly LogRecord[],
  context: Parameters<typeof foldRecords>[2],
  clock: Clock,
): void {
  const state = emptyState();
  const digest = new StateDigest();
  let head = journalGenesis;
  const spent = [0, 0, 0];
  for (let start = 0; start < records.length; start += recordsPerCommit) {
    const chunk = records.slice(start, start + recordsPerCommit);
    const last = chunk.at(-1) as LogRecord;
    const moments = [clock.now()];
    const folded: Folded = foldRecords(state, chunk, context);
    moments.push(clock.now());
    const commit: Commit = {
      id: randomUUID(),
      ...commitOf(state, folded, {
        head,
        block: 0,
        partitions,
        clusterId: 'bench',
        anchor: anchorOf(last),
        digest,
      }),
    };
    head = commit.block.hash;
    moments.push(clock.now());
    const { keys, args } = commitArguments(ledgerKeys('bench.', 0), commit);
    new Command('evalsha', ['', String(keys.length), ...keys].concat(args)).toWritable({});
    moments.push(clock.now());
    spent.forEach((_, part) => {
      spent[part] = (spent[part] ?? 0) + (moments[part + 1] ?? 0) - (moments[part] ?? 0);
    });
  }
  for (const micros of spent) clock.spend(micros);
}

/** Processor time, so that what else runs on the machine disturbs little. */
class Clock {
  readonly micros: number[] = [];
  private last = this.now();

  constructor(private readonly records: number) {}

  now(): number {
    const { user, system } = process.cpuUsage();
    return user + system;
  }

  next(): void {
    const now = this.now();
    this.spend(now - this.last);
    this.last = now;
  }

  spend(micros: number): void {
    this.micros.push(micros / this.records);
  }
}

async function encode(records: readonly Unsent[], firstOffset: number): Promise<Buffer> {
  const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');
  const { buffer } = await RecordBatch({
    firstOffset,
    firstTimestamp: writtenAt,
    maxTimestamp: writtenAt + records.length,
    lastOffsetDelta: records.length - 1,
    records: records.map(({ key, value, headers }, index) =>
      kafkaRecord({
        offsetDelta: index,
        timestampDelta: index,
        key: Buffer.from(key),
        value,
        headers,
      }),
    ),
  });
  return buffer;
}

import { homePartition, defaultPartitions, topicName } from '#contract';
import { ensureTopics, type LogRecord, type OutgoingMessage } from '#log';
import type { SigningKey } from '#pools';
import { jackpot } from '#testing/jackpot';
import type { Operator } from '#testing/operator';
import { until } from '#testing/until';
import { CompressionTypes, type Producer } from 'kafkajs';
import TinyQueue from 'tinyqueue';
import { topicsToMake } from '../../apps/jackpot/src/ledger/topics.js';
import { namedJackpots } from '#pit/jackpots';
import { Pit } from '#pit/pit';
import type { BenchStack } from './bench-stack.js';

/** A recorded log that every candidate reads. */
export interface Recording {
  readonly prefix: string;
  readonly topic: string;
  readonly records: number;
  readonly jackpots: number;
  readonly tables: number;
  /** Mean length of the values, bytes. */
  readonly bytes: number;
}

/** All may go to one partition, and a broker accepts at most 1 MiB at once. */
const recordsPerRequest = 2_000;
const stakeMinor = 5_000;
const openedAt = Date.parse('2026-11-21T04:00:00.000Z');

/**
 * Plays the simulated pit into the events topic of a new prefix as fast as the broker accepts it:
 * bets, deals, settlements with cards, voids. Tables are spread evenly over the jackpots, and
 * jackpots over the partitions, so that candidates can work on partitions in parallel.
 */
export async function record(
  stack: BenchStack,
  size: { records: number; jackpots: number; tables: number },
): Promise<Recording> {
  const prefix = `${stack.fresh('bench')}.`;
  const topic = topicName(prefix, 'events');
  const kafka = stack.kafka();
  await makeTopics(stack, prefix);
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  let written = 0;
  let bytes = 0;
  try {
    const ids = jackpotNames(size.jackpots);
    const pits = new Pits(ids, size.tables);
    const { operator } = stack;
    let batch = [...keysInForce(operator), ...ids.map((id) => configured(operator, id))];
    while (batch.length > 0) {
      const sending = send(producer, topic, batch);
      written += batch.length;
      for (const { value } of batch) bytes += value.length;
      batch = pits.take(Math.min(recordsPerRequest, size.records - written));
      await sending;
    }
  } finally {
    await producer.disconnect();
  }
  return { prefix, topic, ...size, records: written, bytes: Math.round(bytes / written) };
}

/**
 * Tries again: on a busy machine the brokers may need longer to know all leaders than the service
 * waits.
 */
export async function makeTopics(stack: BenchStack, prefix: string): Promise<void> {
  const make = (): Promise<true> =>
    ensureTopics(stack.kafka(), topicsToMake(prefix)).then(() => true);
  await until('the topics to be made', make);
}

/** Deletes the topics of a log, except at most one. */
export async function forget(stack: BenchStack, log: Recording, but?: string): Promise<void> {
  const all = topicsToMake(log.prefix).map(({ topic }) => topic);
  const topics = all.filter((topic) => topic !== but);
  const admin = stack.kafka().admin();
  await admin.connect();
  try {
    await admin.deleteTopics({ topics });
    const areGone = async (): Promise<boolean> =>
      !(await admin.listTopics()).some((topic) => topics.includes(topic));
    await until('the topics to be gone', areGone);
  } finally {
    await admin.disconnect();
  }
}

/**
 * Deletes what earlier ledgers made from a log: a ledger that begins in an empty Redis would halt,
 * because the journal's topic is newer than it.
 */
export async function forgetLedgers(stack: BenchStack, log: Recording): Promise<void> {
  await forget(stack, log, log.topic);
  await makeTopics(stack, log.prefix);
}

/** Extra members that other makers' controllers usually write: a third of the bytes. */
export function usualMembers(number: number): { datacontenttype: string; traceparent: string } {
  const trace = number.toString(16).padStart(16, '0');
  const traceparent = `00-4bf92f3577b34da6${trace}-${trace}-00`;
  return { datacontenttype: 'application/json', traceparent };
}

function withUsualMembers(text: string, number: number): string {
  const members = JSON.stringify(usualMembers(number));
  return `${members.slice(0, -1)},${text.slice(1)}`;
}

type RawMessage = Pick<OutgoingMessage, 'headers'> & {
  key: string;
  value: string | Buffer;
  partition: number;
};

/** The pits of all jackpots, their records in the order of one clock. */
export class Pits {
  private readonly queue = new TinyQueue<{ readonly pit: Pit; readonly order: number }>(
    [],
    (one, other) => one.pit.nextAtSeconds - other.pit.nextAtSeconds || one.order - other.order,
  );
  private taken = 0;

  constructor(ids: readonly string[], tables: number) {
    namedJackpots(ids, stakeMinor, 'MOP').forEach((each, index) => {
      const share = Math.floor(tables / ids.length) + (index < tables % ids.length ? 1 : 0);
      const options = {
        tables: Math.max(1, share),
        rounds: 0,
        seed: each.id,
        luck: 1,
        misbehaveShare: 0,
        voidShare: 0.005,
        unsettledShare: 0,
        withHeartbeat: false,
        withCards: true,
        firstSequence: 1n,
      };
      const pit = new Pit(options, [each]);
      this.queue.push({ pit, order: index });
    });
  }

  take(count: number): RawMessage[] {
    const messages: RawMessage[] = [];
    while (messages.length < count) {
      const due = this.queue.pop();
      const record = due?.pit.next();
      if (!due || !record) break;
      this.queue.push(due);
      const key = record.jackpot.id;
      const text = record.text.write(new Date(openedAt + record.atSeconds * 1000).toISOString());
      this.taken += 1;
      messages.push({
        key,
        value: withUsualMembers(text, this.taken),
        headers: { 'content-type': 'application/cloudevents+json' },
        partition: homePartition(key, defaultPartitions),
      });
    }
    return messages;
  }
}

/**
 * Names whose home partitions take turns, so that every partition has the same number of jackpots.
 */
export function jackpotNames(count: number): string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number += 1) {
    const name = `fortune-${number}`;
    const nextHome = names.length % defaultPartitions;
    if (homePartition(name, defaultPartitions) === nextHome) names.push(name);
  }
  return names;
}

/** By partition: the record that puts the operator's key and other given keys in force there. */
export function keysInForce(operator: Operator, beside: readonly SigningKey[] = []): RawMessage[] {
  return operator.keys(beside).map(({ value, headers }, partition) => {
    return { key: '', value, partition, ...(headers && { headers }) };
  });
}

export function configured(operator: Operator, id: string, changes: object = {}): RawMessage {
  const configuration = jackpot(id, { seed: 100_000_000, maxTables: 100_000, ...changes });
  const { headers, value } = operator.command('jackpot.configured', id, configuration);
  const partition = homePartition(id, defaultPartitions);
  return { key: id, value, partition, ...(headers && { headers }) };
}

/**
 * Turns messages into records as a service reads them at the start of their partition. The record
 * time is now: a command signed now is valid for some days.
 */
export function asRecords(messages: readonly RawMessage[]): LogRecord[] {
  const recordedAtMs = Date.now();
  return messages.map(({ partition, key, value, headers }, offset) => ({
    ...{ partition, offset, key: Buffer.from(key), value: Buffer.from(value) },
    ...{ headers: { ...headers }, recordedAtMs: recordedAtMs + offset },
  }));
}

async function send(producer: Producer, topic: string, messages: RawMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += recordsPerRequest) {
    await producer.send({
      topic,
      acks: -1,
      compression: CompressionTypes.None,
      messages: messages.slice(start, start + recordsPerRequest),
    });
  }
}

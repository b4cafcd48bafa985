import { randomUUID } from 'node:crypto';
import { outputKinds, topicName } from '#contract';
import { commitOf, foldRecords } from '#engine';
import { journalGenesis, StateDigest, type JournalBlock, type OutboxEntry } from '#ledger';
import { anchorOf, ensureTopics, LogProducer, type LogRecord, openKafka } from '#log';
import { emptyState } from '#pools';
import { ServiceMetrics } from '#service';
import { silent } from '#testing/test-stack';
import { until } from '#testing/until';
import { WrittenLog } from '#testing/written-log';
import {
  giveEachTestALedger,
  type OwnLedger,
} from '../../../../libs/ledger/src/testing/own-ledger.js';
import { LedgerMetrics } from '../metrics.js';
import { OutboxSender } from './outbox-sender.js';
import { Relay } from './relay.js';
import { Traces } from './traces.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '127.0.0.1:9092').split(',');
const kafka = openKafka({ brokers, ssl: false, sasl: undefined, clientId: 'test' }, silent);
const producer = new LogProducer(kafka);
const topicPrefix = `t${randomUUID().slice(0, 8)}.`;
const topics = outputKinds.map((kind) => topicName(topicPrefix, kind));
const { partition } = WrittenLog;

beforeAll(() => {
  const wanted = topics.map((topic) => ({ topic, partitions: 1, config: {} }));
  return ensureTopics(kafka, wanted);
});
afterAll(async () => {
  await producer.close();
  const admin = kafka.admin();
  await admin.connect();
  await admin.deleteTopics({ topics });
  await admin.disconnect();
});

let own: OwnLedger;
giveEachTestALedger((given) => (own = given));

/** Holds each request until its release, like a slow Kafka; its pages are short. */
class HeldRelay extends Relay {
  override readonly entriesPerRead = 3;
  readonly held: (() => void)[] = [];
  isOpen = false;

  override async send(of: number, entries: readonly OutboxEntry[]) {
    if (!this.isOpen) await new Promise<void>((resolve) => this.held.push(resolve));
    return super.send(of, entries);
  }
}

/** Commits some bets one by one; returns the hashes of the blocks that wait in the outbox. */
async function fillOutbox(): Promise<Set<string>> {
  const log = new WrittenLog().configure('main');
  for (let seat = 1; seat <= 6; seat += 1) log.bet('main', 'T1', '1', seat);
  const state = emptyState();
  const digest = new StateDigest();
  const { partitions } = WrittenLog.context;
  let [head, block] = [journalGenesis, 0];
  const hashes = new Set<string>();
  for (const record of log.records as readonly LogRecord[]) {
    const folded = foldRecords(state, [record], WrittenLog.context);
    const anchor = anchorOf(record);
    const known = { head, block, digest, anchor, newBuild: undefined, partitions, clusterId: 'c' };
    const commit = commitOf(state, folded, known);
    const whole = { id: randomUUID(), sent: { partition: 0, offset: block }, ...commit };
    const answer = await own.ledger.commit(partition, whole, () => Promise.resolve(true));
    expect(answer).toMatchObject({ result: 'ok' });
    ({ hash: head, block } = commit.block);
    hashes.add(head);
  }
  return hashes;
}

/** Makes a relay whose requests are held. */
function heldRelay(): HeldRelay {
  const metrics = new LedgerMetrics(new ServiceMetrics('jackpot'));
  const traces = new Traces(undefined, topicPrefix);
  const server = { report: () => ({ state: 'running' }) as never, markHeldBack: () => undefined };
  const log = { ...silent, fatal: () => undefined };
  const env = { TOPIC_PREFIX: topicPrefix };
  return new HeldRelay(env, log, own.ledger, producer, metrics, traces, server);
}

test('a block is waited for, and given up with its partition or when Kafka is silent', async () => {
  const relay = heldRelay();
  const sender = new OutboxSender(partition, relay, () => undefined);
  const entry = { outboxId: '0-1', topic: 'journal', key: '0', id: '0/0/journal/1', value: '{}' };
  const made = { outbox: [entry], block: { hash: '1' } as JournalBlock };
  let looks = 0;
  const writing = sender.writeBlock(made, () => Promise.resolve((looks += 1) > 0));
  await until('a look whether it is still wanted', () => looks > 0);
  relay.held[0]?.();
  expect(await writing).toEqual({ partition: expect.any(Number), offset: expect.any(Number) });
  expect(sender.unsentForMs()).toBe(0);
  const unwanted = sender.writeBlock(made, () => Promise.resolve(false));
  expect(await unwanted).toBe('its block was given up before Kafka answered');
  const silent = await sender.writeBlock(made, () => Promise.resolve(true));
  expect(silent).toBe('Kafka does not take its block: no answer in 3000 ms');
  expect(sender.unsentForMs()).toBeGreaterThanOrEqual(3_000);
  sender.leave();
  expect(sender.unsentForMs()).toBe(0);
  for (const letGo of relay.held) letGo();
});

test('what comes after a page that another sender has deleted is sent too', async () => {
  const hashes = await fillOutbox();
  const relay = heldRelay();
  const faults: string[] = [];
  const [lost, regained] = [1, 2].map(
    () => new OutboxSender(partition, relay, (sentence) => faults.push(sentence)),
  ) as [OutboxSender, OutboxSender];
  lost.expectOnly(hashes);
  lost.kick();
  await until('the first page is on its way', () => relay.held.length === 1);
  await until('it has waited', () => lost.unsentForMs() > 0);
  lost.forget();
  lost.leave();
  regained.expectOnly(hashes);
  regained.kick();
  await until('the same page is on its way again', () => relay.held.length === 2);
  relay.held[0]?.();
  await until('the first sender has ended', () => !lost.isRunning);
  relay.isOpen = true;
  relay.held[1]?.();
  await until('all is sent', async () => {
    return (await own.ledger.readBacklog(partition)).messages === 0;
  });
  await until('the second sender has ended', () => !regained.isRunning);
  expect(faults).toEqual([]);
  expect([lost.unsentForMs(), regained.unsentForMs()]).toEqual([0, 0]);
});

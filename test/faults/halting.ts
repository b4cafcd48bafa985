import kafkajs, { type IHeaders } from 'kafkajs';
import { homePartition, topicName, type TopicKind } from '#contract';
import { ledgerKeys, type JournalBlock } from '#ledger';
import { openRedis, type RedisConnection } from '#testing/redis';
import { readLog, readWatermarks, type LogRecord } from '#log';
import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { dump } from '#testing/redis';
import { getJson, isOk, TestStack, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

export interface HaltedPartition {
  readonly partition: number;
  readonly reason: string;
}

/** A test damages `main`; `mini` is the neighbour that must not be affected. */
export const mainPartition = homePartition('main', 12);
export const miniPartition = homePartition('mini', 12);

/** A service with two jackpots in different home partitions, and the actions of a test on it. */
export class HaltScenario {
  readonly redis: RedisConnection;
  readonly topic: string;
  readonly main: Table;
  private readonly mini: Table;
  private miniBets = 0;
  private round = 0;
  url = '';
  child!: Child;

  private constructor(readonly stack: TestStack) {
    const url = stack.env['REDIS_URL'] as string;
    this.redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
    this.topic = topicName(stack.prefix, 'events');
    this.main = new Table(stack.prefix, 'main', 'T1');
    this.mini = new Table(stack.prefix, 'mini', 'T1');
  }

  /**
   * Opens a scenario. `main` then has its keys, its configuration and four bets: position 6, pool
   * 10,140.00.
   */
  static async open(stack = new TestStack()): Promise<HaltScenario> {
    const scenario = new HaltScenario(stack);
    const { child, url } = await stack.startJackpot();
    scenario.child = child;
    scenario.url = url;
    for (const id of ['main', 'mini']) await stack.configure(url, jackpot(id));
    await scenario.bet(4);
    await scenario.untilBets(4);
    await scenario.expectMiniGoesOn();
    return scenario;
  }

  /** Opens the same scenario, then stops the service. */
  static async openStopped(): Promise<HaltScenario> {
    const scenario = await HaltScenario.open();
    await scenario.stop();
    return scenario;
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.stack.close();
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }

  /** Starts the service without waiting for its partitions, some of which may be halted. */
  async start(own: Record<string, string> = {}): Promise<void> {
    this.child = this.stack.start('apps/jackpot', [], own);
    this.url = await this.child.url();
  }

  async bet(count: number): Promise<void> {
    for (let each = 0; each < count; each += 1) {
      this.round += 1;
      const round = String(this.round);
      await this.stack.send([this.main.bet(round, 1)]);
    }
  }

  /** Waits until `main` holds exactly the seed and 35.00 of each of `count` bets. */
  async untilBets(count: number): Promise<void> {
    const expectedPool = poolOf(count);
    await until(
      `main to hold ${count} bets`,
      async () => (await this.pool('main')) === expectedPool,
    );
  }

  async pool(id: string): Promise<string> {
    const { accounts } = await getJson<{ accounts: { pool: string } }>(
      `${this.url}/v1/jackpots/${id}`,
    );
    return accounts.pool;
  }

  /**
   * Checks that a bet of the neighbour is applied, and that its pool is exactly that of its own
   * bets.
   */
  async expectMiniGoesOn(): Promise<void> {
    this.miniBets += 1;
    await this.stack.send([this.mini.bet(String(this.miniBets), 2)]);
    const expectedPool = poolOf(this.miniBets);
    await until('mini to go on', async () => (await this.pool('mini')) === expectedPool);
  }

  /**
   * Checks that `/health/partitions` and the metric name exactly these partitions, each with its
   * reason.
   */
  async expectHalted(expected: readonly HaltedPartition[]): Promise<void> {
    const sorted = [...expected].sort((a, b) => a.partition - b.partition);
    await until(
      `${JSON.stringify(sorted)}`,
      async () => JSON.stringify(await this.faults()) === JSON.stringify(sorted),
    );
    const metrics = await (await fetch(`${this.url}/metrics`)).text();
    const lines = metrics
      .split('\n')
      .filter((line) => /^jackpot_partition_halted\{.* 1$/.test(line));
    const shown = sorted.map(
      ({ partition }) => `jackpot_partition_halted{partition="${partition}"} 1`,
    );
    expect(lines.sort()).toEqual(shown.sort());
    for (const { partition, reason } of sorted) {
      // An empty ledger names no jackpot.
      if (partition !== mainPartition || reason === 'ledger-lost') continue;
      const stopped = `jackpot_halted{jackpot="main",partition="${partition}",reason="${reason}"} 1`;
      expect(metrics.split('\n')).toContain(stopped);
    }
  }

  async expectWell(): Promise<void> {
    await until('every partition', () => isOk(`${this.url}/health/partitions`));
  }

  /** The raw keys of one partition's ledger. */
  async ledgerOf(partition: number): Promise<Map<string, string>> {
    const all = await dump(this.redis, this.stack.prefix);
    return new Map([...all].filter(([key]) => key.includes(`:{${partition}}:`)));
  }

  keys(partition = mainPartition) {
    return ledgerKeys(this.stack.prefix, partition);
  }

  async position(partition = mainPartition): Promise<Record<string, string>> {
    return this.redis.hgetall(this.keys(partition).position);
  }

  /** The chain of `main` from the ledger's head backwards, newest first. */
  async chain(): Promise<JournalBlock[]> {
    return until('the newest block to be sent', async () => {
      const blocks = await this.stack.outputs<JournalBlock>('journal');
      const byHash = new Map(blocks.map(({ message }) => [message.hash, message]));
      const chain: JournalBlock[] = [];
      let block = byHash.get((await this.position())['head'] ?? '');
      for (; block; block = byHash.get(block.previous)) chain.push(block);
      return chain.length > 0 && chain;
    });
  }

  /** Checks that a dry run leaves the ledger unchanged. */
  async expectDryRun(...args: string[]): Promise<string> {
    const before = await this.ledgerOf(mainPartition);
    const { code, output } = await this.stack.cli('recover', ...args);
    expect(output).toContain('Nothing was changed.');
    expect(code).toBe(0);
    expect(await this.ledgerOf(mainPartition)).toEqual(before);
    return output;
  }

  /**
   * Checks that the ledger agrees with the log, that the journal is whole, and that both proofs
   * name exactly these acts.
   */
  async expectProven(acts: readonly string[], env: Record<string, string> = {}): Promise<void> {
    const proofs: [string[], string][] = [
      [['verify'], 'The ledger agrees with the log'],
      [['verify', '--journal'], 'The journal is whole'],
    ];
    for (const [args, sentence] of proofs) {
      const { code, output } = await this.stack.run(args, env);
      expect(output).toContain(sentence);
      const named = output.split('\n').filter((line) => line.startsWith('Recovery: '));
      expect(named).toEqual(acts.map((act) => expect.stringContaining(act)));
      expect(code).toBe(0);
    }
  }

  async recover(...args: string[]): Promise<{ code: number; output: string }> {
    const yes = ['--yes', '--note', 'as the shift manager decided', '--backup', this.stack.folder];
    return this.stack.cli('recover', ...args, ...yes);
  }

  /** Rebuilds the halted partitions; `main` then has its four bets again, and all continue. */
  async rebuild(...args: string[]): Promise<void> {
    expect(await this.recover(...args, '--act', 'rebuild')).toMatchObject({ code: 0 });
    await this.untilBets(4);
    await this.expectWell();
  }

  private async faults(): Promise<HaltedPartition[]> {
    const response = await fetch(`${this.url}/health/partitions`);
    if (response.ok) return [];
    const { partitions } = (await response.json()) as PartitionHealth;
    return partitions
      .filter(({ state }) => state !== 'open')
      .map(({ partition, reason }) => ({ partition, reason: String(reason) }))
      .sort((a, b) => a.partition - b.partition);
  }
}

export function poolOf(bets: number): string {
  return String(10_000_000_000n + BigInt(bets) * 35_000_000n);
}

/** All records of a topic, by partition. */
export async function readAll(stack: TestStack, kind: TopicKind = 'events'): Promise<LogRecord[]> {
  const topic = topicName(stack.prefix, kind);
  const marks = await readWatermarks(stack.kafka, topic);
  const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
  const found: LogRecord[] = [];
  await readLog(stack.kafka, topic, ranges, (_, records) => void found.push(...records));
  return found;
}

/** Recreates a topic, on the same or other brokers, with these records in order. */
export async function remake(
  kafka: TestStack['kafka'],
  topic: string,
  records: readonly LogRecord[],
): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  if ((await admin.listTopics()).includes(topic)) {
    await admin.deleteTopics({ topics: [topic] });
    await until('the topic to be gone', async () => !(await admin.listTopics()).includes(topic));
  }
  const configEntries = ['retention.ms', 'retention.bytes'].map((name) => ({ name, value: '-1' }));
  // Brokers refuse a producer's time that is an hour ahead; the brokers' own time may be.
  const anyTime = { name: 'message.timestamp.after.max.ms', value: String(2n ** 63n - 1n) };
  const made = { topic, numPartitions: 12, configEntries: [...configEntries, anyTime] };
  await admin.createTopics({ topics: [made], waitForLeaders: false });
  await until('its leaders', async () => (await admin.fetchTopicOffsets(topic)).length === 12);
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  for (const { partition, recordedAtMs, key, value, headers } of records) {
    const message = { partition, timestamp: String(recordedAtMs), key, value };
    await producer.send({
      topic,
      acks: -1,
      messages: [{ ...message, headers: headers as IHeaders }],
    });
  }
  await producer.disconnect();
  // The setting of the service, now that the records have their old times.
  const dated = { name: 'message.timestamp.type', value: 'LogAppendTime' };
  const resource = { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic };
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ ...resource, configEntries: [...configEntries, dated] }],
  });
  await admin.disconnect();
}

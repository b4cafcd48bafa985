import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { exitCodes, homePartition, topicName, type AwardMessage } from '#contract';
import { beginTransaction } from '#testing/begin-transaction';
import { manualPages } from '#testing/manual';
import { jackpot } from '#testing/jackpot';
import { getJson, openPartitions, TestStack } from '#testing/test-stack';
import { testLedger } from '#testing/test-keys';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/**
 * Types deploy/operations/archive.md for several years: each time the log and the journal go into
 * the archive, and Kafka deletes them. The service continues, and at the end the archive alone
 * proves every award.
 */
const page = manualPages().get('archive.md') ?? '';
const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, lines = '']) =>
  lines.trim().split('\n'),
);

describe('the archive', () => {
  let stack: TestStack;
  let service: Awaited<ReturnType<TestStack['startJackpot']>>;
  const jackpots = ['main', 'mini'];
  const tables = new Map<string, Table>();
  const home = homePartition('main', 12);
  let rounds = 0;
  const typed = new Set<string | undefined>();

  beforeAll(async () => {
    stack = new TestStack();
    service = await stack.startJackpot();
    for (const id of jackpots) {
      await stack.configure(service.url, jackpot(id));
      tables.set(id, new Table(stack.prefix, id, 'T1'));
    }
  });
  afterAll(() => stack.close());

  const file = (name: string): string => join(stack.folder, name);
  const archive = (): string => file('archive');
  const topic = (kind: 'events' | 'journal'): string => topicName(stack.prefix, kind);

  /** Plays rounds with one award each, and sends some bytes that are not text. */
  async function play(count: number): Promise<void> {
    for (const table of tables.values()) {
      for (let round = 0; round < count; round += 1) {
        rounds += 1;
        const name = String(rounds);
        const headers = { odd: Buffer.from([0xfe]) };
        const odd = { ...table.raw(Buffer.from([0xff, 0x00])), headers };
        await stack.send([table.bet(name, 3), odd, table.settle(name, [3, 'flush'])]);
      }
    }
    await applied();
  }

  /** An aborted transaction leaves records and a marker that are not events. */
  async function abort(): Promise<void> {
    const transactionalId = `${stack.prefix}tx`;
    const options = { transactionalId, maxInFlightRequests: 1, idempotent: true };
    const producer = stack.kafka.producer(options);
    await producer.connect();
    const transaction = await beginTransaction(producer);
    await transaction.send({ topic: topic('events'), messages: [{ key: 'main', value: 'never' }] });
    await transaction.abort();
    await producer.disconnect();
  }

  const applied = () =>
    until('all records to be applied', async () => {
      const health = await getJson<{ partitions: { lag: number | null }[] }>(
        `${service.url}/health/partitions`,
      );
      return health.partitions.every(({ lag }) => lag === 0);
    });

  /** Types the command of the page with this beginning. @returns its output */
  async function type(begin: string, names: Record<string, string>, own = {}): Promise<string> {
    const written = commands.find((each) => each.startsWith(`npm run jackpot -- ${begin}`));
    const words = (written ?? 'the page has no such command').split(' ').slice(4);
    typed.add(written);
    const args = words.map((word) => names[word] ?? word);
    const { code, output } = await stack.run(args, own);
    expect([begin, code, output]).toEqual([begin, 0, expect.anything()]);
    return output;
  }

  /** Does the same as kafka-delete-records.sh with the file. */
  async function deleteRecords(path: string): Promise<void> {
    const { partitions } = JSON.parse(readFileSync(path, 'utf8')) as {
      partitions: { topic: string; partition: number; offset: number }[];
    };
    const admin = stack.kafka.admin();
    await admin.connect();
    for (const name of new Set(partitions.map((each) => each.topic))) {
      const own = partitions.filter((each) => each.topic === name);
      // kafkajs deletes records only from a topic whose offsets it has fetched.
      await admin.fetchTopicOffsets(name);
      await admin.deleteTopicRecords({
        topic: name,
        partitions: own.map(({ partition, offset }) => ({ partition, offset: String(offset) })),
      });
    }
    await admin.disconnect();
  }

  const lows = async (kind: 'events' | 'journal'): Promise<number[]> => {
    const admin = stack.kafka.admin();
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(topic(kind));
    await admin.disconnect();
    const inOrder = offsets.toSorted((one, other) => one.partition - other.partition);
    return inOrder.map(({ low }) => Number(low));
  };

  /** Follows the page for one year, from the last year's checkpoint. */
  async function year(number: number, last: string): Promise<string> {
    const today = file(`year-${number}.json`);
    const offsets = file(`offsets-${number}.json`);
    const names = { $LAST: last, $TODAY: today, $ARCHIVE: archive(), 'offsets.json': offsets };
    await type('checkpoint', names);
    const said = await type('archive ', names);
    expect(said).toContain(`Span ${number}, until the checkpoint of `);
    const [, $SHA256 = ''] = /SHA-256 ([0-9a-f]{64})/.exec(said) ?? [];
    // No Kafka, no Redis and no key: an empty variable counts as missing.
    const alone = { KAFKA_BROKERS: '', REDIS_URL: '', COMMAND_KEY: '' };
    const proof = await type('verify --archive', { ...names, $SHA256 }, alone);
    expect(proof).toContain('The archive agrees with');
    expect(await type('archive-trim', names, alone)).toContain('Nothing was deleted.');
    await deleteRecords(offsets);
    expect(await type('verify --from', names)).toContain(
      'The ledger agrees with the log: 0 records',
    );
    return today;
  }

  it('is written, proven and trimmed year after year, and the service goes on', async () => {
    await play(2);
    const first = file('first.json');
    expect(await stack.cli('checkpoint', '-o', first)).toMatchObject({ code: 0 });
    const one = await year(1, first);
    expect((await lows('events'))[home]).toBeGreaterThan(6);

    // A restart, and another instance that takes over.
    expect(await service.child.stop()).toBe(0);
    await stack.send([(tables.get('main') as Table).bet('while nothing runs', 1)]);
    service = await stack.startJackpot();
    await play(1);
    await abort();
    const child = stack.start('apps/jackpot');
    const other = { child, url: await child.url() };
    expect(await service.child.stop()).toBe(0);
    service = other;
    await until('all partitions', async () => (await openPartitions(other.url)) === 12);
    await play(1);
    // Each partition then has a newer block, so none holds back the journal of another.
    await stack.send(stack.operator.keys([], 2));
    await applied();
    const two = await year(2, one);
    expect((await lows('journal')).filter((low) => low > 0).length).toBeGreaterThan(0);
    const status = await stack.cli('status');
    expect([status.code, status.output]).toEqual([0, expect.stringContaining('main')]);
    await play(1);
    await loseRedis(two);
    await play(1);
    await year(3, two);
    await provesEveryAward();
    await namesOneByte();
    const others = commands.filter((each) => !typed.has(each));
    expect(others).toEqual(['kafka-delete-records.sh --offset-json-file offsets.json']);
  });

  /** Empties Redis and restores it from a checkpoint: the log no longer has its beginning. */
  async function loseRedis(checkpoint: string): Promise<void> {
    expect(await service.child.stop()).toBe(0);
    const redis = new Redis(stack.env['REDIS_URL'] as string);
    const keys = await redis.keys(`${stack.prefix.slice(0, -1)}*`);
    expect(keys.length).toBeGreaterThan(12);
    await redis.del(keys);
    redis.disconnect();
    const child = stack.start('apps/jackpot');
    service = { child, url: await child.url() };
    const restore = ['recover', '--act', 'restore', '--from', checkpoint];
    await until(
      'the ledger to be restored',
      async () => (await stack.cli(...restore, '--yes', '--note', 'a test')).code === 0,
    );
    await until('all partitions', async () => (await openPartitions(service.url)) === 12);
    await applied();
  }

  /**
   * Checks that the archive has the awards that were sent, counted by player, including those
   * deleted long ago.
   */
  async function provesEveryAward(): Promise<void> {
    const awards = await stack.outputs<AwardMessage>('awards');
    const alone = { KAFKA_BROKERS: '', REDIS_URL: '' };
    const { code, stdout } = await stack.run(['verify', '--archive', archive(), '--json'], alone);
    expect(code).toBe(0);
    const facts = JSON.parse(stdout) as object;
    // A restored ledger sends some again, with their earlier ids.
    expect(new Set(awards.map(({ id }) => id)).size).toBe(rounds);
    expect(facts).toMatchObject({
      agrees: true,
      ledger: testLedger,
      awards: rounds,
      spans: [{ span: 1 }, { span: 2 }, { span: 3 }],
    });
  }

  async function namesOneByte(): Promise<void> {
    const folder = join(archive(), 'events', String(home).padStart(2, '0'));
    const name = readdirSync(folder).find((each) => each.endsWith('.000002.zst')) as string;
    const bytes = readFileSync(join(folder, name));
    bytes[20] = (bytes[20] as number) ^ 1;
    writeFileSync(join(folder, name), bytes);
    const altered = await stack.cli('verify', '--archive', archive());
    expect(altered.code).toBe(exitCodes.differs);
    expect(altered.output).toMatch(
      new RegExp(`${name} was altered: partition ${home}, offsets \\d+-\\d+\\.`),
    );
  }
});

import { homePartition, topicName, type AwardMessage } from '#contract';
import { entryKinds, ledgerKeys } from '#ledger';
import { readWatermarks, type LogRecord } from '#log';
import { jackpot } from '#testing/jackpot';
import { connected, redisUrl, type RedisConnection } from '#testing/redis';
import { getJson, TestStack, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import { readAll } from '../faults/halting.js';
import { forgeCommit } from '../support/forged-commit.js';
import { Table } from '../support/table.js';

const [partition, miniPartition] = [homePartition('main', 12), homePartition('mini', 12)];
const own = ['main', '--reason', 'a test', '--yes'];

/**
 * Somebody may write to Redis, and has neither a key nor Kafka. Before people's acts relied only on
 * what the journal proves, the next honest signature put his key in force, and a slip had his
 * amount.
 */
describe('a stranger who may write to Redis', () => {
  const stack = new TestStack();
  const table = new Table(stack.prefix, 'main', 'T1');
  const keys = ledgerKeys(stack.prefix, partition);
  let redis: RedisConnection;
  let service: Awaited<ReturnType<TestStack['startJackpot']>>;
  let award = '';

  beforeAll(async () => {
    redis = await connected(redisUrl);
    service = await stack.startJackpot();
    await stack.configure(service.url, jackpot('main', { verifyAbove: 1_000 }));
    await stack.configure(service.url, jackpot('mini'));
    await stack.send([table.bet('1', 3), table.settle('1', [3, 'flush']), table.bet('2', 4)]);
    const claims = `${service.url}/v1/jackpots/main/claims`;
    award = await until('the award', async () => {
      return (await getJson<{ claims: AwardMessage[] }>(claims)).claims[0]?.id;
    });
    await says(
      0,
      ['verify-award', award, '--deck', 'counted', '--note', 'a test', '--yes'],
      'applied',
    );
    await says(0, ['slip', award, '--seat', '3'], '25.00');
    await service.child.stop();
  });
  afterAll(async () => {
    redis.disconnect();
    await stack.close();
  });

  async function says(code: number, args: readonly string[], ...sentences: string[]) {
    const answer = await stack.run(args);
    expect([args.join(' '), answer.code, answer.output]).toEqual([
      args.join(' '),
      code,
      expect.any(String),
    ]);
    for (const each of sentences) expect(answer.output).toContain(each);
  }

  const written = async (): Promise<number> => {
    const marks = await readWatermarks(stack.kafka, topicName(stack.prefix, 'events'));
    return marks.reduce((sum, { high }) => sum + high, 0);
  };
  /** Edits the text of a field. */
  const edit = async (key: string, field: string, from: string | RegExp, to: string) => {
    const text = (await redis.hget(key, field)) ?? '';
    const edited = text.replace(from, to);
    expect(edited).not.toBe(text);
    await redis.hset(key, field, edited);
    return () => redis.hset(key, field, text);
  };
  const removed = async (key: string, field: string) => {
    const text = (await redis.hget(key, field)) ?? '';
    expect(text).not.toBe('');
    await redis.hdel(key, field);
    return () => redis.hset(key, field, text);
  };

  const suspension = '{"kid":"ops-1","holder":"ops-1","offset":1,"atMs":1,"reason":"a test"}';
  const edits: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
    'another holder of a key': () =>
      edit(keys.position, 'authority', '"holder":"ops-1"', '"holder":"thief"'),
    'the id of another ledger': () =>
      edit(keys.position, 'authority', 'test-ledger', 'production-1'),
    'a larger award that waits': () => edit(keys.claims, award, '25000000', '2500000000'),
    'an award that is gone': () => removed(keys.claims, award),
    'a jackpot without its suspension': () =>
      edit(keys.jackpots, 'main', '"suspended":null', `"suspended":${suspension}`),
    'richer meters': () => edit(keys.meters, 'main', /\["seed",1/, '["seed",2'),
    'a richer pool': () => edit(keys.accounts, 'main/pool', /^/, '9'),
    'a table with another bet': () => edit(keys.tables, 'main/T1', '50000000', '60000000'),
    'another value': () => edit(keys.values, 'main', /"value":\d+/, '"value":1'),
    'another newest time': () => edit(keys.position, 'newestMs', /^./, '2'),
    'counts of refusals': async () => {
      await redis.hset(keys.position, 'refusals', '[1,1,[]]');
      return () => redis.hset(keys.position, 'refusals', '');
    },
  };

  it.each(Object.entries(edits))(
    '%s in Redis: nobody signs, previews or prints it',
    async (name, tamper) => {
      const before = await written();
      const mend = await tamper();
      const slip = ['slip', award, '--seat', '3'];
      const revoke = ['keys', 'revoke', 'ops-1', '--yes'];
      // All use the same code, so one edit shows that each does.
      const isFirst = name === Object.keys(edits)[0];
      const others = [
        ['claims', 'main'],
        ['awards', 'main'],
        ['table', 'main', 'T1'],
        ['proposals', 'main'],
        ['keys', 'list'],
        ['suspend', ...own],
        ['adjust', ...own, '--amount', '+1.00'],
        [
          'pay',
          award,
          '--seat',
          '3',
          '--slip',
          '1',
          '--amount',
          '25.00',
          '--method',
          'cash',
          '--yes',
        ],
      ];
      try {
        for (const args of isFirst ? [slip, revoke, ...others] : [slip, revoke]) {
          await says(
            2,
            args,
            `nothing is shown: partition ${partition}, `,
            'Somebody has written to',
          );
        }
        await says(2, ['status'], 'HALTED ledger-', '?');
        await says(2, ['verify'], 'The ledger differs from the log.');
      } finally {
        await mend();
      }
      expect(await written()).toBe(before);
      await says(0, slip, '25.00');
    },
  );

  it('a checkpoint is not written of what he has edited, not even an unproven one', async () => {
    const mend = await edits['a richer pool']?.();
    const out = ['--output', `${stack.folder}/checkpoint.json`];
    try {
      await says(2, ['checkpoint', ...out], 'The ledger differs from the log.');
      await says(2, ['checkpoint', '--unverified', ...out], 'Somebody has written to Redis');
    } finally {
      await mend?.();
    }
  });

  /** Keeps the present content of Redis for the partition. @returns a function that restores it */
  async function keep(): Promise<() => Promise<void>> {
    const { position, outbox } = keys;
    const hashes = await Promise.all(
      [position, ...entryKinds.map((kind) => keys[kind])].map(
        async (key) => [key, await redis.hgetall(key)] as const,
      ),
    );
    return async () => {
      await redis.del(outbox);
      for (const [key, fields] of hashes) {
        await redis.del(key);
        await redis.hset(key, fields);
      }
    };
  }

  it('an older ledger that he puts back is not acted on, though a block proves it', async () => {
    const putOlder = await keep();
    const before = await redis.hget(keys.position, 'offset');
    service = await stack.startJackpot();
    await stack.send([table.bet('3', 1)]);
    await until('the bet', async () => (await redis.hget(keys.position, 'offset')) !== before);
    await says(0, ['suspend', ...own], 'applied');
    await service.child.stop();
    const putNewer = await keep();
    await putOlder();
    await says(69, ['resume', ...own], 'Redis has the ledger at offset');
    await putNewer();
    await says(0, ['claims', 'main'], award);
  });

  it('a whole commit that he forges beside a service that runs has no block, and halts it', async () => {
    service = await stack.startJackpot();
    const putBack = await keep();
    service.child.signal('SIGSTOP');
    await stack.send([table.event('table.heartbeat', {})]);
    const record = (await readAll(stack)).findLast((each) => each.partition === partition);
    const hash = await forgeCommit(stack, 'main', record as LogRecord, {
      pool: 1_000_000_000_000n,
      authority: (text) => text.replace('"holder":"ops-1"', '"holder":"thief"'),
    });
    service.child.signal('SIGCONT');
    const halted = await until('the partition to halt', async () => {
      const { partitions } = await getJson<PartitionHealth>(`${service.url}/health/partitions`);
      return partitions.find((each) => each.reason !== null);
    });
    expect(halted).toMatchObject({
      partition,
      reason: 'ledger-diverged',
      detail: expect.stringContaining('is not on the journal’s topic'),
    });
    const closed = 'which Redis names as the newest, is not on the journal’s topic';
    await says(2, ['keys', 'revoke', 'ops-1', '--yes'], closed);
    await says(2, ['slip', award, '--seat', '3'], closed);
    await says(2, ['verify'], 'the journal has no block');
    expect((await stack.outputs('journal')).every(({ id }) => !id.endsWith(hash))).toBe(true);
    await service.child.stop();
    await putBack();
  });

  it('what he edits while the service runs halts the partition, by the name of the entry', async () => {
    service = await stack.startJackpot();
    const mend = await edit(keys.jackpots, 'main', /"suspended":\{[^}]*\}/, '"suspended":null');
    // A key of another type would end the reading of everything that is read with it.
    await redis.set(ledgerKeys(stack.prefix, miniPartition).awards('mini'), 'text');
    const halted = await until('the partitions to halt', async () => {
      const { partitions } = await getJson<PartitionHealth>(`${service.url}/health/partitions`);
      const found = partitions.filter(({ reason }) => reason !== null);
      return found.length === 2 ? found : undefined;
    });
    const detailOf = (of: number) => halted.find((each) => each.partition === of);
    expect(detailOf(partition)).toMatchObject({
      reason: 'ledger-diverged',
      detail: expect.stringContaining('jackpots/main is another in Redis than by the log'),
    });
    expect(detailOf(miniPartition)).toMatchObject({
      reason: 'ledger-diverged',
      detail: expect.stringContaining('Redis cannot be read back: WRONGTYPE'),
    });
    await mend();
  });

  it('another number of partitions in Redis keeps nobody from acting, and is written over', async () => {
    const log = `${stack.prefix.slice(0, -1)}:log`;
    await redis.hset(log, 'partitions', '3');
    await says(0, ['keys', 'list'], 'ops-1');
    await until(
      'the number of the log',
      async () => (await redis.hget(log, 'partitions')) === '12',
    );
  });
});

import { topicName, type AwardMessage, type OutputKind, type ValueMessage } from '#contract';
import type { LogRecord, OutgoingMessage } from '#log';
import { until } from '#testing/until';
import { forgeCommit } from '../support/forged-commit.js';
import { HaltScenario, mainPartition, readAll, remake } from '../faults/halting.js';

/**
 * Somebody who may write to Redis or to the output topics forges money. `verify` names each forgery
 * and its amount. The service is stopped: its reaction is not tested here.
 */
describe('what was forged', () => {
  let scenario: HaltScenario;
  let award: AwardMessage;

  beforeAll(async () => {
    scenario = await HaltScenario.open();
    const { main, stack } = scenario;
    // Offsets 6 and 7, after the keys, the configuration and four bets.
    await stack.send([main.settle('4', [1, 'flush']), main.bet('5', 3, 4_000)]);
    await until('the exception', async () => (await stack.outputs('exceptions')).length === 1);
    const [sent] = await stack.outputs<AwardMessage>('awards');
    award = sent?.message as AwardMessage;
    await scenario.stop();
  });
  afterAll(() => scenario.close());

  const topic = (kind: OutputKind): string => topicName(scenario.stack.prefix, kind);
  const at = (kind: OutputKind, offset: number): string =>
    `at offset ${offset} of partition ${mainPartition} of ${topic(kind)}`;
  const verify = (...args: string[]) => scenario.stack.cli('verify', ...args);

  /** A message of another producer, with the headers that the service uses. */
  const message = (kind: OutputKind, id: string, content: object): OutgoingMessage => {
    const [partition, offset] = id.split('/') as [string, string];
    const headers = { id, partition, offset, 'content-type': 'application/json' };
    return { topic: topic(kind), key: 'main', value: JSON.stringify(content), headers };
  };

  /** Replaces the records on a topic. @returns a function that restores the earlier ones */
  async function rewrite(kind: OutputKind, edit: (all: LogRecord[]) => LogRecord[]) {
    const all = await readAll(scenario.stack, kind);
    await remake(scenario.stack.kafka, topic(kind), edit(all));
    return () => remake(scenario.stack.kafka, topic(kind), all);
  }

  async function expectNamed(mend: () => Promise<unknown>, ...sentences: string[]): Promise<void> {
    const { code, output } = await verify().finally(mend);
    for (const sentence of sentences) expect(output).toContain(sentence);
    expect(code).toBe(2);
    expect(await verify()).toMatchObject({ code: 0 });
  }

  it('nothing is named where nothing was forged, and a message may have come twice', async () => {
    const id = `${mainPartition}/6/award`;
    await scenario.stack.send([message('awards', id, award)]);
    const { code, output } = await verify();
    expect(output).toContain('The ledger agrees with the log: ');
    expect(output).toMatch(
      /^What was sent agrees too: 2 awards, 1 exceptions, 0 statements, \d+ pool-values\.$/m,
    );
    expect(code).toBe(0);
  });

  it('ten million more in a pool are named, in the currency of the jackpot', async () => {
    const { accounts } = scenario.keys();
    const give = async (micros: string, taken: string): Promise<void> => {
      await scenario.redis.hincrby(accounts, 'main/pool', micros);
      await scenario.redis.hincrby(accounts, 'main/house', taken);
    };
    await give('10000000000000', '-10000000000000');
    const json = await verify('--json');
    // The sentences follow on standard error.
    expect(JSON.parse(json.output.replace(/^}\n[^]*/m, '}'))).toMatchObject({
      agrees: false,
      count: 2,
      differences: [
        { in: 'redis', partition: mainPartition, jackpot: 'main', foundMicros: expect.anything() },
        { in: 'redis', foundMicros: '10010140000000', logMicros: '10140000000' },
      ],
    });
    expect(json.code).toBe(2);
    await expectNamed(
      () => give('-10000000000000', '10000000000000'),
      'The ledger differs from the log.\n',
      'jackpot main: pool is MOP 10,000,000.00 above the log (MOP 10,010,140.00 in Redis and MOP 10,140.00 by the log).',
      'jackpot main: house is MOP 10,000,000.00 below the log',
    );
  });

  it('an award that another producer has written is named, with what it pays too much', async () => {
    const [payout] = award.payouts;
    const more = { ...award, payouts: [{ ...payout, amount: 1_000_002_500 }] };
    const ghost = { ...award, id: 'main/T1/12/4', offset: 4 };
    const mend = await rewrite('awards', (all) => all);
    await scenario.stack.send([
      message('awards', `${mainPartition}/6/award`, more),
      message('awards', `${mainPartition}/4/award`, ghost),
    ]);
    await expectNamed(
      mend,
      'The ledger agrees with the log, but the messages that were sent do not.\n',
      `altered: award ${award.id} ${at('awards', 2)}: expected MOP 25.00, found MOP 10,000,025.00 (MOP 10,000,000.00 more).`,
      `extra: award main/T1/12/4 ${at('awards', 3)}: expected nothing, found MOP 25.00.`,
    );
  });

  it('an award with the content of a right one and an id of its own would be paid twice', async () => {
    const mend = await rewrite('awards', (all) => all);
    await scenario.stack.send([message('awards', `${mainPartition}/7/award`, award)]);
    await expectNamed(
      mend,
      `altered: award ${award.id} ${at('awards', 2)}: expected its key, headers and bytes, found others.`,
    );
  });

  it('an award that was removed from its topic is named', async () => {
    const mend = await rewrite('awards', () => []);
    await expectNamed(
      mend,
      `missing: award ${award.id} on ${topic('awards')}: expected MOP 25.00, found nothing.`,
    );
  });

  it('an award that was edited in Redis is named, and one that was added above the ledger', async () => {
    const { claims } = scenario.keys();
    const { redis } = scenario;
    const text = (await redis.hget(claims, award.id)) ?? '';
    const edited = text.replaceAll('25000000', '99000000');
    expect(edited).not.toBe(text);
    await redis.hset(claims, award.id, edited);
    await redis.hset(claims, 'main/T1/4/900', text);
    await expectNamed(
      async () => {
        await redis.hset(claims, award.id, text);
        await redis.hdel(claims, 'main/T1/4/900');
      },
      `partition ${mainPartition}: remembered award ${award.id} is {`,
      `partition ${mainPartition}: remembered award main/T1/4/900 is {`,
    );
  });

  it('a list of awards that names another place, or one that nobody remembers, is named', async () => {
    const key = scenario.keys().awards('main');
    const { redis } = scenario;
    await redis.zadd(key, 900, award.id);
    await expectNamed(
      () => redis.zadd(key, award.offset, award.id),
      `partition ${mainPartition}: awards:main lists ${award.id} at offset 900.`,
    );
    await redis.zadd(key, 900, 'main/T1/4/900');
    await expectNamed(
      () => redis.zrem(key, 'main/T1/4/900'),
      `partition ${mainPartition}: awards:main lists main/T1/4/900, which is not remembered.`,
    );
  });

  it('a key whose holder was edited in Redis is named, and a remembered award that was removed', async () => {
    const { redis } = scenario;
    const { position, claims } = scenario.keys();
    const authority = (await redis.hget(position, 'authority')) ?? '';
    const claim = (await redis.hget(claims, award.id)) ?? '';
    const [holder = ''] = /"holder":"[^"]+"/.exec(authority) ?? [];
    expect([holder, claim]).not.toContain('');
    await redis.hset(position, 'authority', authority.replace(holder, '"holder":"thief"'));
    await redis.hdel(claims, award.id);
    await expectNamed(
      async () => {
        await redis.hset(position, 'authority', authority);
        await redis.hset(claims, award.id, claim);
      },
      'The ledger differs from the log.\n',
      `partition ${mainPartition}: who may sign is {`,
      `partition ${mainPartition}: remembered award ${award.id} is missing in Redis and `,
    );
  });

  it('a value that the ledger never had is named, also one of a version to come', async () => {
    const values = await scenario.stack.outputs<ValueMessage>('pool-values');
    const last = values.findLast((each) => each.message.jackpot === 'main')?.message;
    const { value = 0, version = 0 } = last ?? {};
    const mend = await rewrite('pool-values', (all) => all);
    const id = (of: number): string => `${mainPartition}/${of - 1}/value/main/${of}`;
    await scenario.stack.send([
      message('pool-values', id(version), { ...last, value: value + 1 }),
      message('pool-values', id(4_000_000_000), { ...last, version: 4_000_000_000 }),
      message('pool-values', id(8), { ...last, version: 8 }),
    ]);
    await expectNamed(
      mend,
      `altered: value of main at version ${version} at offset `,
      `of ${topic('pool-values')}: expected MOP 10,140.00, found MOP 10,140.01 (MOP 0.01 more).`,
      'extra: value of main at version 4000000000 at offset ',
      ': expected nothing above the ledger, which is at 8, found MOP 10,140.00.',
      'extra: value of main at version 8 at offset ',
      ': expected nothing, found MOP 10,140.00.',
    );
  });

  it('an exception that was removed, as of a record that was skipped, is named', async () => {
    const mend = await rewrite('exceptions', () => []);
    await expectNamed(
      mend,
      `missing: exception ${mainPartition}/7/stake-out-of-limits on ${topic('exceptions')}: expected "`,
    );
  });

  it('the awards of today that somebody has deleted are named, though none is left', async () => {
    const mend = await rewrite('awards', (all) => [...all, ...all]);
    const admin = scenario.stack.kafka.admin();
    await admin.connect();
    await admin.fetchTopicOffsets(topic('awards'));
    const partitions = [{ partition: mainPartition, offset: '4' }];
    await admin.deleteTopicRecords({ topic: topic('awards'), partitions });
    await admin.disconnect();
    await expectNamed(mend, 'missing: award main/T1/', ` on ${topic('awards')}: expected `);
  });

  it('an award that stands in the outbox without a block is named', async () => {
    const { outbox } = scenario.keys();
    const more = JSON.stringify({ ...award, id: 'main/T1/9/900', offset: 900 });
    const fields = ['topic', 'awards', 'key', 'main', 'id', `${mainPartition}/900/award`];
    await scenario.redis.call('xadd', [outbox, '7-90', ...fields, 'value', more]);
    await expectNamed(
      () => scenario.redis.call('xdel', [outbox, '7-90']),
      `partition ${mainPartition}: the outbox ends at 7-90 without a block.`,
      'extra: award main/T1/9/900 in the outbox: expected nothing above the ledger, which is at 8, found MOP 25.00.',
    );
  });

  /** For a heartbeat, which moves no money, a forged commit pays ten million to the pool. */
  it('a whole forged commit has no block, although all its digests fit', async () => {
    const { stack, main } = scenario;
    await stack.send([main.event('table.heartbeat', {})]);
    const all = await readAll(stack);
    const record = all.findLast(({ partition }) => partition === mainPartition) as LogRecord;
    await forgeCommit(stack, 'main', record, {
      pool: 10_000_000_000_000n,
      value: (before, position) => {
        const money = { value: 1_001_014_000, text: 'MOP 10,010,140.00' };
        return JSON.stringify({
          ...(JSON.parse(before) as object),
          ...money,
          version: position + 1,
        });
      },
      outputs: (position) => {
        const forged = { ...award, id: `main/F3-07/12/${position}`, offset: position };
        const id = `${mainPartition}/${position}/award`;
        return [{ topic: 'awards', key: 'main', id, value: JSON.stringify(forged) }];
      },
    });
    const { code, output } = await verify();
    expect(output).toMatch(/^Journal of partition 3: the journal has no block \d+ [0-9a-f]{64}, /m);
    expect(code).toBe(2);
  });
});

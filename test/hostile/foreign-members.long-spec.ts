import { exitCodes } from '#contract';
import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { isOk, openPartitions, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { readMetrics } from './memory.js';

/**
 * Another ledger in the same Kafka group, for example a test near the casino, took three of eight
 * jackpots away while every answer was 200.
 */
describe('two ledgers in one Kafka group', () => {
  const stacks: TestStack[] = [];
  let group: string;

  /**
   * Makes two stacks, each with its own prefix and so its own ledger; both share the group of the
   * first.
   */
  function pair(): [TestStack, TestStack] {
    const one = new TestStack();
    group = one.env['KAFKA_GROUP_ID'] as string;
    const other = new TestStack({ KAFKA_GROUP_ID: group });
    stacks.push(one, other);
    return [one, other];
  }
  afterEach(() => Promise.all(stacks.splice(0).map((each) => each.close())));

  function expectRefusal(child: Child, holder: RegExp): void {
    const lines = child.output.split('\n').filter((line) => line.startsWith('{'));
    const last = lines.map((line) => JSON.parse(line) as Record<string, unknown>).at(-1);
    expect(last).toMatchObject({ level: 'fatal', event: 'service-failed', exitCode: 78 });
    expect(last?.['msg']).toMatch(holder);
    expect(last?.['msg']).toMatch(
      /this instance is of the store [0-9a-f-]{36} and stays out of it/,
    );
    expect(last?.['msg']).toContain('(deploy/operations/foreign-members.md)');
  }

  it('the second ends by name, the first keeps every partition, and all jackpots answer', async () => {
    const [one, other] = pair();
    const { child, url } = await one.startJackpot();
    const ids = ['main', 'mini', 'harbour'];
    for (const id of ids) await one.configure(url, jackpot(id));
    const rebalances = async () => (await readMetrics(url)).get('jackpot_rebalances_total');
    const before = await rebalances();

    const second = other.start('apps/jackpot');
    expect(await second.exit()).toBe(exitCodes.config);
    expectRefusal(
      second,
      new RegExp(`^The Kafka group ${group} is held by the ledger in the store [0-9a-f-]{36} `),
    );
    expect(await openPartitions(url)).toBe(12);
    expect(await rebalances()).toBe(before);
    for (const id of ids) expect(await isOk(`${url}/v1/jackpots/${id}`)).toBe(true);
    expect((await readMetrics(url)).get('jackpot_group_foreign')).toBe(0);

    // The opposite order: the group is free, and the ledger that was refused may have it.
    expect(await child.stop()).toBe(0);
    expect(await openPartitions((await other.startJackpot()).url)).toBe(12);
    const late = one.start('apps/jackpot');
    expect(await late.exit()).toBe(exitCodes.config);
    expectRefusal(late, /is held by the ledger in the store /);
  });

  it('of two that start at once one serves every partition, and the other ends by name', async () => {
    const children = pair().map((stack) => stack.start('apps/jackpot'));
    const gone = () => children.find(({ exitCode }) => exitCode !== null);
    const ended = await until('one to end', gone);
    expect(ended.exitCode).toBe(exitCodes.config);
    expectRefusal(ended, /is held by (another|the) ledger/);
    const left = children.find((each) => each !== ended) as Child;
    const url = await left.url();
    await until('every partition', async () => (await openPartitions(url)) === 12);
  });

  it('a console consumer with the group’s name is not let in, and nobody notices', async () => {
    const [one] = pair();
    const { url } = await one.startJackpot();
    const consumer = one.kafka.consumer({ groupId: group, retry: { retries: 0 } });
    const refused = new Promise<string>((resolve) =>
      consumer.on('consumer.crash', ({ payload }) => resolve(payload.error.message)),
    );
    await consumer.connect();
    await consumer.subscribe({ topic: `${one.prefix}events` });
    await consumer.run({ eachBatch: async () => undefined });
    expect(await refused).toMatch(/protocol/);
    expect(await openPartitions(url)).toBe(12);
    await consumer.disconnect();
  });
});

import type { Admin } from 'kafkajs';
import { topicName } from '#contract';
import { readWatermarks, withAdmin } from '#log';
import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { dump } from '#testing/redis';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { openRedis } from '#testing/redis';
import { OwnServer } from '../support/own-stack.js';

/**
 * Jackpots would get other home partitions than those with their money, so the service does not
 * start.
 */
describe('a topic with another number of partitions than the ledger was made with', () => {
  const misconfigured = 78;
  let stack: TestStack;
  let redis: ReturnType<typeof openRedis>;

  async function openStack(own: Record<string, string> = {}): Promise<void> {
    stack = new TestStack(own);
    const url = stack.env['REDIS_URL'] as string;
    redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
    const { child, url: api } = await stack.startJackpot();
    await stack.configure(api, jackpot('main'));
    expect(await child.stop()).toBe(0);
  }
  afterEach(async () => {
    redis.disconnect();
    await stack.close();
  });

  /** Adds partitions to the topic, or recreates it with fewer. */
  async function repartition(count: number): Promise<void> {
    const topic = topicName(stack.prefix, 'events');
    const ask = <T>(act: (admin: Admin) => Promise<T>) => withAdmin(stack.kafka, act);
    if (count > 12) {
      await ask((admin) => admin.createPartitions({ topicPartitions: [{ topic, count }] }));
    } else {
      await ask((admin) => admin.deleteTopics({ topics: [topic] }));
      const names = () => ask((admin) => admin.listTopics());
      await until('the topic to go', async () => !(await names()).includes(topic));
      const topics = [{ topic, numPartitions: count }];
      await ask((admin) => admin.createTopics({ topics, waitForLeaders: false }));
    }
    // A kafkajs client remembers the number of partitions for five minutes, so each look has its
    // own client.
    await until('its partitions', async () => {
      return (await readWatermarks(stack.kafka, topic)).length === count;
    });
  }

  function expectOneSentence({ output }: Child, count: number): void {
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    const said = lines.map((line) => JSON.parse(line) as { level: string; msg: string });
    expect(
      said.filter(({ level }) => !['debug', 'info'].includes(level)).map(({ msg }) => msg),
    ).toEqual([
      `The topic ${stack.prefix}events has ${count} partitions, and its ledger in Redis was made ` +
        'with 12: make the topic again with 12 and copy its records back in place ' +
        '(deploy/operations/partition-count-changed.md). If the topic never had another number, ' +
        'somebody has written to Redis: that page says what to set.',
    ]);
  }

  it.each([13, 6])(
    'of %s instead of 12: the service exits at start, in one sentence, and changes nothing',
    async (count) => {
      await openStack();
      const before = await dump(redis, stack.prefix);
      await repartition(count);
      const child = stack.start('apps/jackpot');
      expect(await child.exit()).toBe(misconfigured);
      expectOneSentence(child, count);
      expect(await dump(redis, stack.prefix)).toEqual(before);
    },
  );

  it('is found when Redis, unreachable at the start, becomes reachable', async () => {
    const own = await OwnServer.redis();
    try {
      await openStack({ REDIS_URL: own.running.url });
      await repartition(13);
      await own.kill();
      const child = stack.start('apps/jackpot');
      const waits = () => child.output.includes('Redis cannot be used');
      await until('it to wait for Redis', waits);
      expect(child.exitCode).toBeNull();
      await own.startAgain();
      expect(await child.exit()).toBe(misconfigured);
      expect(child.output).toContain('has 13 partitions');
    } finally {
      await own.remove();
    }
  });
});

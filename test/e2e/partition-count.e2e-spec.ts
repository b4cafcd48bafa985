import { topicName } from '#contract';
import { openRedis } from '../../libs/ledger/src/redis.js';
import { dump } from '../../libs/ledger/src/testing/redis.js';
import { Bed } from '../support/bed.js';
import type { Child } from '../support/child.js';
import { jackpot } from '../support/jackpots.js';
import { OwnServer } from '../support/own-stack.js';
import { until } from '../support/until.js';

/** Jackpots would be at home in other partitions than their money, so the service does not start. */
describe('a topic with another number of partitions than the ledger was made with', () => {
  const misconfigured = 78;
  let bed: Bed;
  let redis: ReturnType<typeof openRedis>;

  async function openBed(own: Record<string, string> = {}): Promise<void> {
    bed = new Bed(own);
    const url = bed.env['REDIS_URL'] as string;
    redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
    const { child, url: api } = await bed.startJackpot();
    await bed.configure(api, jackpot('main'));
    expect(await child.stop()).toBe(0);
  }
  afterEach(async () => {
    redis.disconnect();
    await bed.close();
  }, 30_000);

  /** Gives the topic more partitions, or makes it again with fewer. */
  async function repartition(count: number): Promise<void> {
    const topic = topicName(bed.prefix, 'events');
    const admin = bed.kafka.admin();
    await admin.connect();
    if (count > 12) {
      await admin.createPartitions({ topicPartitions: [{ topic, count }] });
    } else {
      await admin.deleteTopics({ topics: [topic] });
      await until('the topic to go', async () => !(await admin.listTopics()).includes(topic));
      await admin.createTopics({ topics: [{ topic, numPartitions: count }] });
    }
    await until('its partitions', async () => {
      return (await admin.fetchTopicOffsets(topic)).length === count;
    });
    await admin.disconnect();
  }

  function expectOneSentence({ output }: Child, count: number): void {
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    const said = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(said.filter(({ level }) => level >= 40).map(({ msg }) => msg)).toEqual([
      `The topic ${bed.prefix}events has ${count} partitions, and its ledger in Redis was made ` +
        'with 12: make the topic again with 12 and copy its records back in place ' +
        '(deploy/operations/partition-count-changed.md).',
    ]);
  }

  it.each([13, 6])(
    'of %s instead of 12: the service exits at start, in one sentence, and changes nothing',
    async (count) => {
      await openBed();
      const before = await dump(redis, bed.prefix);
      await repartition(count);
      const child = bed.start('apps/jackpot');
      expect(await child.exit()).toBe(misconfigured);
      expectOneSentence(child, count);
      expect(await dump(redis, bed.prefix)).toEqual(before);
    },
    90_000,
  );

  it('is found when Redis, away at the start, has come', async () => {
    const own = await OwnServer.redis();
    try {
      await openBed({ REDIS_URL: own.running.url });
      await repartition(13);
      await own.kill();
      const child = bed.start('apps/jackpot');
      const waits = () => child.output.includes('Redis cannot be used');
      await until('it to wait for Redis', waits, 40_000);
      expect(child.exitCode).toBeNull();
      await own.startAgain();
      expect(await child.exit()).toBe(misconfigured);
      expect(child.output).toContain('has 13 partitions');
    } finally {
      await own.remove();
    }
  }, 120_000);
});

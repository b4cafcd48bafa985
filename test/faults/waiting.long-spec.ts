import { topicName } from '#contract';
import { ensureTopics } from '#log';
import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { OwnServer } from '../support/own-stack.js';
import { partitionsProblemSchema } from '../../apps/jackpot/src/http/schemas.js';
import { Table } from '../support/table.js';

/**
 * Without Kafka or Redis the service logs one line, waits, logs the end of the wait, and continues
 * by itself.
 */
describe('a service without Kafka or Redis', () => {
  const ready = async (url: string) => (await fetch(`${url}/health/ready`)).status;
  const whyNotApplying = async (url: string) =>
    ((await (await fetch(`${url}/health/partitions`)).json()) as { detail?: string }).detail;
  const applying = async (url: string) => (await fetch(`${url}/health/partitions`)).status;

  it('waits for Redis at its start, and works once it is there', async () => {
    const redis = await OwnServer.redis();
    const stack = new TestStack({ REDIS_URL: redis.running.url });
    try {
      await redis.kill();
      const child = stack.start('apps/jackpot');
      const url = await child.url();
      await until('its line', () => child.output.includes('Redis cannot be used'));
      expect(await ready(url)).toBe(503);
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
      expect((await fetch(`${url}/v1/jackpots`)).status).toBe(503);
      await redis.startAgain();
      await until('readiness', async () => (await ready(url)) === 200);
      await stack.configure(url, jackpot('main'));
      expect(child.output.match(/Redis cannot be used/g)).toHaveLength(1);
    } finally {
      await stack.close();
      await redis.remove();
    }
  });

  it('waits for Kafka at its start and after a later failure, and continues each time', async () => {
    const kafka = await OwnServer.kafka();
    const stack = new TestStack({ KAFKA_BROKERS: `127.0.0.1:${kafka.running.port}` });
    try {
      await kafka.kill();
      const child = stack.start('apps/jackpot');
      const url = await child.url();
      await until('its line', () => child.output.includes('Kafka cannot be used'));
      expect(await ready(url)).toBe(503);
      await kafka.startAgain();
      await until('readiness', async () => (await ready(url)) === 200);
      // Until the end of the wait is logged, another failure belongs to the same wait.
      await until('word of it', () => backs(child) === 1);
      await stack.configure(url, jackpot('main'));
      const table = new Table(stack.prefix, 'main', 'T1');
      await stack.producer.send([table.bet('1', 1)]);
      await kafka.kill();
      await until('word of it', async () => (await applying(url)) === 503);
      // The applied state can be read: this needs only Redis.
      expect(await ready(url)).toBe(200);
      expect((await fetch(`${url}/v1/jackpots/main`)).status).toBe(200);
      await kafka.startAgain();
      await until('the log', async () => (await applying(url)) === 200);
      await stack.producer.send([table.bet('1', 2)]);
      await until('both bets', async () => {
        const { value } = await getJson<{ value: number }>(`${url}/v1/jackpots/main`);
        return value === 1_007_000;
      });
      expect((await stack.cli('verify')).code).toBe(0);
      expect(child.exitCode).toBeNull();
      expect(warnings(child)).toEqual(['kafka-waits', 'kafka-waits']);
      await until('word of it', () => backs(child) === 2);
    } finally {
      await stack.close();
      await kafka.remove();
    }
  });

  it('says within seconds that Redis or Kafka no longer answers, also where neither has ended', async () => {
    const [kafka, redis] = await Promise.all([OwnServer.kafka(), OwnServer.redis()]);
    const stack = new TestStack({
      KAFKA_BROKERS: `127.0.0.1:${kafka.running.port}`,
      REDIS_URL: redis.running.url,
    });
    try {
      const { child, url } = await stack.startJackpot();
      await until('progress', async () => (await applying(url)) === 200);
      for (const [server, sentence, line] of [
        [kafka, 'Kafka is not read.', 'kafka-waits'],
        [redis, 'Redis does not answer.', 'redis-waits'],
      ] as const) {
        server.running.kill('SIGSTOP');
        await until(sentence, async () => (await whyNotApplying(url)) === sentence);
        // Health reports it at once, the log when it next looks: up to a second later.
        await until(line, () => warnings(child).includes(line));
        if (server === kafka) await until('its name', () => isNamed(url, kafka.running.brokers));
        server.running.kill('SIGCONT');
        await until('progress', async () => (await applying(url)) === 200);
      }
      expect(warnings(child)).toContain('kafka-waits');
    } finally {
      await stack.close();
      await Promise.all([kafka.remove(), redis.remove()]);
    }
  });

  it('stops on SIGTERM, also without Redis, with exit code 0', async () => {
    const redis = await OwnServer.redis();
    const stack = new TestStack({ REDIS_URL: redis.running.url });
    try {
      const { child } = await stack.startJackpot();
      await redis.kill();
      expect(await child.stop()).toBe(0);
    } finally {
      await stack.close();
      await redis.remove();
    }
  });

  it('says once that an output topic is missing, for all partitions, and once that it is there', async () => {
    const stack = new TestStack();
    const admin = stack.kafka.admin();
    try {
      const { url, child } = await stack.startJackpot();
      const topic = topicName(stack.prefix, 'pool-values');
      const jackpots = ['main', 'minor', 'third'];
      for (const id of jackpots) await stack.configure(url, jackpot(id));
      await until('the first values', async () => {
        // A message may come twice: readers compare its ids.
        const sent = await stack.outputs<{ jackpot: string }>('pool-values');
        return new Set(sent.map(({ message }) => message.jackpot)).size === jackpots.length;
      });
      await admin.connect();
      await admin.deleteTopics({ topics: [topic] });
      const tables = jackpots.map((id) => new Table(stack.prefix, id, 'T1'));
      // The broker may accept records just after its answer, and delete them with the topic.
      for (let round = 1; warnings(child).length === 0; round += 1) {
        expect(round).toBeLessThan(60);
        await stack.send(tables.map((table) => table.bet(String(round), 1)));
        await until('its line', () => warnings(child).length > 0, 1_000).catch(() => undefined);
      }
      await until('the instance to say that it is not well', async () => {
        const answer = await fetch(`${url}/health/partitions`);
        const { detail = '' } = (await answer.json()) as { detail?: string };
        return detail.startsWith('Partitions of which Kafka took nothing for 30 s: ');
      });
      await ensureTopics(stack.kafka, [{ topic, partitions: 12, config: {} }]);
      await until('its end', () => child.output.includes('"event":"outbox-back"'));
      await until('it to be well', async () => (await fetch(`${url}/health/partitions`)).ok);
      const sent = await stack.outputs<{ jackpot: string; value: number }>('pool-values');
      for (const id of jackpots) {
        const { value } = await getJson<{ value: number }>(`${url}/v1/jackpots/${id}`);
        const newest = sent.findLast(({ message }) => message.jackpot === id);
        expect([id, newest?.message.value]).toEqual([id, value]);
      }
      expect(warnings(child)).toEqual(['outbox-waits']);
    } finally {
      await admin.disconnect();
      await stack.close();
    }
  });

  it('names every wrong variable of its environment in one sentence and exits with 78', async () => {
    const stack = new TestStack({ KAFKA_BROKERS: 'nonsense', REDIS_URL: 'http://x', PORT: 'y' });
    const child = stack.start('apps/jackpot');
    expect(await child.exit()).toBe(78);
    expect(child.output.trim().split('\n')).toHaveLength(1);
    for (const name of ['KAFKA_BROKERS', 'REDIS_URL', 'PORT']) expect(child.output).toContain(name);
    await stack.close();
  });
});

/** How often a service has reported that Kafka is back. */
function backs({ output }: Child): number {
  return output.match(/"event":"kafka-back","waitedMs":\d+,/g)?.length ?? 0;
}

/**
 * The names of a service's log lines above the level of information, without the one about a Kafka
 * of one broker at each start of its consumer.
 */
function warnings({ output }: Child): unknown[] {
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; event: string });
  return lines
    .filter(({ level, event }) => level !== 'info' && event !== 'topic-settings')
    .map(({ event }) => event);
}

/** Whether an instance that is not well names a broker that does not answer. */
async function isNamed(url: string, broker: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/partitions`);
  if (answer.ok) return false;
  const { silent } = partitionsProblemSchema.parse(await answer.json());
  return silent.some(({ peer }) => peer === broker);
}

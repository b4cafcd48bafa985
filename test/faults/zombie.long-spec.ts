import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { HoldingProxy } from './holding-proxy.js';
import { expectNothingLost, loadJackpots, rounds, untilCaughtUp } from './load.js';

/** M2 between instances: however many claim a partition, each record counts once. */
describe('two instances', () => {
  it('one stopped past its session is replaced, and its late commit is fenced', async () => {
    const stack = new TestStack();
    const redis = new HoldingProxy(stack.env['REDIS_URL'] as string);
    try {
      const first = await stack.startJackpot({ REDIS_URL: await redis.start() });
      for (const id of loadJackpots) await stack.configure(first.url, jackpot(id));
      const records = rounds(stack, 60_000);
      const sending = stack.send(records);
      await until('the load to be under way', async () => (await applied(first.url)) > 4_000);
      redis.hold();
      await until('a commit to be on its way', () => redis.commits > 0);
      first.child.signal('SIGSTOP');
      await sending;
      // The second joins a group whose only member is stopped: it waits for the session to end.
      const second = stack.start('apps/jackpot');
      const url = await second.url();
      await untilCaughtUp(url, records);
      const joined = joins(first.child);
      const { commits } = redis;
      redis.release();
      await until('Redis to answer the late commits', () => redis.answers.length >= commits);
      expect(redis.answers).toEqual(Array(commits).fill('fenced'));
      first.child.signal('SIGCONT');
      const more = rounds(stack, 10_000, 'late-');
      await stack.send(more);
      await until('it to join again', () => joins(first.child) > joined);
      await untilCaughtUp(url, [...records, ...more]);
      await expectNothingLost(url, [...records, ...more]);
      const { code, output } = await stack.cli('verify');
      expect(output).toContain('The ledger agrees with the log');
      expect(code).toBe(0);
    } finally {
      redis.stop();
      await stack.close();
    }
  });

  it('of two that both have every partition, each commit of one fences the other', async () => {
    const stack = new TestStack();
    try {
      const first = await stack.startJackpot();
      for (const id of loadJackpots) await stack.configure(first.url, jackpot(id));
      // In a separate group, Kafka assigns all partitions to it as well.
      const second = await stack.startJackpot({ KAFKA_GROUP_ID: `${stack.prefix}other` });
      const records = rounds(stack, 40_000);
      await stack.send(records);
      await untilCaughtUp(first.url, records);
      await until('a commit to be fenced', () =>
        [first, second].some(({ child }) => child.output.includes('fenced: the ledger is at')),
      );
      await expectNothingLost(first.url, records);
      const { code, output } = await stack.cli('verify');
      expect(output).toContain('The ledger agrees with the log');
      expect(code).toBe(0);
    } finally {
      await stack.close();
    }
  });
});

async function applied(url: string): Promise<number> {
  const { jackpots } = await getJson<{ jackpots: { position: number }[] }>(`${url}/v1/jackpots`);
  return jackpots.reduce((sum, { position }) => sum + position, 0);
}

function joins({ output }: Child): number {
  return output.split('joined the group').length - 1;
}

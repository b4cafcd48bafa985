import { jackpot } from '#testing/jackpot';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { OwnServer } from '../support/own-stack.js';
import { expectNothingLost, loadJackpots, rounds, untilCaughtUp } from './load.js';

/**
 * Kill -9 in the middle of 100,000 bets: nothing is lost, nothing is doubled, and no manual step is
 * needed.
 */
describe('killed in the middle of 100,000 bets', () => {
  const bets = 100_000;

  async function halfway(url: string): Promise<void> {
    await until('some of the bets to be applied', async () => {
      const { position } = await getJson<{ position: number }>(`${url}/v1/jackpots/main`);
      return position > 2_000;
    });
  }

  it('the service continues after a restart, and verify agrees', async () => {
    const stack = new TestStack();
    try {
      const first = await stack.startJackpot();
      for (const id of loadJackpots) await stack.configure(first.url, jackpot(id));
      const records = rounds(stack, bets);
      const sending = stack.send(records);
      await halfway(first.url);
      await first.child.kill();
      await sending;
      const second = await stack.startJackpot();
      await untilCaughtUp(second.url, records);
      await expectNothingLost(second.url, records);
      const { code, output } = await stack.cli('verify');
      expect(output).toContain('The ledger agrees with the log');
      expect(code).toBe(0);
      await expectOutputsWhole(stack);
    } finally {
      await stack.close();
    }
  });

  it('Redis, with its append-only file synced every second: it catches up by itself', async () => {
    const redis = await OwnServer.redis();
    const stack = new TestStack({ REDIS_URL: redis.running.url });
    try {
      const { url, child } = await stack.startJackpot();
      for (const id of loadJackpots) await stack.configure(url, jackpot(id));
      const records = rounds(stack, bets);
      const sending = stack.send(records);
      await halfway(url);
      await redis.kill();
      await sending;
      await until('the service to say that it is not ready', async () => {
        return (await fetch(`${url}/health/ready`)).status === 503;
      });
      await redis.startAgain();
      await untilCaughtUp(url, records);
      await expectNothingLost(url, records);
      const { code, output } = await stack.cli('verify');
      expect(output).toContain('The ledger agrees with the log');
      expect(code).toBe(0);
      await expectOutputsWhole(stack);
      await until('the service to be ready', async () => (await fetch(`${url}/health/ready`)).ok);
      // One line for down and one for up, not a flood.
      expect(child.output.match(/Redis cannot be used/g)?.length).toBe(1);
      expect(child.output.match(/Redis can be used again/g)?.length).toBe(1);
    } finally {
      await stack.close();
      await redis.remove();
    }
  });
});

/** Checks that, without repeated ids, each flush of the load was awarded once. */
async function expectOutputsWhole(stack: TestStack): Promise<void> {
  const awards = await until('the relay', async () => {
    const found = await stack.outputs<{ id: string }>('awards');
    return new Set(found.map(({ id }) => id)).size >= wins() && found;
  });
  const byId = new Map(awards.map(({ id, message }) => [id, message]));
  expect(byId.size).toBe(wins());
  expect(new Set([...byId.values()].map(({ id }) => id)).size).toBe(wins());
  expect(await stack.outputs('exceptions')).toEqual([]);
}

function wins(): number {
  const tables = loadJackpots.length * 10;
  return Math.floor(Math.floor(100_000 / (tables * 3)) / 40) * tables;
}

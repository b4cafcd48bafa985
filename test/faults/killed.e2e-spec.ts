import { Bed, getJson } from '../support/bed.js';
import { jackpot } from '../support/jackpots.js';
import { OwnServer } from '../support/own-stack.js';
import { until } from '../support/until.js';
import { expectNothingLost, loadJackpots, rounds, untilCaughtUp } from './load.js';

/** Kill -9 in the middle of 100,000 bets: nothing lost, nothing doubled, no hand needed. */
describe('killed in the middle of 100,000 bets', () => {
  const bets = 100_000;

  async function halfway(url: string): Promise<void> {
    await until('some of the bets to be applied', async () => {
      const { position } = await getJson<{ position: number }>(`${url}/v1/jackpots/main`);
      return position > 2_000;
    });
  }

  it('the service: started again it goes on, and verify agrees', async () => {
    const bed = new Bed();
    try {
      const first = await bed.startJackpot();
      for (const id of loadJackpots) await bed.configure(first.url, jackpot(id));
      const records = rounds(bed, bets);
      const sending = bed.send(records);
      await halfway(first.url);
      await first.child.kill();
      await sending;
      const second = await bed.startJackpot();
      await untilCaughtUp(second.url, records);
      await expectNothingLost(second.url, records);
      const { code, output } = await bed.cli('verify');
      expect(output).toContain('The ledger agrees with the log');
      expect(code).toBe(0);
      await expectOutputsWhole(bed);
    } finally {
      await bed.close();
    }
  }, 180_000);

  it('Redis, with its append-only file synced every second: it catches up by itself', async () => {
    const redis = await OwnServer.redis();
    const bed = new Bed({ REDIS_URL: redis.running.url });
    try {
      const { url, child } = await bed.startJackpot();
      for (const id of loadJackpots) await bed.configure(url, jackpot(id));
      const records = rounds(bed, bets);
      const sending = bed.send(records);
      await halfway(url);
      await redis.kill();
      await sending;
      await until('the service to say that it is not ready', async () => {
        return (await fetch(`${url}/health/ready`)).status === 503;
      });
      await redis.startAgain();
      await untilCaughtUp(url, records);
      await expectNothingLost(url, records);
      const { code, output } = await bed.cli('verify');
      expect(output).toContain('The ledger agrees with the log');
      expect(code).toBe(0);
      await expectOutputsWhole(bed);
      await until('the service to be ready', async () => (await fetch(`${url}/health/ready`)).ok);
      // Down and up again is two lines, not a flood of them.
      expect(child.output.match(/Redis cannot be used/g)?.length).toBe(1);
      expect(child.output.match(/Redis can be used again/g)?.length).toBe(1);
    } finally {
      await bed.close();
      await redis.remove();
    }
  }, 180_000);
});

/** After repeats are dropped by id, each flush of the load was awarded once. */
async function expectOutputsWhole(bed: Bed): Promise<void> {
  const awards = await until('the relay', async () => {
    const found = await bed.outputs<{ id: string }>('awards');
    return new Set(found.map(({ id }) => id)).size >= wins() && found;
  });
  const byId = new Map(awards.map(({ id, message }) => [id, message]));
  expect(byId.size).toBe(wins());
  expect(new Set([...byId.values()].map(({ id }) => id)).size).toBe(wins());
  expect(await bed.outputs('exceptions')).toEqual([]);
}

function wins(): number {
  const tables = loadJackpots.length * 10;
  return Math.floor(Math.floor(100_000 / (tables * 3)) / 40) * tables;
}

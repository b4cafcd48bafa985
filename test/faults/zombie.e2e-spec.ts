import { Bed, getJson } from '../support/bed.js';
import { jackpot } from '../support/jackpots.js';
import { until } from '../support/until.js';
import { expectNothingLost, loadJackpots, rounds, untilCaughtUp } from './load.js';

/** M2 between instances: however many believe that a partition is theirs, each record counts once. */
describe('two instances', () => {
  it('one stopped past its session is replaced, and when it wakes up it does no harm', async () => {
    const bed = new Bed();
    try {
      const first = await bed.startJackpot();
      for (const id of loadJackpots) await bed.configure(first.url, jackpot(id));
      const records = rounds(bed, 60_000);
      const sending = bed.send(records);
      await until('the load to be under way', async () => (await applied(first.url)) > 4_000);
      first.child.signal('SIGSTOP');
      await sending;
      // The second joins a group whose only member is asleep: it waits for the session to end.
      const second = bed.start('apps/jackpot');
      const url = await second.url();
      await untilCaughtUp(url, records);
      first.child.signal('SIGCONT');
      const more = rounds(bed, 10_000, 'late-');
      await bed.send(more);
      await until(
        'it to learn that it was replaced, from its commit or from its group',
        () => first.child.output.split('joined the group').length > 2,
        60_000,
      );
      await untilCaughtUp(url, [...records, ...more]);
      await expectNothingLost(url, [...records, ...more]);
      const { code, output } = await bed.cli('verify');
      expect(output).toContain('The ledger agrees with the log');
      expect(code).toBe(0);
    } finally {
      await bed.close();
    }
  }, 240_000);

  it('of two that both have every partition, each commit of one fences the other', async () => {
    const bed = new Bed();
    try {
      const first = await bed.startJackpot();
      for (const id of loadJackpots) await bed.configure(first.url, jackpot(id));
      // A group of its own: Kafka gives it all partitions too, as if it never heard of the first.
      const second = await bed.startJackpot({ KAFKA_GROUP_ID: `${bed.prefix}other` });
      const records = rounds(bed, 40_000);
      await bed.send(records);
      await untilCaughtUp(first.url, records);
      await until('a commit to be fenced', () =>
        [first, second].some(({ child }) => child.output.includes('fenced: the ledger is at')),
      );
      await expectNothingLost(first.url, records);
      const { code, output } = await bed.cli('verify');
      expect(output).toContain('The ledger agrees with the log');
      expect(code).toBe(0);
    } finally {
      await bed.close();
    }
  }, 240_000);
});

async function applied(url: string): Promise<number> {
  const { jackpots } = await getJson<{ jackpots: { position: number }[] }>(`${url}/v1/jackpots`);
  return jackpots.reduce((sum, { position }) => sum + position, 0);
}

import { Bed } from '../support/bed.js';
import { jackpot } from '../support/jackpots.js';
import { until } from '../support/until.js';
import { expectNothingLost, loadJackpots, rounds, untilCaughtUp } from './load.js';

/** M2 between instances: what sleeps past its session is fenced when it wakes up. */
describe('two instances', () => {
  it('a stopped one is replaced, and its commit is fenced when it wakes up', async () => {
    const bed = new Bed();
    try {
      const first = await bed.startJackpot();
      for (const id of loadJackpots) await bed.configure(first.url, jackpot(id));
      const records = rounds(bed, 60_000);
      const half = records.length / 2;
      await bed.send(records.slice(0, half));
      const sending = bed.send(records.slice(half));
      first.child.signal('SIGSTOP');
      await sending;
      // The second joins a group whose only member is asleep: it waits for the session to end.
      const second = bed.start('apps/jackpot');
      const url = await second.url();
      await untilCaughtUp(url, records);
      first.child.signal('SIGCONT');
      await until('its commit to be fenced', () => first.child.output.includes('fenced'), 40_000);
      await untilCaughtUp(url, records);
      await expectNothingLost(url, records);
      const { code, output } = await bed.cli('verify');
      expect(output).toContain('The ledger agrees with the log');
      expect(code).toBe(0);
    } finally {
      await bed.close();
    }
  }, 180_000);
});

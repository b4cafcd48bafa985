import { mainPartition, HaltScenario } from './halting.js';

/**
 * Redis is edited while the service is down: at its start the service believes none of the edits.
 * More edits are in at-rest.long-spec.ts.
 */
describe('a ledger that was edited at rest', () => {
  let scenario: HaltScenario;
  const only = ['--partition', String(mainPartition)];
  const diverged = [{ partition: mainPartition, reason: 'ledger-diverged' }];

  const open = async (): Promise<void> => {
    scenario = await HaltScenario.openStopped();
  };

  /** Finds and repairs each edit in the same ledger, one after the other. */
  describe('in what it holds', () => {
    beforeAll(open);
    afterEach(() => scenario.stop());
    afterAll(() => scenario.close());

    it('ten million more in a pool are not paid, although the accounts sum to zero', async () => {
      const { accounts } = scenario.keys();
      await scenario.redis.hincrby(accounts, 'main/pool', '10000000000000');
      await scenario.redis.hincrby(accounts, 'main/house', '-10000000000000');
      expect(await scenario.stack.cli('recover', ...only)).toMatchObject({
        code: 2,
        output: expect.stringContaining('what Redis holds is not what block'),
      });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.expectMiniGoesOn();
      await scenario.rebuild(...only);
      await scenario.expectProven(['the ledger was emptied and folded again']);
    });
  });

  describe('in where it stands, or as a whole', () => {
    beforeEach(open);
    afterEach(() => scenario.close());

    it('an award that stands in the outbox without a block is sent by nobody', async () => {
      const id = `${mainPartition}/4/award`;
      const fields = ['topic', 'awards', 'key', 'main', 'id', id, 'value', '{"id":"forged"}'];
      await scenario.redis.call('xadd', [scenario.keys().outbox, '900-1', ...fields]);
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.expectMiniGoesOn();
      expect(await scenario.stack.outputs('awards')).toEqual([]);
      await scenario.rebuild(...only);
      expect(await scenario.stack.outputs('awards')).toEqual([]);
    });
  });
});

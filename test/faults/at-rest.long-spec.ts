import { parseTable, serializeTable } from '#pools';
import { until } from '#testing/until';
import { mainPartition, miniPartition, HaltScenario } from './halting.js';

/** Other edits than those of at-rest.e2e-spec.ts. */
describe('a ledger that was edited at rest', () => {
  let scenario: HaltScenario;
  const only = ['--partition', String(mainPartition)];
  const diverged = [{ partition: mainPartition, reason: 'ledger-diverged' }];

  const open = async (): Promise<void> => {
    scenario = await HaltScenario.open();
    await scenario.stop();
  };

  async function rebuild(...args: string[]): Promise<void> {
    const done = await scenario.recover(...args, '--act', 'rebuild');
    expect(done).toMatchObject({ code: 0 });
    await scenario.untilBets(4);
    await scenario.expectWell();
  }

  /** Each is found, and rebuilt, in the same ledger as the one before. */
  describe('in what it holds', () => {
    beforeAll(open, 90_000);
    afterEach(() => scenario.stop(), 30_000);
    afterAll(() => scenario.close(), 30_000);

    it('an invented bet and a value with a huge version are found', async () => {
      const { tables, values } = scenario.keys();
      const table = (await scenario.redis.hget(tables, 'main/T1')) ?? '';
      const amounts = {
        stakeMicros: 50_000_000n,
        poolMicros: 35_000_000n,
        reserveMicros: 2_500_000n,
      };
      const invented = parseTable(table);
      invented.rounds[0]?.bets.push({ seat: 7, ...amounts, generation: 1, carried: false });
      await scenario.redis.hset(tables, { 'main/T1': serializeTable(invented) });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await rebuild(...only);
      await scenario.stop();
      const value = (await scenario.redis.hget(values, 'main')) ?? '';
      const forged = value.replace(/"version":\d+/, '"version":4000000000');
      await scenario.redis.hset(values, { main: forged });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await rebuild(...only);
    }, 240_000);

    it('a configuration with another seed is found', async () => {
      const { jackpots } = scenario.keys();
      const text = (await scenario.redis.hget(jackpots, 'main')) ?? '';
      const forged = text.replace(/"seed":\d+/, '"seed":900000000');
      expect(forged).not.toBe(text);
      await scenario.redis.hset(jackpots, { main: forged });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.expectMiniGoesOn();
      await rebuild(...only);
    }, 180_000);
  });

  describe('in where it stands, or as a whole', () => {
    beforeEach(open, 90_000);
    afterEach(() => scenario.close(), 30_000);

    it('a ledger that was moved back, or names a block that never was, is found', async () => {
      const { position } = scenario.keys();
      const before = await scenario.position();
      await scenario.redis.hset(position, { offset: '4' });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.stop();
      await scenario.redis.del(position);
      await scenario.redis.hset(position, { ...before, head: 'f'.repeat(64) });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await rebuild(...only);
      await scenario.expectProven(['the ledger was emptied and folded again']);
    }, 240_000);

    it('an emptied ledger begins anew by a signed act alone, which the journal keeps', async () => {
      const head = (await scenario.position())['head'];
      for (const partition of [mainPartition, miniPartition]) {
        for (const key of (await scenario.ledgerOf(partition)).keys())
          await scenario.redis.del(key);
      }
      await scenario.start();
      const lost = [mainPartition, miniPartition].map((partition) => ({
        partition,
        reason: 'ledger-lost',
      }));
      await scenario.expectHalted(lost);
      const shown = await scenario.expectDryRun('--act', 'rebuild');
      expect(shown).toContain('its first 6 records give');
      await rebuild();
      // The newest block may still wait in the outbox.
      const act = await until('the act in the chain', async () => {
        const chain = await scenario.chain();
        return chain.find(({ recovery }) => recovery?.act === 'rebuild');
      });
      expect(act).toMatchObject({ previous: head, recovery: { reason: 'ledger-lost' } });
      await scenario.expectProven([
        'the ledger was emptied and folded again from the first record (ledger-lost)',
        'the ledger was emptied and folded again from the first record (ledger-lost)',
      ]);
    }, 240_000);
  });
});

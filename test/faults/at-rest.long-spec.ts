import { parseTable, serializeTable } from '#pools';
import { newKey, signingKey } from '#testing/test-keys';
import { until } from '#testing/until';
import { mainPartition, miniPartition, HaltScenario } from './halting.js';

/** More edits than in at-rest.e2e-spec.ts. */
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

    it('an invented bet and a value with a huge version are found', async () => {
      const { tables, values } = scenario.keys();
      const table = (await scenario.redis.hget(tables, 'main/T1')) ?? '';
      const amounts = {
        stakeMicros: 50_000_000n,
        poolMicros: 35_000_000n,
        reserveMicros: 2_500_000n,
      };
      const invented = parseTable(table);
      const [round] = invented.rounds;
      const placed = { generation: 1, terms: round?.terms ?? 0, carriedSinceMs: null };
      round?.bets.push({ seat: 7, ...amounts, ...placed });
      await scenario.redis.hset(tables, { 'main/T1': serializeTable(invented) });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.rebuild(...only);
      await scenario.stop();
      const value = (await scenario.redis.hget(values, 'main')) ?? '';
      const forged = value.replace(/"version":\d+/, '"version":4000000000');
      await scenario.redis.hset(values, { main: forged });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.rebuild(...only);
    });

    it('a configuration with another seed is found', async () => {
      const { jackpots } = scenario.keys();
      const text = (await scenario.redis.hget(jackpots, 'main')) ?? '';
      const forged = text.replace(/"seed":\d+/, '"seed":900000000');
      expect(forged).not.toBe(text);
      await scenario.redis.hset(jackpots, { main: forged });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.expectMiniGoesOn();
      await scenario.rebuild(...only);
    });

    it('a key that nobody has put in force is found, and signs nothing', async () => {
      const { position } = scenario.keys();
      const text = (await scenario.position())['authority'] ?? '';
      const authority = JSON.parse(text) as { keys: object[] };
      const thief = newKey('thief');
      const keys = [...authority.keys, signingKey(thief)];
      await scenario.redis.hset(position, { authority: JSON.stringify({ ...authority, keys }) });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.expectMiniGoesOn();
      await scenario.rebuild(...only);
      expect((await scenario.position())['authority']).toBe(text);
    });
  });

  /** Edits one field each time, in the ledger that the last rebuild has left. */
  describe('in one field of its position', () => {
    beforeAll(open);
    afterEach(() => scenario.stop());
    afterAll(() => scenario.close());

    it.each([
      ['offset', 'x'],
      ['offset', '9999999999999999'],
      ['head', '\u{fffd}'],
      ['block', 'x'],
      ['newestMs', '0'],
      ['authority', 'not JSON'],
      ['authority', '{"edition":99}'],
    ])('%s is %s: it is found, and an act brings the ledger back', async (field, edited) => {
      const { position } = scenario.keys();
      const text = (await scenario.position())['authority'] ?? '';
      const more = edited.startsWith('{') ? { ...(JSON.parse(text) as object), edition: 99 } : null;
      await scenario.redis.hset(position, { [field]: more ? JSON.stringify(more) : edited });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.expectMiniGoesOn();
      await scenario.rebuild(...only);
      expect((await scenario.position())['authority']).toBe(text);
    });
  });

  describe('in where it stands, or as a whole', () => {
    beforeEach(open);
    afterEach(() => scenario.close());

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
      await scenario.rebuild(...only);
      await scenario.expectProven(['the ledger was emptied and folded again']);
    });

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
      await scenario.rebuild();
      const act = await until('the act in the chain', async () => {
        const chain = await scenario.chain();
        return chain.find(({ recovery }) => recovery?.act === 'rebuild');
      });
      expect(act).toMatchObject({ previous: head, recovery: { reason: 'ledger-lost' } });
      await scenario.expectProven([
        'the ledger was emptied and folded again from the first record (ledger-lost)',
        'the ledger was emptied and folded again from the first record (ledger-lost)',
      ]);
    });

    it('a ledger that was not edited goes on within a second of being opened', async () => {
      await scenario.start();
      await scenario.expectWell();
      await scenario.bet(1);
      await scenario.untilBets(5);
      await scenario.expectProven([]);
    });
  });
});

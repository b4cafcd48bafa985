import { sampleAward } from '#testing/award-message';
import { rememberedAward } from '#testing/remembered-award';
import { getJson, TestStack } from '#testing/test-stack';
import { OwnServer } from '../support/own-stack.js';
import { mainPartition, miniPartition, poolOf, HaltScenario } from './halting.js';

/** More damage by clients of Redis than in ledger-anomalies.e2e-spec.ts. */
describe('a ledger that is not what the log makes it', () => {
  let scenario: HaltScenario;
  const only = ['--partition', String(mainPartition)];

  beforeEach(async () => {
    scenario = await HaltScenario.open();
  });
  afterEach(() => scenario.close());

  async function add(account: string, micros: string): Promise<void> {
    await scenario.redis.hincrby(scenario.keys().accounts, `main/${account}`, micros);
  }

  it('unbalanced: halts before a record is applied, and a forged award vanishes', async () => {
    await scenario.stop();
    await add('pool', '1');
    const payout = { order: 1, seat: 1, hand: 'royal-flush', basis: 'share' } as const;
    const forged = rememberedAward(
      sampleAward({
        ...{ id: 'main/T9/1/3', table: 'T9', offset: 3 },
        payouts: [{ ...payout, amount: 100, fromPool: 100, fromHouse: 0 }],
      }),
    );
    await scenario.redis.hset(scenario.keys().claims, 'main/T9/1/3', forged);
    await scenario.redis.zadd(scenario.keys().awards('main'), '3', 'main/T9/1/3');
    await scenario.bet(1);
    await scenario.start();
    const unbalanced = [{ partition: mainPartition, reason: 'ledger-unbalanced' }];
    await scenario.expectHalted(unbalanced);
    await scenario.expectMiniGoesOn();
    expect((await scenario.position())['offset']).toBe('6');
    // Undoing the edit does not make the ledger a fold of the log again.
    await add('pool', '-1');
    await scenario.stop();
    await scenario.start();
    await scenario.expectHalted(unbalanced);

    const shown = await scenario.expectDryRun(...only, '--act', 'rebuild');
    expect(shown).toContain('award vanishes: main/T9/1/3 awarded (royal-flush MOP 1.00)');
    expect(await scenario.recover(...only, '--act', 'rebuild')).toMatchObject({ code: 0 });
    await scenario.untilBets(5);
    await scenario.expectWell();
    expect(Number(await scenario.redis.exists(scenario.keys().awards('main')))).toBe(0);
  });

  it('that is right is rebuilt with --force only', async () => {
    await scenario.stop();
    const refused = await scenario.recover(...only, '--act', 'rebuild');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('nothing is wrong') });
    expect(await scenario.stack.cli('recover')).toMatchObject({
      code: 0,
      output: expect.stringContaining('All partitions can continue.'),
    });
    const shown = await scenario.expectDryRun(...only, '--act', 'rebuild', '--force');
    expect(shown).toContain('MOP 10,140.00 -> MOP 10,140.00');
    const done = await scenario.recover(...only, '--act', 'rebuild', '--force');
    expect(done).toMatchObject({ code: 0 });
    await scenario.start();
    await scenario.untilBets(4);
    await scenario.expectWell();
  });
});

describe('a Redis that may lose money', () => {
  it.each([
    ['that may evict keys', { maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' }],
    ['without an append-only file', { appendonly: 'no' }],
  ])('%s halts all, and goes on when it is fixed', async (_what, settings) => {
    const redis = await OwnServer.redis();
    const scenario = await HaltScenario.open(new TestStack({ REDIS_URL: redis.running.url }));
    try {
      await scenario.stop();
      const safe = { maxmemory: '0', 'maxmemory-policy': 'noeviction', appendonly: 'yes' };
      for (const [name, value] of Object.entries(settings)) {
        await scenario.redis.config('SET', name, value);
      }
      await scenario.bet(1);
      await scenario.start();
      const all = Array.from({ length: 12 }, (_, partition) => ({
        partition,
        reason: 'redis-unsafe',
      }));
      await scenario.expectHalted(all);
      // A roll-out onto this Redis stops here, and the earlier instances continue.
      expect(await readiness(scenario.url)).toMatchObject({
        status: 503,
        details: { start: { reason: 'redis-unsafe' } },
      });
      expect([await scenario.pool('main'), await scenario.pool('mini')]).toEqual([
        poolOf(4),
        poolOf(1),
      ]);
      const { code, output } = await scenario.stack.cli(
        'recover',
        '--partition',
        String(miniPartition),
      );
      expect([code, output]).toEqual([2, expect.stringContaining('appendonly yes in Redis')]);
      for (const [name, value] of Object.entries(safe)) {
        await scenario.redis.config('SET', name, value);
      }
      await scenario.untilBets(5);
      await scenario.expectWell();
      expect(await readiness(scenario.url)).toMatchObject({ status: 'ok' });
    } finally {
      await scenario.close();
      await redis.remove();
    }
  });
});

function readiness(url: string): Promise<object> {
  return getJson(`${url}/health/ready`);
}

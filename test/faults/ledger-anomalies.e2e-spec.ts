import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getJson, TestStack, type PartitionHealth } from '#testing/test-stack';
import { OwnServer } from '../support/own-stack.js';
import { mainPartition, miniPartition, poolOf, HaltScenario } from './halting.js';

/**
 * Damage by other clients of Redis (M7): the halt outlives the process, and only an operator ends
 * it.
 */
describe('a ledger that is not what the log makes it', () => {
  let scenario: HaltScenario;
  const only = ['--partition', String(mainPartition)];
  const diverged = [{ partition: mainPartition, reason: 'ledger-diverged' }];

  beforeEach(async () => {
    scenario = await HaltScenario.open();
  }, 90_000);
  afterEach(() => scenario.close(), 30_000);

  async function add(account: string, micros: string): Promise<void> {
    await scenario.redis.hincrby(scenario.keys().accounts, `main/${account}`, micros);
  }

  it('diverged: no instance continues, not even after a restart, until the ledger is rebuilt', async () => {
    await add('pool', '7000000');
    await add('house', '-7000000');
    await scenario.bet(1);
    await scenario.expectHalted(diverged);
    await scenario.expectMiniGoesOn();
    const { offset, head, halted } = await scenario.position();
    expect(JSON.parse(halted ?? '')).toMatchObject({ reason: 'ledger-diverged' });
    await scenario.bet(1);
    await scenario.stop();
    await scenario.start();
    await scenario.expectHalted(diverged);
    await scenario.expectMiniGoesOn();
    await expectServing(scenario);
    expect(await scenario.position()).toMatchObject({ offset, head });

    const shown = await scenario.expectDryRun(...only, '--act', 'rebuild');
    expect(shown).toContain('MOP 10,182.00 -> MOP 10,175.00');
    expect(shown).toContain('its first 7 records');
    expect(shown).toContain('1 records after them are pending');
    for (const act of ['skip', 'accept-log']) {
      expect(await scenario.recover(...only, '--act', act)).toMatchObject({ code: 1 });
    }
    const done = await scenario.recover(...only, '--act', 'rebuild');
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringContaining('the old ledger is in'),
    });
    await scenario.untilBets(6);
    await scenario.expectWell();
    await scenario.expectMiniGoesOn();
    expect(await scenario.position()).not.toHaveProperty('halted');

    const [backup] = readdirSync(scenario.stack.folder).filter((name) =>
      name.startsWith('ledger-'),
    );
    const kept = JSON.parse(
      readFileSync(join(scenario.stack.folder, backup as string), 'utf8'),
    ) as {
      snapshot: { accounts: Record<string, string> };
    };
    expect(kept.snapshot.accounts['main/pool']).toBe(String(BigInt(poolOf(5)) + 7_000_000n));
    const chain = await scenario.chain();
    const rebuild = chain.findIndex(({ recovery }) => recovery?.act === 'rebuild');
    expect(chain[rebuild]).toMatchObject({ from: 0, to: -1, previous: head });
    expect(chain[rebuild - 1]).toMatchObject({ from: 0 });
    expect(chain[rebuild + 1]).toMatchObject({ hash: head });
    expect(chain.at(-1)).toMatchObject({ from: 0, block: 1 });
    await scenario.bet(1);
    await scenario.untilBets(7);
    await scenario.expectProven([
      'the ledger was emptied and folded again from the first record (ledger-diverged), signed by ops-1',
    ]);
  }, 240_000);

  it('unbalanced: halts before a record is applied, and a forged award vanishes', async () => {
    await scenario.stop();
    await add('pool', '1');
    const forged = JSON.stringify({
      id: 'main/T9/1',
      states: [{ seat: 1, state: 'awarded', slip: null }],
      currency: 'MOP',
      payouts: [{ hand: 'royal-flush', amount: 100 }],
    });
    await scenario.redis.zadd(scenario.keys().awards('main'), '3', forged);
    await scenario.bet(1);
    await scenario.start();
    const unbalanced = [{ partition: mainPartition, reason: 'ledger-unbalanced' }];
    await scenario.expectHalted(unbalanced);
    await scenario.expectMiniGoesOn();
    expect((await scenario.position())['offset']).toBe('6');
    // Taking the edit back does not make the ledger a fold of the log again.
    await add('pool', '-1');
    await scenario.stop();
    await scenario.start();
    await scenario.expectHalted(unbalanced);

    const shown = await scenario.expectDryRun(...only, '--act', 'rebuild');
    expect(shown).toContain('award vanishes: main/T9/1 awarded (royal-flush MOP 1.00)');
    expect(await scenario.recover(...only, '--act', 'rebuild')).toMatchObject({ code: 0 });
    await scenario.untilBets(5);
    await scenario.expectWell();
    expect(Number(await scenario.redis.exists(scenario.keys().awards('main')))).toBe(0);
  }, 240_000);

  it('that is right is rebuilt with --force only', async () => {
    await scenario.stop();
    const refused = await scenario.recover(...only, '--act', 'rebuild');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('nothing is wrong') });
    expect(await scenario.stack.cli('recover')).toMatchObject({
      code: 0,
      output: expect.stringContaining('All partitions can go on.'),
    });
    const shown = await scenario.expectDryRun(...only, '--act', 'rebuild', '--force');
    expect(shown).toContain('MOP 10,140.00 -> MOP 10,140.00');
    const done = await scenario.recover(...only, '--act', 'rebuild', '--force');
    expect(done).toMatchObject({ code: 0 });
    await scenario.start();
    await scenario.untilBets(4);
    await scenario.expectWell();
  }, 180_000);

  it('without a note or with a key that may not adjust nothing is done', async () => {
    const { stack } = scenario;
    const own = { COMMAND_KEY: join(stack.folder, 'clerk.private.jwk') };
    const open = join(stack.folder, 'clerk.public.jwk');
    const clerk = ['--kid', 'clerk', '--roles', 'operate', '--public', open];
    expect(await stack.start('apps/cli', ['keys', 'new', ...clerk], own).exit()).toBe(0);
    expect(await stack.cli('keys', 'add', open)).toMatchObject({ code: 0 });
    await add('pool', '1');
    await scenario.stop();
    await scenario.start();
    await scenario.expectHalted([{ partition: mainPartition, reason: 'ledger-unbalanced' }]);
    const before = await scenario.ledgerOf(mainPartition);
    const noNote = await scenario.stack.cli('recover', ...only, '--act', 'rebuild', '--yes');
    expect(noNote).toMatchObject({ code: 64, output: expect.stringContaining('--note') });
    const yes = ['--act', 'rebuild', '--yes', '--note', 'not mine', '--backup', stack.folder];
    const noRole = stack.start('apps/cli', ['recover', ...only, ...yes], own);
    expect(await noRole.exit()).toBe(78);
    expect(noRole.output).toContain('clerk has no role adjust');
    expect(await scenario.ledgerOf(mainPartition)).toEqual(before);
  }, 120_000);
});

describe('a Redis that may lose money', () => {
  it.each([
    ['that may evict keys', { maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' }],
    ['without an append-only file', { appendonly: 'no' }],
  ])(
    '%s halts all, and goes on when it is fixed',
    async (_what, settings) => {
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
        // A roll-out onto this Redis stops here, and the instances before go on.
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
    },
    180_000,
  );
});

function readiness(url: string): Promise<object> {
  return getJson(`${url}/health/ready`);
}

/** One halted partition takes nobody's API away, nor does it stop the roll-out of its fix. */
async function expectServing({ url }: HaltScenario): Promise<void> {
  expect(await readiness(url)).toMatchObject({ status: 'ok' });
  expect((await fetch(`${url}/v1/jackpots/main`)).status).toBe(200);
  const answer = await fetch(`${url}/health/partitions`);
  const { detail, log, partitions } = (await answer.json()) as PartitionHealth & { detail: string };
  expect([answer.status, log, partitions.length]).toEqual([503, 'running', 12]);
  expect(detail).toBe(`Partitions that are not open: ${mainPartition} (ledger-diverged).`);
  expect(partitions.find(({ state }) => state === 'halted')).toMatchObject({
    partition: mainPartition,
    lag: null,
    detail: expect.stringContaining('main'),
    page: 'deploy/operations/ledger-diverged.md',
  });
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bed } from '../support/bed.js';
import { OwnServer } from '../support/own-stack.js';
import { mainPartition, miniPartition, poolOf, Ward } from './halting.js';

/** What another hand can do to Redis (M7): it outlives the process, and only an operator ends it. */
describe('a ledger that is not what the log makes it', () => {
  let ward: Ward;
  const only = ['--partition', String(mainPartition)];
  const diverged = [{ partition: mainPartition, reason: 'ledger-diverged' }];

  beforeEach(async () => {
    ward = await Ward.open();
  }, 90_000);
  afterEach(() => ward.close(), 30_000);

  async function add(account: string, micros: string): Promise<void> {
    await ward.redis.hincrby(ward.keys().accounts, `main/${account}`, micros);
  }

  it('diverged: no instance goes on, then or after a restart, until it is rebuilt', async () => {
    await add('pool', '7000000');
    await add('house', '-7000000');
    await ward.bet(1);
    await ward.expectHalted(diverged);
    await ward.expectMiniGoesOn();
    const { offset, head, halted } = await ward.position();
    expect(JSON.parse(halted ?? '')).toMatchObject({ reason: 'ledger-diverged' });
    await ward.bet(1);
    await ward.stop();
    await ward.start();
    await ward.expectHalted(diverged);
    await ward.expectMiniGoesOn();
    expect(await ward.position()).toMatchObject({ offset, head });

    const shown = await ward.expectDryRun(...only, '--act', 'rebuild');
    expect(shown).toContain('MOP 10,182.00 -> MOP 10,175.00');
    expect(shown).toContain('its first 6 records');
    expect(shown).toContain('1 records after them are pending');
    for (const act of ['skip', 'accept-log']) {
      expect(await ward.recover(...only, '--act', act)).toMatchObject({ code: 1 });
    }
    const done = await ward.recover(...only, '--act', 'rebuild');
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringContaining('the old ledger is in'),
    });
    await ward.untilBets(6);
    await ward.expectWell();
    await ward.expectMiniGoesOn();
    expect(await ward.position()).not.toHaveProperty('halted');

    const [backup] = readdirSync(ward.bed.folder).filter((name) => name.startsWith('ledger-'));
    const kept = JSON.parse(readFileSync(join(ward.bed.folder, backup as string), 'utf8')) as {
      snapshot: { accounts: Record<string, string> };
    };
    expect(kept.snapshot.accounts['main/pool']).toBe(String(BigInt(poolOf(5)) + 7_000_000n));
    const chain = await ward.chain();
    const rebuild = chain.findIndex(({ recovery }) => recovery?.act === 'rebuild');
    expect(chain[rebuild]).toMatchObject({ from: 0, to: -1, previous: head });
    expect(chain[rebuild - 1]).toMatchObject({ from: 0 });
    expect(chain[rebuild + 1]).toMatchObject({ hash: head });
    expect(chain.at(-1)).toMatchObject({ from: 0, block: 1 });
    await ward.bet(1);
    await ward.untilBets(7);
    await ward.expectProven([
      'the ledger was emptied and folded again from the first record (ledger-diverged), signed by ops-1',
    ]);
  }, 240_000);

  it('unbalanced: halts before a record is applied, and an award of another hand vanishes', async () => {
    await ward.stop();
    await add('pool', '1');
    const forged = JSON.stringify({
      id: 'main/T9/1',
      state: 'awarded',
      currency: 'MOP',
      payouts: [{ hand: 'royal-flush', amount: 100 }],
    });
    await ward.redis.zadd(ward.keys().awards('main'), '3', forged);
    await ward.bet(1);
    await ward.start();
    const unbalanced = [{ partition: mainPartition, reason: 'ledger-unbalanced' }];
    await ward.expectHalted(unbalanced);
    await ward.expectMiniGoesOn();
    expect((await ward.position())['offset']).toBe('5');
    // The hand that takes it back does not make the ledger a fold of the log again.
    await add('pool', '-1');
    await ward.stop();
    await ward.start();
    await ward.expectHalted(unbalanced);

    const shown = await ward.expectDryRun(...only, '--act', 'rebuild');
    expect(shown).toContain('award vanishes: main/T9/1 awarded (royal-flush MOP 1.00)');
    expect(await ward.recover(...only, '--act', 'rebuild')).toMatchObject({ code: 0 });
    await ward.untilBets(5);
    await ward.expectWell();
    expect(Number(await ward.redis.exists(ward.keys().awards('main')))).toBe(0);
  }, 240_000);

  it('that no service has noticed: rebuild with --force, and nothing without', async () => {
    await ward.stop();
    await add('pool', '-1000000');
    await add('house', '1000000');
    const refused = await ward.recover(...only, '--act', 'rebuild');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('nothing is wrong') });
    expect(await ward.bed.cli('recover')).toMatchObject({
      code: 0,
      output: expect.stringContaining('All partitions can go on.'),
    });
    const shown = await ward.expectDryRun(...only, '--act', 'rebuild', '--force');
    expect(shown).toContain('MOP 10,139.00 -> MOP 10,140.00');
    const done = await ward.recover(...only, '--act', 'rebuild', '--force');
    expect(done).toMatchObject({ code: 0 });
    await ward.start();
    await ward.untilBets(4);
    await ward.expectWell();
  }, 180_000);

  it('without a note or with a key that may not adjust nothing is done', async () => {
    await add('pool', '1');
    await ward.stop();
    await ward.start();
    await ward.expectHalted([{ partition: mainPartition, reason: 'ledger-unbalanced' }]);
    const before = await ward.ledgerOf(mainPartition);
    const noNote = await ward.bed.cli('recover', ...only, '--act', 'rebuild', '--yes');
    expect(noNote).toMatchObject({ code: 64, output: expect.stringContaining('--note') });
    const file = ward.bed.env['COMMAND_KEYS'] as string;
    const keys = readFileSync(file, 'utf8');
    writeFileSync(file, keys.replace(',"adjust"', ''));
    const noRole = await ward.recover(...only, '--act', 'rebuild');
    expect(noRole).toMatchObject({ code: 1, output: expect.stringContaining('role adjust') });
    expect(await ward.ledgerOf(mainPartition)).toEqual(before);
  }, 120_000);
});

describe('a Redis that may lose money', () => {
  it.each([
    ['that may evict keys', { maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' }],
    ['without an append-only file', { appendonly: 'no' }],
  ])(
    '%s halts all, and goes on when it is mended',
    async (_what, settings) => {
      const redis = await OwnServer.redis();
      const ward = await Ward.open(new Bed({ REDIS_URL: redis.running.url }));
      try {
        await ward.stop();
        const safe = { maxmemory: '0', 'maxmemory-policy': 'noeviction', appendonly: 'yes' };
        for (const [name, value] of Object.entries(settings)) {
          await ward.redis.config('SET', name, value);
        }
        await ward.bet(1);
        await ward.start();
        const all = Array.from({ length: 12 }, (_, partition) => ({
          partition,
          reason: 'redis-unsafe',
        }));
        await ward.expectHalted(all);
        expect([await ward.pool('main'), await ward.pool('mini')]).toEqual([poolOf(4), poolOf(1)]);
        const { code, output } = await ward.bed.cli(
          'recover',
          '--partition',
          String(miniPartition),
        );
        expect([code, output]).toEqual([1, expect.stringContaining('appendonly yes in Redis')]);
        for (const [name, value] of Object.entries(safe)) {
          await ward.redis.config('SET', name, value);
        }
        await ward.untilBets(5);
        await ward.expectWell();
      } finally {
        await ward.close();
        await redis.remove();
      }
    },
    180_000,
  );
});

import { testLedger } from '#testing/test-keys';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getJson, type PartitionHealth } from '#testing/test-stack';
import { mainPartition, poolOf, HaltScenario } from './halting.js';

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
  });
  afterEach(() => scenario.close());

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
  });

  it('without a note or with a key that may not adjust nothing is done', async () => {
    const { stack } = scenario;
    const own = { COMMAND_KEY: join(stack.folder, 'clerk.private.jwk') };
    const open = join(stack.folder, 'clerk.public.jwk');
    const files = ['--public', open, '--private', own.COMMAND_KEY];
    const clerk = ['--kid', 'clerk', '--holder', 'clerk', '--roles', 'operate', ...files];
    expect(await stack.run(['keys', 'new', '--ledger', testLedger, ...clerk], own)).toMatchObject({
      code: 0,
    });
    expect(await stack.cli('keys', 'add', '--yes', open)).toMatchObject({ code: 0 });
    await add('pool', '1');
    await scenario.stop();
    await scenario.start();
    await scenario.expectHalted([{ partition: mainPartition, reason: 'ledger-unbalanced' }]);
    const before = await scenario.ledgerOf(mainPartition);
    const noNote = await scenario.stack.cli('recover', ...only, '--act', 'rebuild', '--yes');
    expect(noNote).toMatchObject({ code: 64, output: expect.stringContaining('--note') });
    const yes = ['--act', 'rebuild', '--yes', '--note', 'not mine', '--backup', stack.folder];
    const noRole = await stack.run(['recover', ...only, ...yes], own);
    expect(noRole.code).toBe(78);
    expect(noRole.output).toContain('clerk has no role adjust');
    expect(await scenario.ledgerOf(mainPartition)).toEqual(before);
  });
});

/**
 * Checks that one halted partition neither takes down the API nor stops the roll-out of its fix.
 */
async function expectServing({ url }: HaltScenario): Promise<void> {
  expect(await getJson(`${url}/health/ready`)).toMatchObject({ status: 'ok' });
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

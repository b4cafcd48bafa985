import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Admin } from 'kafkajs';
import { topicName } from '#contract';
import { jackpot } from '#testing/jackpot';
import { getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { addKeys, privateFile } from '../support/key-holders.js';
import { HaltScenario, mainPartition, miniPartition, remake } from './halting.js';

/**
 * The journal's topic is lost, together with the log's beginning: no block tells any more which
 * checkpoint is true. An archive proves its own checkpoint, and restores its last blocks.
 */
describe('a journal that is lost when the log no longer has its beginning', () => {
  const only = ['--partition', String(mainPartition)];
  const people = {
    alice: ['--holder', 'Alice', '--roles', 'adjust'],
    bob: ['--holder', 'Bob', '--roles', 'approve'],
  };
  const later = { carol: ['--holder', 'Carol', '--roles', 'adjust'] };
  const all = [...Array(12).keys()];
  let scenario: HaltScenario;
  let before: { pool: string; awards: object[] };
  const inFolder = (name: string) => join(scenario.stack.folder, name);
  const restore = () => ['--act', 'restore', '--from', inFolder('archive')];
  const as = (kid: string, ...args: string[]) =>
    scenario.stack.run(['recover', ...args, '--backup', scenario.stack.folder], {
      COMMAND_KEY: privateFile(scenario.stack, kid),
    });

  async function done(...args: string[]): Promise<void> {
    expect(await scenario.stack.cli(...args)).toMatchObject({ code: 0 });
  }

  async function win(round: string, hand: string): Promise<void> {
    const { main, stack } = scenario;
    await stack.send([main.bet(round, 3), main.settle(round, [3, hand])]);
  }

  const awards = async () =>
    (await getJson<{ awards: object[] }>(`${scenario.url}/v1/jackpots/main/awards`)).awards;

  async function asAdmin(act: (admin: Admin) => Promise<unknown>): Promise<void> {
    const admin = scenario.stack.kafka.admin();
    await admin.connect();
    await act(admin).finally(() => admin.disconnect());
  }

  /** Deletes the archived events, as the page of the archive says. */
  async function trim(): Promise<void> {
    const file = inFolder('offsets.json');
    await done('archive-trim', '--archive', inFolder('archive'), '-o', file);
    const { partitions: marks } = JSON.parse(readFileSync(file, 'utf8')) as {
      partitions: { topic: string; partition: number; offset: number }[];
    };
    const { topic } = scenario;
    const partitions = marks
      .filter((mark) => mark.topic === topic)
      .map(({ partition, offset }) => ({ partition, offset: String(offset) }));
    await asAdmin(async (admin) => {
      // kafkajs learns the leaders of the partitions only by this.
      await admin.fetchTopicOffsets(topic);
      await admin.deleteTopicRecords({ topic, partitions });
    });
  }

  beforeAll(async () => {
    scenario = await HaltScenario.open();
    const { stack } = scenario;
    const approvals = { 'pool.adjusted': [{ from: 0, by: ['approve' as const] }] };
    await stack.configure(scenario.url, jackpot('main', { approvals }));
    await addKeys(stack, people);
    await win('a', 'flush');
    await until('the first award', async () => (await awards()).length === 1);
    await done('checkpoint', '-o', inFolder('checkpoint.json'));
    await done('archive', '--to', inFolder('archive'), '--until', inFolder('checkpoint.json'));
    await trim();
    await addKeys(stack, later);
    await done('keys', 'revoke', 'alice', '--yes');
    await scenario.bet(3);
    await win('b', 'straight-flush');
    await until('the second award', async () => (await awards()).length === 2);
    before = { pool: await scenario.pool('main'), awards: await awards() };
    await scenario.stop();
    const topics = [topicName(stack.prefix, 'journal')];
    await asAdmin((admin) => admin.deleteTopics({ topics }));
    for (const key of (await scenario.ledgerOf(miniPartition)).keys())
      await scenario.redis.del(key);
    await scenario.start();
  });
  afterAll(() => scenario.close());

  it('halts each partition by name, and a checkpoint alone brings none back', async () => {
    const reasonOf = (partition: number) =>
      partition === miniPartition ? 'log-trimmed' : 'ledger-diverged';
    await scenario.expectHalted(
      all.map((partition) => ({ partition, reason: reasonOf(partition) })),
    );
    const mini = await scenario.stack.cli('recover', '--partition', String(miniPartition));
    expect(mini.output).toContain('--act restore --from');
    const args = [...only, '--act', 'restore', '--from', inFolder('checkpoint.json')];
    const { code, output } = await scenario.recover(...args);
    expect(output).toContain('if the journal is lost, give --from the folder of an archive');
    expect(code).toBe(1);
  });

  it('shows what the archive gives, and one person does not do it where two must sign', async () => {
    const shown = await scenario.expectDryRun(...only, ...restore());
    expect(shown).toMatch(/manifest: SHA-256 [0-9a-f]{64}, which must equal the one in your notes/);
    expect(shown).toContain('so the archive’s last one is put back there');
    const alone = await scenario.recover(...only, ...restore());
    expect(alone.output).toContain('restore needs two people there');
    expect(alone.code).toBe(1);
    expect(await scenario.stack.outputs('journal')).toEqual([]);
  });

  it('is back by two people: pools, awards, and a proof that goes on from the checkpoint', async () => {
    const file = inFolder('restore.json');
    const noted = [...only, ...restore(), '--note', 'ticket 7', '--sign-only', file];
    const revoked = await as('alice', ...noted);
    expect(revoked.output).toContain('alice, which is not in force');
    const signed = await as('carol', ...noted);
    expect(signed.output).toContain(`--countersign ${file} --from ${inFolder('archive')} --yes`);
    const from = ['--from', inFolder('archive')];
    expect(await as('bob', '--countersign', file, ...from, '--yes')).toMatchObject({ code: 0 });
    expect(await scenario.recover(...restore())).toMatchObject({ code: 0 });
    await scenario.expectWell();
    await until('the pool', async () => (await scenario.pool('main')) === before.pool);
    expect(await awards()).toEqual(before.awards);
    await scenario.expectMiniGoesOn();
    const proven = await scenario.stack.cli('verify', '--from', inFolder('checkpoint.json'));
    expect(proven.output).toContain('The ledger agrees with the log');
    expect(proven.output.match(/a checkpoint was put in the ledger’s place/g)).toHaveLength(12);
    expect(proven.code).toBe(0);
  });

  it('goes on into the same archive, which proves all of it', async () => {
    const last = ['--from', inFolder('checkpoint.json')];
    await done('checkpoint', ...last, '-o', inFolder('later.json'));
    await done('archive', '--to', inFolder('archive'), '--until', inFolder('later.json'));
    await done('verify', '--archive', inFolder('archive'));
  });
});

describe('a journal that is made anew under a running service', () => {
  let scenario: HaltScenario;
  beforeAll(async () => {
    scenario = await HaltScenario.open();
  });
  afterAll(() => scenario.close());

  it('halts a partition at its next commit, which would hide that the blocks before are lost', async () => {
    const { stack } = scenario;
    await remake(stack.kafka, topicName(stack.prefix, 'journal'), []);
    await scenario.bet(1);
    await scenario.expectHalted([{ partition: mainPartition, reason: 'ledger-diverged' }]);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recoveryText } from '#ledger';
import { beginTransaction } from '#testing/begin-transaction';
import { newKey } from '#testing/test-keys';
import { mainPartition, poolOf, readAll, remake, HaltScenario } from './halting.js';

/**
 * Damage to the log (M7): the damaged partition halts with a named reason before anything is
 * applied, its neighbour continues, and an operator makes it continue.
 */
describe('a log that is not the one that was folded', () => {
  let scenario: HaltScenario;
  const at = (partition: number, reason: string) => ({ partition, reason });
  const only = ['--partition', String(mainPartition)];

  beforeEach(async () => {
    scenario = await HaltScenario.open();
  });
  afterEach(() => scenario.close());

  async function deleteBefore(offset: number): Promise<void> {
    const admin = scenario.stack.kafka.admin();
    await admin.connect();
    await admin.fetchTopicOffsets(scenario.topic);
    const partitions = [{ partition: mainPartition, offset: String(offset) }];
    await admin.deleteTopicRecords({ topic: scenario.topic, partitions });
    await admin.disconnect();
  }

  it('trimmed before the position: halts, and skip continues after the lost records', async () => {
    await scenario.stop();
    await scenario.bet(3);
    await deleteBefore(8);
    await scenario.start();
    await scenario.expectHalted([at(mainPartition, 'log-trimmed')]);
    await scenario.expectMiniGoesOn();
    expect(await scenario.pool('main')).toBe(poolOf(4));
    expect(scenario.child.output).toContain('deploy/operations/log-trimmed.md');

    const status = await scenario.stack.cli('status');
    expect(status.output).toMatch(/^main .* HALTED log-trimmed /m);
    expect(status.output).toMatch(/^mini .* running /m);
    expect(status.code).toBe(2);
    const diagnosis = await scenario.stack.cli('recover');
    expect(diagnosis.code).toBe(2);
    expect(diagnosis.output).toContain(`recover --partition ${mainPartition} --act skip`);
    expect(diagnosis.output).toContain('1 of 12 partitions cannot continue.');
    expect(await scenario.expectDryRun(...only, '--act', 'skip')).toContain('position: 6 -> 8');
    for (const act of ['rebuild', 'accept-log']) {
      const { code, output } = await scenario.recover(...only, '--act', act);
      expect([code, output]).toEqual([1, expect.stringContaining(`${act} does not fit`)]);
    }
    const before = await scenario.position();
    expect(await scenario.recover(...only, '--act', 'skip')).toMatchObject({ code: 0 });
    await scenario.expectWell();
    await scenario.untilBets(5);
    await scenario.bet(1);
    await scenario.untilBets(6);
    await scenario.expectMiniGoesOn();

    const [, , skip, last] = await scenario.chain();
    expect(last?.hash).toBe(before['head']);
    expect(skip).toMatchObject({ from: 6, to: 7, postings: [], previous: before['head'] });
    const { act, reason, note, signature } = skip?.recovery ?? {};
    expect([act, reason, note]).toEqual(['skip', 'log-trimmed', 'as the shift manager decided']);
    expect(signature).toMatch(/^ops-1:/);
    expect(skip && recoveryText(skip, skip.recovery as never)).toContain('"skip","log-trimmed"');
  });

  it('with other records at the same offsets: halts that partition alone', async () => {
    await scenario.stop();
    const records = await readAll(scenario.stack);
    const overwritten = records.map(({ partition, offset, recordedAtMs, key, value, headers }) => {
      const later = partition === mainPartition ? 1 : 0;
      return { partition, offset, recordedAtMs: recordedAtMs + later, key, value, headers };
    });
    await remake(scenario.stack.kafka, scenario.topic, overwritten);
    await scenario.start();
    await scenario.expectHalted([at(mainPartition, 'log-replaced')]);
    await scenario.bet(1);
    await scenario.expectMiniGoesOn();
    await scenario.expectHalted([at(mainPartition, 'log-replaced')]);
    expect(await scenario.pool('main')).toBe(poolOf(4));
    const { output } = await scenario.recover(...only, '--act', 'skip');
    expect(output).toContain('skip does not fit');
    expect(await scenario.recover(...only, '--act', 'rebuild')).toMatchObject({ code: 0 });
    await scenario.untilBets(5);
    await scenario.expectWell();
  });

  it('dated ahead of the clock: halts before the record, and goes on where its time is accepted', async () => {
    await scenario.stop();
    await scenario.bet(1);
    const records = await readAll(scenario.stack);
    const ahead = records.map((record) => {
      const isLast = record.partition === mainPartition && record.offset === 6;
      return isLast ? { ...record, recordedAtMs: Date.UTC(2036, 0, 1) } : record;
    });
    await remake(scenario.stack.kafka, scenario.topic, ahead);
    await scenario.start();
    await scenario.expectHalted([at(mainPartition, 'time-ahead')]);
    await scenario.expectMiniGoesOn();
    expect(await scenario.pool('main')).toBe(poolOf(4));
    const { output } = await scenario.recover(...only, '--act', 'rebuild');
    expect(output).toContain('rebuild does not fit');
    const act = [...only, '--act', 'accept-time'];
    expect(await scenario.expectDryRun(...act)).toContain('-> 2036-01-01T00:00:00.000Z');
    expect(await scenario.recover(...act)).toMatchObject({ code: 0 });
    await scenario.untilBets(5);
    await scenario.bet(1);
    await scenario.untilBets(6);
    await scenario.expectWell();
    const accepted = (await scenario.chain()).find(({ recovery }) => recovery);
    expect(accepted).toMatchObject({ from: 6, to: 5, recovery: { act: 'accept-time' } });
    // The other partitions have today's time, and do not accept an `expires` of that time.
    const file = join(scenario.stack.folder, 'ops-2.public.jwk');
    writeFileSync(file, JSON.stringify({ ...newKey('ops-2').jwk, holder: 'B', roles: ['pay'] }));
    expect(await scenario.stack.cli('keys', 'add', file, '--yes')).toMatchObject({ code: 0 });
    // A rebuild passes again what was allowed once.
    const rebuild = [...only, '--act', 'rebuild', '--force'];
    expect(await scenario.recover(...rebuild)).toMatchObject({ code: 0 });
    await scenario.bet(1);
    await scenario.untilBets(7);
    // Acts that people sign from then on expire after that time.
    const suspended = ['suspend', 'main', '--reason', 'a test', '--yes'];
    expect(await scenario.stack.cli(...suspended)).toMatchObject({ code: 0 });
    await scenario.expectProven([
      `partition ${mainPartition}, block ${accepted?.block},`,
      'the ledger was emptied and folded again',
    ]);
  });

  it('with transactions: goes on, and the journal names what it stepped over', async () => {
    const producer = scenario.stack.kafka.producer({
      transactionalId: `${scenario.stack.prefix}t`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    const { topic, key, value } = scenario.main.bet('in a transaction', 1);
    for (const end of ['abort', 'commit'] as const) {
      const transaction = await beginTransaction(producer);
      await transaction.send({ topic, messages: [{ key, value }] });
      await transaction[end]();
    }
    await producer.disconnect();
    await scenario.untilBets(5);
    await scenario.bet(1);
    await scenario.untilBets(6);
    await scenario.expectMiniGoesOn();
    const blocks = (await scenario.chain()).filter(({ to }) => to >= 6);
    const stepped = blocks.flatMap(({ steppedOver = [] }) => steppedOver).flat();
    expect([...new Set(stepped)].sort()).toEqual(expect.arrayContaining([6, 7, 9]));
    expect(stepped).not.toContain(8);
    await scenario.expectProven([]);
  });
});

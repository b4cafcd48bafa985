import type { LogRecord } from '#log';
import { mainPartition, poolOf, readAll, remake, HaltScenario } from './halting.js';

/** More damage to the log than in log-anomalies.e2e-spec.ts. */
describe('a log that is not the one that was folded', () => {
  let scenario: HaltScenario;
  const at = (partition: number, reason: string) => ({ partition, reason });
  const only = ['--partition', String(mainPartition)];

  beforeEach(async () => {
    scenario = await HaltScenario.open();
  });
  afterEach(() => scenario.close());

  it('shorter than the ledger: halts, and rebuild folds the remaining records', async () => {
    await scenario.stop();
    const records = await readAll(scenario.stack);
    const isLost = ({ partition, offset }: LogRecord) => partition === mainPartition && offset > 3;
    await remake(
      scenario.stack.kafka,
      scenario.topic,
      records.filter((record) => !isLost(record)),
    );
    await scenario.start();
    await scenario.expectHalted([at(mainPartition, 'log-behind-ledger')]);
    await scenario.expectMiniGoesOn();
    expect(await scenario.pool('main')).toBe(poolOf(4));

    const shown = await scenario.expectDryRun(...only, '--act', 'rebuild');
    expect(shown).toContain('MOP 10,140.00 -> MOP 10,070.00');
    expect(await scenario.recover(...only, '--act', 'rebuild')).toMatchObject({ code: 0 });
    await scenario.untilBets(2);
    await scenario.expectWell();
    await scenario.expectMiniGoesOn();
    const [first, rebuild] = await scenario.chain();
    expect(rebuild).toMatchObject({ from: 0, to: -1, recovery: { act: 'rebuild' } });
    expect(first).toMatchObject({ from: 0, to: 3, block: (rebuild?.block ?? 0) + 1 });
    await scenario.expectProven([
      `partition ${mainPartition}, block ${rebuild?.block}, ${rebuild?.at}: the ledger was emptied and folded again from the first record (log-behind-ledger), signed by ops-1: as the shift manager decided`,
    ]);
  });

  it('recreated and empty: halts every partition, since each had its keys', async () => {
    await scenario.stop();
    await remake(scenario.stack.kafka, scenario.topic, []);
    await scenario.start();
    const reason = 'log-behind-ledger';
    await scenario.expectHalted(
      Array.from({ length: 12 }, (_, partition) => at(partition, reason)),
    );
    expect([await scenario.pool('main'), await scenario.pool('mini')]).toEqual([
      poolOf(4),
      poolOf(1),
    ]);
  });

  it('with more partitions: a running service halts all, and recover refuses', async () => {
    const admin = scenario.stack.kafka.admin();
    await admin.connect();
    const topicPartitions = [{ topic: scenario.topic, count: 13 }];
    await admin.createPartitions({ topicPartitions });
    await admin.disconnect();
    const reason = 'partition-count-changed';
    // The empty ones too: jackpots with their money in another partition would now have these as
    // home.
    await scenario.expectHalted(
      Array.from({ length: 12 }, (_, partition) => at(partition, reason)),
    );
    await scenario.bet(1);
    expect(await scenario.pool('main')).toBe(poolOf(4));
    const { output: diagnosis } = await scenario.stack.cli('recover');
    expect(diagnosis).toContain('13 of 13 partitions cannot continue.');
    const { code, output } = await scenario.recover(...only, '--act', 'rebuild');
    expect([code, output]).toEqual([1, expect.stringContaining('rebuild does not fit')]);
  });
});

import { recoveryText } from '#ledger';
import type { LogRecord } from '#log';
import { mainPartition, miniPartition, poolOf, readAll, remake, Ward } from './halting.js';

/**
 * What can happen to the log (M7): the partition that it happened to halts by name before anything
 * is applied, its neighbour goes on, and an operator gets it going again.
 */
describe('a log that is not the one that was folded', () => {
  let ward: Ward;
  const at = (partition: number, reason: string) => ({ partition, reason });
  const only = ['--partition', String(mainPartition)];

  beforeEach(async () => {
    ward = await Ward.open();
  }, 90_000);
  afterEach(() => ward.close(), 30_000);

  async function deleteBefore(offset: number): Promise<void> {
    const admin = ward.bed.kafka.admin();
    await admin.connect();
    await admin.fetchTopicOffsets(ward.topic);
    const partitions = [{ partition: mainPartition, offset: String(offset) }];
    await admin.deleteTopicRecords({ topic: ward.topic, partitions });
    await admin.disconnect();
  }

  it('trimmed before the position: halts, and skip goes on behind what is lost', async () => {
    await ward.stop();
    await ward.bet(3);
    await deleteBefore(7);
    await ward.start();
    await ward.expectHalted([at(mainPartition, 'log-trimmed')]);
    await ward.expectMiniGoesOn();
    expect(await ward.pool('main')).toBe(poolOf(4));
    expect(ward.child.output).toContain('deploy/operations/log-trimmed.md');

    const diagnosis = await ward.bed.cli('recover');
    expect(diagnosis.code).toBe(1);
    expect(diagnosis.output).toContain(`recover --partition ${mainPartition} --act skip`);
    expect(diagnosis.output).toContain('1 of 12 partitions cannot go on.');
    expect(await ward.expectDryRun(...only, '--act', 'skip')).toContain('position: 5 -> 7');
    for (const act of ['rebuild', 'accept-log']) {
      const { code, output } = await ward.recover(...only, '--act', act);
      expect([code, output]).toEqual([1, expect.stringContaining(`${act} does not fit`)]);
    }
    const before = await ward.position();
    expect(await ward.recover(...only, '--act', 'skip')).toMatchObject({ code: 0 });
    await ward.expectWell();
    await ward.untilBets(5);
    await ward.bet(1);
    await ward.untilBets(6);
    await ward.expectMiniGoesOn();

    const [, , skip, last] = await ward.chain();
    expect(last?.hash).toBe(before['head']);
    expect(skip).toMatchObject({ from: 5, to: 6, postings: [], previous: before['head'] });
    const { act, reason, note, signature } = skip?.recovery ?? {};
    expect([act, reason, note]).toEqual(['skip', 'log-trimmed', 'as the shift manager decided']);
    expect(signature).toMatch(/^ops-1:/);
    expect(skip && recoveryText(skip, skip.recovery as never)).toContain('"skip","log-trimmed"');
  }, 180_000);

  it('shorter than the ledger: halts, and rebuild folds what there is', async () => {
    await ward.stop();
    const records = await readAll(ward.bed);
    const isLost = ({ partition, offset }: LogRecord) => partition === mainPartition && offset > 2;
    await remake(
      ward.bed.kafka,
      ward.topic,
      records.filter((record) => !isLost(record)),
    );
    await ward.start();
    await ward.expectHalted([at(mainPartition, 'log-behind-ledger')]);
    await ward.expectMiniGoesOn();
    expect(await ward.pool('main')).toBe(poolOf(4));

    const shown = await ward.expectDryRun(...only, '--act', 'rebuild');
    expect(shown).toContain('MOP 10,140.00 -> MOP 10,070.00');
    expect(await ward.recover(...only, '--act', 'rebuild')).toMatchObject({ code: 0 });
    await ward.untilBets(2);
    await ward.expectWell();
    await ward.expectMiniGoesOn();
    const [first, rebuild] = await ward.chain();
    expect(rebuild).toMatchObject({ from: 0, to: -1, recovery: { act: 'rebuild' } });
    expect(first).toMatchObject({ from: 0, to: 2, block: (rebuild?.block ?? 0) + 1 });
    await ward.expectProven([
      `partition ${mainPartition}, block ${rebuild?.block}, ${rebuild?.at}: the ledger was emptied and folded again from the first record (log-behind-ledger), signed by ops-1: as the shift manager decided`,
    ]);
  }, 180_000);

  it('with other records at the same offsets: halts that partition alone', async () => {
    await ward.stop();
    const records = await readAll(ward.bed);
    const overwritten = records.map(({ partition, offset, recordedAtMs, key, value, headers }) => {
      const later = partition === mainPartition ? 1 : 0;
      return { partition, offset, recordedAtMs: recordedAtMs + later, key, value, headers };
    });
    await remake(ward.bed.kafka, ward.topic, overwritten);
    await ward.start();
    await ward.expectHalted([at(mainPartition, 'log-replaced')]);
    await ward.bet(1);
    await ward.expectMiniGoesOn();
    await ward.expectHalted([at(mainPartition, 'log-replaced')]);
    expect(await ward.pool('main')).toBe(poolOf(4));
    const { output } = await ward.recover(...only, '--act', 'skip');
    expect(output).toContain('skip does not fit');
    expect(await ward.recover(...only, '--act', 'rebuild')).toMatchObject({ code: 0 });
    await ward.untilBets(5);
    await ward.expectWell();
  }, 180_000);

  it('made anew and empty: halts what had records, and an untouched partition goes on', async () => {
    await ward.stop();
    await remake(ward.bed.kafka, ward.topic, []);
    await ward.start();
    const reason = 'log-behind-ledger';
    await ward.expectHalted([at(mainPartition, reason), at(miniPartition, reason)]);
    expect([await ward.pool('main'), await ward.pool('mini')]).toEqual([poolOf(4), poolOf(1)]);
  }, 120_000);

  it('with a gap: halts although nothing comes behind it, and skip goes on', async () => {
    const producer = ward.bed.kafka.producer({
      transactionalId: `${ward.bed.prefix}t`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    const transaction = await producer.transaction();
    const { topic, key, value } = ward.main.bet('in a transaction', 1);
    await transaction.send({ topic, messages: [{ key, value }] });
    await transaction.commit();
    await producer.disconnect();
    await ward.expectHalted([at(mainPartition, 'log-gap')]);
    await ward.untilBets(5);
    await ward.bet(1);
    await ward.expectMiniGoesOn();
    expect(await ward.pool('main')).toBe(poolOf(5));

    const shown = await ward.expectDryRun(...only, '--act', 'skip');
    expect(shown).toContain('position: 6 -> 7; the 1 offsets between');
    expect(await ward.recover(...only, '--act', 'skip')).toMatchObject({ code: 0 });
    await ward.untilBets(6);
    await ward.expectWell();
    // The next commit names the act's block as the one before it.
    await ward.bet(1);
    await ward.untilBets(7);
    await ward.expectProven([
      'offsets 6-6, which the log did not have, were skipped (log-gap), signed by ops-1: as the shift manager decided',
    ]);
    const again = await ward.recover(...only, '--act', 'skip');
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('nothing is wrong') });
  }, 180_000);

  it('with more partitions: a running service halts all, and recover leaves it to people', async () => {
    const admin = ward.bed.kafka.admin();
    await admin.connect();
    const topicPartitions = [{ topic: ward.topic, count: 13 }];
    await admin.createPartitions({ topicPartitions });
    await admin.disconnect();
    const reason = 'partition-count-changed';
    // The empty ones too: jackpots that have their money elsewhere would now be at home in them.
    await ward.expectHalted(Array.from({ length: 12 }, (_, partition) => at(partition, reason)));
    await ward.bet(1);
    expect(await ward.pool('main')).toBe(poolOf(4));
    const { output: diagnosis } = await ward.bed.cli('recover');
    expect(diagnosis).toContain('13 of 13 partitions cannot go on.');
    const { code, output } = await ward.recover(...only, '--act', 'rebuild');
    expect([code, output]).toEqual([1, expect.stringContaining('rebuild does not fit')]);
  }, 120_000);
});

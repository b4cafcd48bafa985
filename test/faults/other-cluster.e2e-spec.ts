import { topicName } from '#contract';
import { LogProducer, openKafka } from '#log';
import { silent } from '../support/bed.js';
import { OwnServer } from '../support/own-stack.js';
import { mainPartition, miniPartition, poolOf, readAll, remake, Ward } from './halting.js';

/** The brokers are moved, or an address leads to others: the ledger follows only the log it knows. */
describe('another Kafka cluster', () => {
  const reason = 'wrong-cluster';
  const both = [mainPartition, miniPartition].map((partition) => ({ partition, reason }));

  it('with the same records: halts, and goes on from accept-log with every balance', async () => {
    const other = await OwnServer.kafka();
    const ward = await Ward.open();
    const brokers = other.running.brokers;
    const kafka = openKafka(
      { brokers: [brokers], ssl: false, sasl: undefined, clientId: 'test' },
      silent,
    );
    const producer = new LogProducer(kafka);
    try {
      await ward.stop();
      await remake(kafka, ward.topic, await readAll(ward.bed));
      // The chain goes on from blocks of the old brokers, so a proof needs them too.
      const journal = topicName(ward.bed.prefix, 'journal');
      await remake(kafka, journal, await readAll(ward.bed, 'journal'));
      const env = { KAFKA_BROKERS: brokers };
      await ward.start(env);
      await ward.expectHalted(both);
      expect([await ward.pool('main'), await ward.pool('mini')]).toEqual([poolOf(4), poolOf(1)]);

      const cli = async (...args: string[]) => {
        const child = ward.bed.start('apps/cli', ['recover', ...args], env);
        return { code: await child.exit(), output: child.output };
      };
      const before = await ward.ledgerOf(mainPartition);
      const shown = await cli('--act', 'accept-log');
      expect(shown.output).toContain(`-> ${other.running.clusterId}`);
      expect(shown).toMatchObject({
        code: 0,
        output: expect.stringContaining('Nothing was changed'),
      });
      expect(await ward.ledgerOf(mainPartition)).toEqual(before);
      expect(
        await cli('--act', 'accept-log', '--yes', '--note', 'moved to new brokers'),
      ).toMatchObject({ code: 0 });
      await ward.expectWell();
      expect([await ward.pool('main'), await ward.pool('mini')]).toEqual([poolOf(4), poolOf(1)]);
      await producer.send([ward.main.bet('behind', 1)]);
      await ward.untilBets(5);
      expect(await ward.position()).toMatchObject({
        cluster: other.running.clusterId,
        offset: '6',
      });
      const acts = [mainPartition, miniPartition].sort((a, b) => a - b);
      await ward.expectProven(
        acts.map((partition) => `partition ${partition}, block`),
        env,
      );
    } finally {
      await ward.close();
      await producer.close();
      await other.remove();
    }
  }, 240_000);
});

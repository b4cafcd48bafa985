import { topicName } from '#contract';
import { LogProducer, openKafka } from '#log';
import { silent } from '#testing/test-stack';
import { OwnServer } from '../support/own-stack.js';
import { mainPartition, poolOf, readAll, remake, HaltScenario } from './halting.js';

/** The brokers move, or an address leads to other brokers: the ledger follows only its own log. */
describe('another Kafka cluster', () => {
  const reason = 'wrong-cluster';
  const all = Array.from({ length: 12 }, (_, partition) => ({ partition, reason }));

  it('with the same records: halts, and continues after accept-log with every balance', async () => {
    const other = await OwnServer.kafka();
    const scenario = await HaltScenario.open();
    const brokers = other.running.brokers;
    const kafka = openKafka(
      { brokers: [brokers], ssl: false, sasl: undefined, clientId: 'test' },
      silent,
    );
    const producer = new LogProducer(kafka);
    try {
      await scenario.stop();
      await remake(kafka, scenario.topic, await readAll(scenario.stack));
      // The chain continues from blocks of the old brokers, so a proof needs them too.
      const journal = topicName(scenario.stack.prefix, 'journal');
      await remake(kafka, journal, await readAll(scenario.stack, 'journal'));
      const env = { KAFKA_BROKERS: brokers };
      await scenario.start(env);
      await scenario.expectHalted(all);
      expect([await scenario.pool('main'), await scenario.pool('mini')]).toEqual([
        poolOf(4),
        poolOf(1),
      ]);

      const cli = async (...args: string[]) => {
        return scenario.stack.run(['recover', ...args], env);
      };
      const before = await scenario.ledgerOf(mainPartition);
      const shown = await cli('--act', 'accept-log');
      expect(shown.output).toContain(`-> ${other.running.clusterId}`);
      expect(shown).toMatchObject({
        code: 0,
        output: expect.stringContaining('Nothing was changed'),
      });
      expect(await scenario.ledgerOf(mainPartition)).toEqual(before);
      expect(
        await cli('--act', 'accept-log', '--yes', '--note', 'moved to new brokers'),
      ).toMatchObject({ code: 0 });
      await scenario.expectWell();
      expect([await scenario.pool('main'), await scenario.pool('mini')]).toEqual([
        poolOf(4),
        poolOf(1),
      ]);
      await producer.send([scenario.main.bet('after', 1)]);
      await scenario.untilBets(5);
      expect(await scenario.position()).toMatchObject({
        cluster: other.running.clusterId,
        offset: '7',
      });
      await scenario.expectProven(
        all.map(({ partition }) => `partition ${partition}, block`),
        env,
      );
    } finally {
      await scenario.close();
      await producer.close();
      await other.remove();
    }
  });
});

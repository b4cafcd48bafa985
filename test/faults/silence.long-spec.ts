import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AwardMessage } from '#contract';
import { ServerProxy } from '#testing/server-proxy';
import { jackpot } from '#testing/jackpot';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { startKafka } from '../../tools/stack/kafka.mjs';
import { freePort } from '../../tools/stack/ports.mjs';
import { Table } from '../support/table.js';

/**
 * A firewall forgets the connections of the ledger service to Kafka: they carry nothing any more,
 * no word is said, and new ones work. The system itself notices after a quarter of an hour.
 */
describe('connections to Kafka that carry nothing any more', () => {
  let stack: TestStack;
  let kafka: Awaited<ReturnType<typeof startKafka>>;
  let proxy: ServerProxy;
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-silence-'));
  let table: Table;
  let rounds = 0;

  /** The test has a listener of its own; what asks through the proxy is sent to the proxy. */
  beforeAll(async () => {
    const [open, behind, controller] = [await freePort(), await freePort(), await freePort()];
    proxy = new ServerProxy(behind);
    const proxied = await proxy.start();
    kafka = await startKafka({
      dataDir: folder,
      port: open,
      isShortLived: true,
      settings: {
        listeners: `PLAINTEXT://127.0.0.1:${open},PROXIED://127.0.0.1:${behind},CONTROLLER://127.0.0.1:${controller}`,
        'advertised.listeners': `PLAINTEXT://127.0.0.1:${open},PROXIED://${proxied}`,
        'controller.quorum.voters': `1@127.0.0.1:${controller}`,
        'listener.security.protocol.map':
          'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,PROXIED:PLAINTEXT',
      },
    });
    stack = new TestStack({ KAFKA_BROKERS: kafka.brokers });
    const { url } = await stack.startJackpot({ KAFKA_BROKERS: proxied });
    await stack.configure(url, jackpot('main'));
    table = new Table(stack.prefix, 'main', 'T1');
    await win();
  });
  afterAll(async () => {
    await stack.close();
    proxy.stop();
    await kafka.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const awards = () => stack.outputs<AwardMessage>('awards');

  /** A win, whose award reaches its topic. */
  async function win(): Promise<void> {
    rounds += 1;
    const round = String(rounds);
    await stack.send([table.bet(round, 3), table.settle(round, [3, 'flush'])]);
    await until(`${rounds} awards`, async () => (await awards()).length >= rounds);
  }

  it('are given up with a request that gets no answer: no bet and no award waits for the system', async () => {
    for (let silence = 1; silence <= 3; silence += 1) {
      proxy.silence();
      await win();
    }
    const found = (await awards()).map(({ message }) => message.id);
    expect(new Set(found).size).toBe(4);
    expect(await stack.cli('verify')).toMatchObject({ code: 0 });
  });
});

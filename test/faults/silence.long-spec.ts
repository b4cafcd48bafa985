import type { AwardMessage } from '#contract';
import { jackpot } from '#testing/jackpot';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { startProxiedKafka, type ProxiedKafka } from '../support/proxied-kafka.js';
import { Table } from '../support/table.js';

/**
 * A firewall forgets the connections of the ledger service to Kafka: they carry nothing and give no
 * error, while new ones work. The operating system itself notices only after a quarter of an hour.
 */
describe('connections to Kafka that carry nothing any more', () => {
  let stack: TestStack;
  let server: ProxiedKafka;
  let table: Table;
  let rounds = 0;

  /** The test itself connects to the broker directly. */
  beforeAll(async () => {
    server = await startProxiedKafka();
    const { kafka, proxied } = server;
    stack = new TestStack({ KAFKA_BROKERS: kafka.running.brokers });
    const { url } = await stack.startJackpot({ KAFKA_BROKERS: proxied });
    await stack.configure(url, jackpot('main'));
    table = new Table(stack.prefix, 'main', 'T1');
    await win();
  });
  afterAll(async () => {
    await stack.close();
    server.proxy.stop();
    await server.kafka.remove();
  });

  const awards = () => stack.outputs<AwardMessage>('awards');

  /** Plays a win, and waits until its award reaches the topic. */
  async function win(): Promise<void> {
    rounds += 1;
    const round = String(rounds);
    await stack.send([table.bet(round, 3), table.settle(round, [3, 'flush'])]);
    await until(`${rounds} awards`, async () => (await awards()).length >= rounds);
  }

  it('are given up with a request that gets no answer: no bet and no award waits for the system', async () => {
    for (let silence = 1; silence <= 3; silence += 1) {
      server.proxy.silence();
      await win();
    }
  });

  // The service reads and asks all the time, so only its writing connections are idle.
  it('are given up where they alone were idle that carry no requests of their own', async () => {
    const { proxy } = server;
    for (let silence = 1; silence <= 3; silence += 1) {
      const struck = await until('idle connections', () => proxy.silence(5_000) || undefined);
      expect(struck).toBeLessThan(proxy.connections);
      await win();
    }
  });

  it('are given up where they carry the requests and not the answers', async () => {
    server.proxy.silence(0, 'answers');
    await win();
    const found = (await awards()).map(({ message }) => message.id);
    expect(new Set(found).size).toBe(rounds);
    expect(await stack.cli('verify')).toMatchObject({ code: 0 });
  });
});

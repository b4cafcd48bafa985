import { topicName } from '#contract';
import { readLog, readWatermarks } from '#log';
import { jackpot } from '#testing/jackpot';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';

describe('a floor of table clients', () => {
  const stack = new TestStack();
  const tables = ['F3-01', 'F3-02', 'F3-03', 'F3-04'];
  let floor: string[];
  let own: Record<string, string>;
  let ledger: Awaited<ReturnType<TestStack['startJackpot']>>;
  let gateway: Awaited<ReturnType<TestStack['startTables']>>;

  beforeAll(async () => {
    ledger = await stack.startJackpot();
    await stack.configure(ledger.url, jackpot('fortune-main'));
    gateway = await stack.startTables(tables);
    own = { PIT_TOKENS: stack.tokensOfPit(tables), JACKPOT_URL: ledger.url };
    floor = ['--tables=4', `--gateway=${gateway.url}`, `--state=${stack.folder}`, '--speed=max'];
  });

  afterAll(() => stack.close());

  /** Returns the number of records of the tables in the log. */
  async function countEvents(): Promise<number> {
    const topic = topicName(stack.prefix, 'events');
    const marks = await readWatermarks(stack.kafka, topic);
    const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
    let count = 0;
    await readLog(stack.kafka, topic, ranges, (_, records) => {
      count += records.filter(({ value }) => String(value).includes('"source":"F3-')).length;
    });
    return count;
  }

  /**
   * Expects the facts that hold whatever was killed: the ledger agrees, and no number was used
   * twice.
   */
  async function expectSound(): Promise<void> {
    const { output, code } = await stack.cli('verify');
    expect([output, code]).toEqual([output, 0]);
    const exceptions = await stack.outputs<{ reason: string }>('exceptions');
    const reasons = new Set(exceptions.map(({ message }) => message.reason));
    for (const reason of ['sequence-reused', 'sequence-behind', 'sequence-gap', 'malformed']) {
      expect(reasons).not.toContain(reason);
    }
  }

  it('plays what a floor on Kafka plays', async () => {
    const child = stack.start('apps/pit', [...floor, '--rounds=40', '--void=0.1'], own);
    const code = await child.exit();
    expect([child.output, code]).toEqual([child.output, 0]);
    const { rounds, events } = JSON.parse(child.output) as { rounds: number; events: number };
    expect(rounds).toBe(40);
    expect(await countEvents()).toBe(events);
    await expectSound();
    expect(await stack.outputs('exceptions')).toEqual([]);
  });

  it('goes on when ledger, gateway and floor are killed and come back', async () => {
    const port = new URL(gateway.url).port;
    const first = stack.start('apps/pit', [...floor, '--rounds=0'], own);
    const grown = async (by: number) => {
      const before = await countEvents();
      await until(`${by} more events`, async () => (await countEvents()) > before + by);
    };
    await grown(50);
    await gateway.child.kill();
    await stack.startTables(tables, { PORT: port });
    await grown(50);
    await ledger.child.kill();
    ledger = await stack.startJackpot({ PORT: new URL(ledger.url).port });
    await grown(50);
    await first.kill();
    const second = stack.start('apps/pit', [...floor, '--rounds=20'], own);
    const code = await second.exit();
    expect([second.output, code]).toEqual([second.output, 0]);
    await expectSound();
  });
});

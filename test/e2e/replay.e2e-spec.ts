import kafkajs from 'kafkajs';
import { topicName, type ExceptionMessage } from '#contract';
import { ensureTopics, readLog } from '#log';
import { Bed, getJson } from '../support/bed.js';
import { jackpot } from '../support/jackpots.js';
import { Table } from '../support/table.js';
import { until } from '../support/until.js';

/** Whoever may write to the topic may write there again what an operator once signed. */
describe('a signed command that is written again', () => {
  let bed: Bed;
  let api: string;

  beforeAll(async () => {
    bed = new Bed();
    api = (await bed.startJackpot()).url;
    await bed.configure(api, jackpot('main'));
  }, 60_000);
  afterAll(() => bed.close(), 30_000);

  const view = () => getJson<{ value: number; position: number }>(`${api}/v1/jackpots/main`);
  const applied = async (offset: number) => {
    await until('it to be applied', async () => (await view()).position > offset);
    return view();
  };

  it('has no effect, be it the last one, an older one, or with a later one between', async () => {
    const adjust = (amount: number) =>
      bed.operator.command('pool.adjusted', 'main', { amount, account: 'pool', reason: 'test' });
    const [first, second] = [adjust(10_000), adjust(500)];
    const table = new Table(bed.prefix, 'main', 'T1');
    await bed.send([first, first, second, first, second, table.bet('1', 1), first]);
    const [place] = await bed.producer.send([second]);
    const { value } = await applied(place?.baseOffset as number);
    expect(value).toBe(1_000_000 + 10_000 + 500 + 3_500);
    expect(await bed.outputs<ExceptionMessage>('exceptions')).toEqual([]);
    expect((await bed.cli('verify')).code).toBe(0);
  }, 40_000);

  it('bears the broker’s time, whatever time the writer claims', async () => {
    const topic = topicName(bed.prefix, 'events');
    const producer = bed.kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner }); // prettier-ignore
    await producer.connect();
    const { value } = new Table(bed.prefix, 'main', 'T2').bet('1', 1);
    const before = Date.now();
    const claimed = String(Date.parse('2020-01-01T00:00:00Z'));
    const [written] = await producer.send({ topic, messages: [{ key: 'main', value, timestamp: claimed }] }); // prettier-ignore
    await producer.disconnect();
    const { partition, baseOffset } = written as { partition: number; baseOffset: string };
    const times: number[] = [];
    const range = { from: Number(baseOffset), to: Number(baseOffset) + 1 };
    await readLog(bed.kafka, topic, new Map([[partition, range]]), (_, records) => {
      times.push(...records.map(({ timestamp }) => timestamp));
    });
    expect(times).toHaveLength(1);
    expect(times[0]).toBeGreaterThanOrEqual(before - 1_000);
  }, 30_000);

  it('a topic that takes its writers’ time is warned of in one line', async () => {
    const other = new Bed();
    const topic = topicName(other.prefix, 'events');
    const config = { 'message.timestamp.type': 'CreateTime' };
    await ensureTopics(other.kafka, [{ topic, partitions: 12, config }]);
    const { child } = await other.startJackpot();
    const lines = child.output.split('\n').filter((line) => line.includes('timestamp.type'));
    expect(lines).toEqual([expect.stringContaining('set it to LogAppendTime')]);
    await other.close();
  }, 60_000);
});

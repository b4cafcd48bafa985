import { homePartition } from '#contract';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import { readMetrics } from '../hostile/memory.js';
import { Table } from '../support/table.js';

/** A partition whose owner is gone must be seen by those that are left (contract 9.4). */
describe('of two instances', () => {
  const stack = new TestStack();
  afterAll(() => stack.close());

  const of = (metrics: Map<string, number>, name: string, partition: number) =>
    metrics.get(`jackpot_partition_${name}{partition="${partition}"}`);

  async function owned(url: string): Promise<number[]> {
    const { partitions } = await getJson<PartitionHealth>(`${url}/health/partitions`);
    return partitions.map(({ partition }) => partition);
  }

  it('each shows every partition, and one sees that lag which nobody owns', async () => {
    const one = await stack.startJackpot();
    const other = stack.start('apps/jackpot');
    const url = await other.url();
    await until('they share', async () => (await owned(url)).length === 6);
    const theirs = await until('the shares', async () => {
      const found = await owned(one.url);
      return found.length === 6 && found;
    });
    const ids = Array.from({ length: 200 }, (_, each) => `j${each}`);
    const id = ids.find((each) => theirs.includes(homePartition(each, 12))) as string;
    const home = homePartition(id, 12);
    await stack.configure(one.url, jackpot(id));
    await until('each to show it', async () => {
      const pages = await Promise.all([one.url, url].map(readMetrics));
      return pages.every((page) => {
        const shown = [...page.keys()].filter((key) => key.startsWith('jackpot_partition_lag_rec'));
        return shown.length === 12 && of(page, 'position', home) === 2;
      });
    });

    await one.child.kill();
    const table = new Table(stack.prefix, id, 'T1');
    await stack.send([table.bet('1', 1), table.bet('1', 2)]);
    // Until the session of the killed instance ends, nobody has its partitions.
    await until('the other to see the lag', async () => {
      const page = await readMetrics(url);
      return of(page, 'lag_records', home) === 2 && (await owned(url)).length === 6;
    });
    await until('it to take them over', async () => (await owned(url)).length === 12);
    const lag = async () => of(await readMetrics(url), 'lag_records', home);
    await until('the lag to end', async () => (await lag()) === 0);
  });
});

import { homePartition } from '#contract';
import { ledgerKeys } from '#ledger';
import { jackpot } from '#testing/jackpot';
import { openRedis } from '#testing/redis';
import { getJson, TestStack, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import { readMetrics } from '../hostile/memory.js';
import { Table } from '../support/table.js';

/** The other instances must notice a partition that its owner does not serve (contract 9.4). */
describe('of two instances', () => {
  const stack = new TestStack();
  const url = stack.env['REDIS_URL'] as string;
  const redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
  afterAll(async () => {
    redis.disconnect();
    await stack.close();
  });

  const of = (metrics: Map<string, number>, name: string, partition: number) =>
    metrics.get(`jackpot_partition_${name}{partition="${partition}"}`);

  async function owned(url: string): Promise<number[]> {
    const { partitions } = await getJson<PartitionHealth>(`${url}/health/partitions`);
    return partitions.map(({ partition }) => partition);
  }

  it('each shows every partition, and one sees the lag of what the other does not serve', async () => {
    const one = await stack.startJackpot();
    const other = stack.start('apps/jackpot');
    const theirUrl = await other.url();
    await until('they share', async () => (await owned(theirUrl)).length === 6);
    const theirs = await until('the shares', async () => {
      const found = await owned(one.url);
      return found.length === 6 && found;
    });
    const ids = Array.from({ length: 200 }, (_, each) => `j${each}`);
    const id = ids.find((each) => theirs.includes(homePartition(each, 12))) as string;
    const home = homePartition(id, 12);
    await stack.configure(one.url, jackpot(id));
    await until('each to show it', async () => {
      const pages = await Promise.all([one.url, theirUrl].map(readMetrics));
      return pages.every((page) => {
        const shown = [...page.keys()].filter((key) => key.startsWith('jackpot_partition_lag_rec'));
        return shown.length === 12 && of(page, 'position', home) === 2;
      });
    });

    // An edited balance halts the partition, so nobody applies its new records.
    const { accounts } = ledgerKeys(stack.prefix, home);
    await redis.hincrby(accounts, `${id}/reserve`, 7);
    await until('it to halt', async () => {
      return of(await readMetrics(one.url), 'halted', home) === 1;
    });
    const table = new Table(stack.prefix, id, 'T1');
    await stack.send([table.bet('1', 1), table.bet('1', 2)]);
    await until('the other to see the lag', async () => {
      return of(await readMetrics(theirUrl), 'lag_records', home) === 2;
    });
    expect(await owned(theirUrl)).toHaveLength(6);

    await one.child.kill();
    await until('it to take them over', async () => (await owned(theirUrl)).length === 12);
    await until('it to halt there too', async () => {
      return of(await readMetrics(theirUrl), 'halted', home) === 1;
    });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#testing/until';
import { LogServiceHarness, numbered } from './testing/log-service-harness.js';
import { TopicReader } from './topic-reader.js';

let harness: LogServiceHarness;
let reader: TopicReader;
beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make(3);
  reader = new TopicReader(harness.kafka, harness.topic);
});
afterEach(async () => {
  await reader.close();
  await harness.stop();
});

const valuesAt = async (partition: number, from: number) =>
  (await reader.read(partition, from))?.map(({ offset, value }) => `${offset} ${String(value)}`);

test('a read begins at the offset asked for, also in the middle of a batch', async () => {
  await harness.write(numbered('a', 10), 1);
  expect(await valuesAt(1, 7)).toEqual(['7 a 7', '8 a 8', '9 a 9']);
});

test('a read is empty at the end of a partition, and nothing where the offset is not there', async () => {
  await harness.write(numbered('a', 10), 1);
  expect(await valuesAt(1, 10)).toEqual([]);
  expect(await valuesAt(1, 11)).toBeUndefined();
  expect(await valuesAt(0, 0)).toEqual([]);
  expect(await valuesAt(9, 0)).toBeUndefined();
});

test('it knows where each partition begins and ends, also of what was written since', async () => {
  expect(await reader.marks()).toEqual(Array(3).fill({ low: 0, high: 0 }));
  await harness.write(numbered('a', 10), 1);
  expect((await reader.marks())[1]).toEqual({ low: 0, high: 10 });
});

test('many reads at once need no consumer group', async () => {
  await harness.write(numbered('a', 100), 1);
  await reader.read(1, 0);
  const groupsBefore = await groups();
  const found = await Promise.all(Array.from({ length: 100 }, (_, n) => reader.read(1, n)));
  expect(found.map((records) => records?.length)).toEqual(found.map((_, n) => 100 - n));
  expect(await groups()).toEqual(groupsBefore);
});

test.each([['is closed', () => reader.close()]])(
  'a reader that %s while others read leaves no connection open',
  async (_, end) => {
    await harness.write(numbered('a', 100), 1);
    const before = connections();
    const reads = Array.from({ length: 200 }, async (_, n) => {
      await sleep(n % 20);
      return reader.read(1, n % 100);
    });
    await sleep(10);
    await end();
    await Promise.allSettled(reads);
    await reader.close();
    await until('the connections to end', () => connections() <= before, 5_000);
  },
);

test('a closed reader reads no more', async () => {
  await reader.close();
  await expect(reader.read(1, 0)).rejects.toThrow(`the reader of ${harness.topic} is closed`);
});

/** Number of open sockets from this process to servers. */
function connections(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
}

async function groups(): Promise<string[]> {
  const admin = harness.kafka.admin();
  await admin.connect();
  const { groups: all } = await admin.listGroups();
  await admin.disconnect();
  return all.map(({ groupId }) => groupId).filter((id) => id.includes(harness.topic));
}

import { RedisCluster } from '../../../test/support/redis-cluster.js';
import { until } from '../../../test/support/until.js';
import { FrameSubscriber } from './frame-subscriber.js';
import { Ledger } from './ledger.js';
import { openRedis, type RedisConnection } from './redis.js';

/** The ledger on a Redis Cluster: each partition in a slot of its own, on one of three masters. */

const partitions = Array.from({ length: 12 }, (_, partition) => partition);

let cluster: RedisCluster;
let redis: RedisConnection;
let ledger: Ledger;
let subscriber: FrameSubscriber;
let heard: string[];

const place = () => ({
  url: 'redis://127.0.0.1',
  sentinels: [],
  sentinelMaster: undefined,
  clusterNodes: cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port })),
});
const channels = () => partitions.map((each) => ledger.keys(each).frames);

beforeAll(async () => {
  cluster = await RedisCluster.start(3);
}, 60_000);
afterAll(() => cluster.remove());
beforeEach(async () => {
  redis = openRedis(place());
  ledger = new Ledger(redis, 'cluster.');
  await until('every master to be reached', () => publishAll('hello'));
  heard = [];
  subscriber = new FrameSubscriber(place());
  subscriber.listen((frame) => heard.push(frame));
});
afterEach(() => {
  subscriber.close();
  redis.disconnect();
});

async function publishAll(text: string): Promise<string[]> {
  const sent = partitions.map((partition) => `${text} of ${partition}`);
  await Promise.all(channels().map((channel, n) => redis.spublish(channel, sent[n] as string)));
  return sent;
}

async function expectAllHeard(text: string): Promise<void> {
  const sent = await publishAll(text);
  await until('the frames', () => heard.length >= sent.length);
  expect(heard.sort()).toEqual(sent.sort());
  heard = [];
}

test('the frames of every partition are heard, from whichever master', async () => {
  expect(await subscriber.subscribe(channels())).toBe(0);
  await expectAllHeard('first');
  expect(new Set(redisMasters()).size).toBe(3);
});

test('to hear again doubles nothing, and its reply comes behind the frames sent before', async () => {
  await subscriber.subscribe(channels());
  for (let round = 0; round < 50; round += 1) {
    const sent = await publishAll(String(round));
    await subscriber.subscribe(channels());
    expect(heard.sort()).toEqual(sent.sort());
    heard = [];
  }
});

test('a master that was killed and started again is heard again', async () => {
  await subscriber.subscribe(channels());
  for (const master of [0, 1, 2]) {
    await cluster.kill(master);
    await until('some to be unheard', async () => (await subscriber.subscribe(channels())) > 0);
    await cluster.startAgain(master);
    await until(
      'all to be heard',
      async () => (await subscriber.subscribe(channels())) === 0,
      30_000,
    );
    await until('the Cluster to take frames', () => publishAll('between'), 30_000);
    await subscriber.subscribe(channels());
    heard = [];
    await expectAllHeard(`after ${master}`);
  }
}, 120_000);

test('the frames of a slot that has moved to another master are heard there', async () => {
  await subscriber.subscribe(channels());
  const slot = Number(await redis.cluster('KEYSLOT', ledger.keys(4).frames));
  const home = Math.floor((slot * 3) / 16_384);
  for (const step of [0, 1, 2]) {
    const [from, to] = [(home + step) % 3, (home + step + 1) % 3];
    await cluster.moveSlot(slot, from, to);
    await until('all to be heard', async () => (await subscriber.subscribe(channels())) === 0);
    await expectAllHeard(`moved to ${to}`);
  }
});

test('a load while a master is away says that Redis is waited for, as for one Redis', async () => {
  await cluster.kill(1);
  try {
    // By and by the others refuse all. A transaction then says EXECABORT, and only its parts why.
    const failures: [string, number | null][] = [];
    await until('a load to be refused', async () => {
      for (const partition of partitions) {
        ledger.waitingSince = null;
        const refused = await ledger.load(partition).catch(({ message }: Error) => message);
        if (typeof refused === 'string') failures.push([refused, ledger.waitingSince]);
      }
      return failures.some(([message]) => message.startsWith('CLUSTERDOWN'));
    });
    expect(failures.filter(([, waitingSince]) => waitingSince === null)).toEqual([]);
  } finally {
    await cluster.startAgain(1);
    await until('the Cluster to be whole', () => publishAll('whole'), 30_000);
  }
}, 120_000);

test('that no node can be reached is no sign of safety', async () => {
  expect(await until('an answer of all', () => ledger.whyUnsafe().then((why) => [why]))).toEqual([
    null,
  ]);
  const gone = openRedis({ ...place(), clusterNodes: [{ host: '127.0.0.1', port: 1 }] });
  const elsewhere = new Ledger(gone, 'cluster.');
  for (let times = 0; times < 5; times += 1) {
    await expect(elsewhere.whyUnsafe()).rejects.toThrow();
    expect(elsewhere.waitingSince).not.toBeNull();
  }
  gone.disconnect();
});

function redisMasters(): string[] {
  const { slots } = redis as unknown as { slots: string[][] };
  return slots.flatMap((nodes) => nodes[0] ?? []);
}

import { RedisCluster } from '#testing/redis-cluster';
import { until } from '#testing/until';
import { FrameSubscriber } from './frame-subscriber.js';
import { Ledger } from './ledger.js';
import { openRedis, type RedisConnection } from './redis.js';

/** The ledger on a Redis Cluster: each partition has its own slot, on one of three masters. */

const partitions = Array.from({ length: 12 }, (_, partition) => partition);

let cluster: RedisCluster;
let redis: RedisConnection;
let ledger: Ledger;
let subscriber: FrameSubscriber;
let received: string[];

const address = () => ({
  url: 'redis://127.0.0.1',
  sentinels: [],
  sentinelMaster: undefined,
  clusterNodes: cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port })),
});
const channels = () => partitions.map((each) => ledger.keys(each).frames);

beforeAll(async () => {
  cluster = await RedisCluster.start(3);
});
afterAll(() => cluster.remove());
beforeEach(async () => {
  redis = openRedis(address());
  ledger = new Ledger(redis, 'cluster.');
  await until('every master to be reached', () => publishAll('hello'));
  received = [];
  subscriber = new FrameSubscriber(address());
  subscriber.listen((frame) => received.push(frame));
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

async function expectAllReceived(text: string): Promise<void> {
  const sent = await publishAll(text);
  await until('the frames', () => received.length >= sent.length);
  expect(received.sort()).toEqual(sent.sort());
  received = [];
}

test('the frames of every partition arrive, from every master', async () => {
  expect(await subscriber.subscribe(channels())).toBe(0);
  await expectAllReceived('first');
  expect(new Set(redisMasters()).size).toBe(3);
});

test('subscribing again doubles no frame, and its reply comes after the frames sent before', async () => {
  await subscriber.subscribe(channels());
  for (let round = 0; round < 50; round += 1) {
    const sent = await publishAll(String(round));
    await subscriber.subscribe(channels());
    expect(received.sort()).toEqual(sent.sort());
    received = [];
  }
});

test('frames of a master that was killed and restarted arrive again', async () => {
  await subscriber.subscribe(channels());
  for (const master of [0, 1, 2]) {
    await cluster.kill(master);
    await until('some to be missing', async () => (await subscriber.subscribe(channels())) > 0);
    await cluster.startAgain(master);
    await until('all to be subscribed', async () => (await subscriber.subscribe(channels())) === 0);
    await until('the Cluster to take frames', () => publishAll('between'));
    await subscriber.subscribe(channels());
    received = [];
    await expectAllReceived(`after ${master}`);
  }
});

test('the frames of a slot that has moved to another master arrive from there', async () => {
  await subscriber.subscribe(channels());
  const slot = Number(await redis.cluster('KEYSLOT', ledger.keys(4).frames));
  const home = Math.floor((slot * 3) / 16_384);
  for (const step of [0, 1, 2]) {
    const [from, to] = [(home + step) % 3, (home + step + 1) % 3];
    await cluster.moveSlot(slot, from, to);
    await until('all to be subscribed', async () => (await subscriber.subscribe(channels())) === 0);
    await expectAllReceived(`moved to ${to}`);
  }
});

test('a load while a master is away counts as waiting for Redis, as with one server', async () => {
  await cluster.kill(1);
  try {
    // After some time the others refuse all. A transaction then says EXECABORT, and only its parts
    // say why.
    const failures: [string, number | undefined][] = [];
    await until('a load to be refused', async () => {
      for (const partition of partitions) {
        ledger.waitingSinceMs = undefined;
        const refused = await ledger.load(partition).catch(({ message }: Error) => message);
        if (typeof refused === 'string') failures.push([refused, ledger.waitingSinceMs]);
      }
      return failures.some(([message]) => message.startsWith('CLUSTERDOWN'));
    });
    expect(failures.filter(([, waitingSinceMs]) => waitingSinceMs === undefined)).toEqual([]);
  } finally {
    await cluster.startAgain(1);
    await until('the Cluster to be whole', () => publishAll('whole'));
  }
});

test('a Cluster without a reachable node is not called safe', async () => {
  expect(await until('an answer of all', () => ledger.whyUnsafe().then((why) => [why]))).toEqual([
    undefined,
  ]);
  const gone = openRedis({ ...address(), clusterNodes: [{ host: '127.0.0.1', port: 1 }] });
  const elsewhere = new Ledger(gone, 'cluster.');
  for (let times = 0; times < 5; times += 1) {
    await expect(elsewhere.whyUnsafe()).rejects.toThrow();
    expect(elsewhere.waitingSinceMs).toBeDefined();
  }
  gone.disconnect();
});

function redisMasters(): string[] {
  const { slots } = redis as unknown as { slots: string[][] };
  return slots.flatMap((nodes) => nodes[0] ?? []);
}

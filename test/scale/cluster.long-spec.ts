import { topicKinds, topicName, type StreamPulse } from '#contract';
import { ledgerKeys } from '#ledger';
import { getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import kafkajs from 'kafkajs';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';
import { ClusterStack } from './cluster-stack.js';
import { jackpots, partitions, untilAllGoOn, untilCaughtUp } from './steady-load.js';

const { ConfigResourceTypes } = kafkajs;

/** About 200 records per second: enough for these tests, and quick to verify. */
const roundEveryMs = 500;

/**
 * Four instances of the service, three brokers, a Redis Cluster of three masters. One of each kind
 * stops and starts under load: the ledger continues by itself, and nothing is lost or doubled. The
 * long form stops all of them: `test/scale/moves.ts`.
 */
describe('four instances, three brokers, three Redis masters', () => {
  let cluster: ClusterStack;
  let signs: string;
  let sign: Sign;
  let hits = 0;

  beforeAll(async () => {
    cluster = await ClusterStack.start(4);
    signs = (await cluster.stack.startSigns()).url;
    const asked = jackpots.map((id) => `jackpot=${id}`).join('&');
    sign = await Sign.open(`${signs}/v1/pools/stream?${asked}`);
  });
  afterAll(async () => {
    sign?.close();
    await cluster?.remove();
  });

  // A test that failed must not leave its load running.
  afterEach(() => cluster.load.stop());

  const allGoOn = () => untilAllGoOn(cluster.stack, cluster.redis);

  /** The keys of the positions that a master does not hold. */
  async function positionsElsewhere(master: number): Promise<string[]> {
    const { redis, stack } = cluster;
    const keys = partitions.map((each) => ledgerKeys(stack.prefix, each).position);
    const slots = await Promise.all(keys.map((key) => redis.cluster('KEYSLOT', key)));
    return keys.filter((_, n) => Math.floor((Number(slots[n]) * 3) / 16_384) !== master);
  }

  /** Waits until each of these positions has passed several rounds of the load. */
  async function expectGoOn(keys: readonly string[]): Promise<void> {
    const look = async () =>
      (await Promise.all(keys.map((key) => cluster.redis.hget(key, 'offset')))).map(Number);
    const before = await until('the positions', look);
    await until('the others to go on', async () =>
      (await look()).every((now, n) => now >= (before[n] ?? 0) + 80),
    );
  }

  async function expectNothingLost(): Promise<void> {
    const { load, stack, redis, instances } = cluster;
    await load.stop();
    await untilCaughtUp(stack, redis);
    const url = `${instances[0]?.url}/v1/jackpots`;
    const kept = await until('the jackpots', async () => {
      const { jackpots: all } = await getJson<{ jackpots: Kept[] }>(url);
      return all.length === jackpots.length && all;
    });
    const pools = kept.map(({ id, accounts }) => [id, accounts.pool]);
    expect(pools.sort()).toEqual(jackpots.map((id) => [id, load.poolMicros()]).sort());
    const { code, output } = await stack.cli('verify');
    expect(output).toContain('The ledger agrees with the log');
    expect(code).toBe(0);
  }

  /** Only frames have a hit, so a hit proves that the master of its partition publishes frames. */
  async function expectHits(): Promise<void> {
    hits += 1;
    const round = `hit-${hits}`;
    const tables = jackpots.map((id) => new Table(cluster.stack.prefix, id, round));
    await cluster.stack.producer.send(
      tables.flatMap((table) => [table.bet(round, 4), table.settle(round, [4, 'flush'])]),
    );
    cluster.load.bets += jackpots.length;
    // An award's id ends with its offset.
    const expected = jackpots.map((id) => `${id}/${round}/${round}/`);
    await until('a hit of every jackpot', () => {
      const seen = sign.messages.flatMap(({ hit }) => hit?.award ?? []);
      return expected.every((begin) => seen.some((award) => award.startsWith(begin)));
    });
  }

  it('every topic has three copies of each partition, and two of them are a must', async () => {
    const { stack } = cluster;
    const admin = stack.kafka.admin();
    await admin.connect();
    const topics = topicKinds.map((kind) => topicName(stack.prefix, kind));
    const { topics: found } = await admin.fetchTopicMetadata({ topics });
    const copies = found.flatMap((topic) =>
      topic.partitions.map(({ replicas }) => replicas.length),
    );
    expect(new Set(copies)).toEqual(new Set([3]));
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: topics.map((name) => ({
        type: ConfigResourceTypes.TOPIC,
        name,
        configNames: ['min.insync.replicas'],
      })),
    });
    const needed = resources.map(({ configEntries }) => configEntries[0]?.configValue);
    expect(needed).toEqual(topics.map(() => '2'));
    await admin.disconnect();
  });

  it('the partitions lie on every master, and a hit of each jackpot comes with its frame', async () => {
    const { redis, stack } = cluster;
    const keys = partitions.map((each) => `${stack.prefix.slice(0, -1)}:{${each}}:frames`);
    const slots = await Promise.all(keys.map((key) => redis.cluster('KEYSLOT', key)));
    expect(new Set(slots.map((slot) => Math.floor((Number(slot) * 3) / 16_384))).size).toBe(3);
    await expectHits();
    const { pools } = sign.pulses.at(-1) as StreamPulse;
    expect(pools.map(({ fault }) => fault)).toEqual(pools.map(() => null));
  });

  it('an instance is added, one is stopped, one is killed: their partitions go on elsewhere', async () => {
    cluster.load.start(roundEveryMs);
    await allGoOn();
    await cluster.add();
    await cluster.untilSpread();
    await allGoOn();
    expect(await cluster.takeAway().child.stop()).toBe(0);
    await cluster.untilSpread();
    await allGoOn();
    // An orchestrator would replace the killed instance.
    await cluster.takeAway().child.kill();
    await cluster.add();
    await cluster.untilSpread();
    await allGoOn();
    await expectNothingLost();
  });

  it('a Redis master is killed and started again: the partitions of others go on at once, then all, and so do the frames', async () => {
    cluster.load.start(roundEveryMs);
    await allGoOn();
    await cluster.redisCluster.setAll('cluster-require-full-coverage', 'no');
    const others = await positionsElsewhere(1);
    expect(others.length).toBeGreaterThan(4);
    await cluster.redisCluster.kill(1);
    await until('the signs to notice', async () => !(await fetch(`${signs}/health/ready`)).ok);
    await expectGoOn(others);
    await cluster.redisCluster.startAgain(1);
    await allGoOn();
    await expectHits();
    await expectNothingLost();
  });

  it('a broker is killed and started again: all go on', async () => {
    cluster.load.start(roundEveryMs);
    await allGoOn();
    await cluster.kafka.kill(1);
    await allGoOn();
    await cluster.kafka.startAgain(1);
    await allGoOn();
    await cluster.untilSpread();
    await expectNothingLost();
    await expectHits();
    expect(cluster.instances.map(({ child }) => child.exitCode)).toEqual([null, null, null, null]);
  });
});

interface Kept {
  id: string;
  accounts: { pool: string };
}

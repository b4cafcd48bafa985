import { topicKinds, topicName } from '#contract';
import kafkajs from 'kafkajs';
import { getJson } from '../support/bed.js';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';
import { until } from '../support/until.js';
import { Machines } from './machines.js';
import { jackpots, partitions, untilAllGoOn, untilCaughtUp } from './steady-load.js';

const { ConfigResourceTypes } = kafkajs;

/** Some five hundred records a second: what is shown needs no more, and proofs of all take less. */
const roundEveryMs = 200;

/**
 * More than one of everything: four instances of the service, three brokers, a Redis Cluster of three
 * masters. Each may go and come under load: it goes on by itself, and nothing is lost or doubled.
 */
describe('four instances, three brokers, three Redis masters', () => {
  let machines: Machines;
  let signs: string;
  let sign: Sign;
  let hits = 0;

  beforeAll(async () => {
    machines = await Machines.start(4);
    signs = (await machines.bed.startSigns()).url;
    const asked = jackpots.map((id) => `jackpot=${id}`).join('&');
    sign = await Sign.open(`${signs}/v1/pools/stream?${asked}`);
  }, 300_000);
  afterAll(async () => {
    sign?.close();
    await machines?.remove();
  }, 60_000);

  // A test that failed must not leave its players to the next.
  afterEach(() => machines.load.stop(), 90_000);

  const allGoOn = () => untilAllGoOn(machines.bed, machines.redis);

  async function expectNothingLost(): Promise<void> {
    const { load, bed, redis, instances } = machines;
    await load.stop();
    await untilCaughtUp(bed, redis);
    const url = `${instances[0]?.url}/v1/jackpots`;
    const kept = await until('the jackpots', async () => {
      const { jackpots: all } = await getJson<{ jackpots: Kept[] }>(url);
      return all.length === jackpots.length && all;
    });
    const pools = kept.map(({ id, accounts }) => [id, accounts.pool]);
    expect(pools.sort()).toEqual(jackpots.map((id) => [id, load.poolMicros()]).sort());
    const { code, output } = await bed.cli('verify');
    expect(output).toContain('The ledger agrees with the log');
    expect(code).toBe(0);
  }

  /** Only a frame tells a hit, so each proves that frames come from the master of its partition. */
  async function expectHits(): Promise<void> {
    hits += 1;
    const round = `hit-${hits}`;
    const tables = jackpots.map((id) => new Table(machines.bed.prefix, id, round));
    await machines.bed.producer.send(
      tables.flatMap((table) => [table.bet(round, 4), table.settle(round, [4, 'flush'])]),
    );
    machines.load.bets += jackpots.length;
    // An award's id ends with its offset.
    const expected = jackpots.map((id) => `${id}/${round}/${round}/`);
    await until(
      'a hit of every jackpot',
      () => {
        const seen = sign.messages.flatMap(({ hit }) => hit?.award ?? []);
        return expected.every((begin) => seen.some((award) => award.startsWith(begin)));
      },
      60_000,
    );
  }

  it('every topic has three copies of each partition, and two of them are a must', async () => {
    const { bed } = machines;
    const admin = bed.kafka.admin();
    await admin.connect();
    const topics = topicKinds.map((kind) => topicName(bed.prefix, kind));
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
  }, 60_000);

  it('the partitions lie on every master, and a hit of each jackpot comes with its frame', async () => {
    const { redis, bed } = machines;
    const keys = partitions.map((each) => `${bed.prefix.slice(0, -1)}:{${each}}:frames`);
    const slots = await Promise.all(keys.map((key) => redis.cluster('KEYSLOT', key)));
    expect(new Set(slots.map((slot) => Math.floor((Number(slot) * 3) / 16_384))).size).toBe(3);
    await expectHits();
  }, 120_000);

  it('an instance is added, one is stopped, one is killed: their partitions go on elsewhere', async () => {
    machines.load.start(roundEveryMs);
    await allGoOn();
    await machines.add();
    await machines.untilSpread();
    await allGoOn();
    expect(await machines.takeAway().child.stop()).toBe(0);
    await machines.untilSpread();
    await allGoOn();
    // As an orchestrator does, another one is started for the one that fell.
    await machines.takeAway().child.kill();
    await machines.add();
    await machines.untilSpread();
    await allGoOn();
    await expectNothingLost();
  }, 300_000);

  it('a Redis master is killed and started again: all go on, and so do the frames', async () => {
    machines.load.start(roundEveryMs);
    for (const master of [0, 1, 2]) {
      await allGoOn();
      await machines.cluster.kill(master);
      await until('the signs to notice', async () => !(await fetch(`${signs}/health/ready`)).ok);
      await machines.cluster.startAgain(master);
      await allGoOn();
      await expectHits();
    }
    await expectNothingLost();
  }, 300_000);

  it('a broker is killed and started again: all go on', async () => {
    machines.load.start(roundEveryMs);
    await allGoOn();
    await machines.kafka.kill(1);
    await allGoOn();
    await machines.kafka.startAgain(1);
    await allGoOn();
    await machines.untilSpread();
    await expectNothingLost();
    await expectHits();
    expect(machines.instances.map(({ child }) => child.exitCode)).toEqual([null, null, null, null]);
  }, 300_000);
});

interface Kept {
  id: string;
  accounts: { pool: string };
}

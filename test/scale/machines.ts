import { openRedis, type RedisConnection } from '../../libs/ledger/src/redis.js';
import { Bed, getJson } from '../support/bed.js';
import type { Child } from '../support/child.js';
import { KafkaCluster } from '../support/kafka-cluster.js';
import { RedisCluster } from '../support/redis-cluster.js';
import { until } from '../support/until.js';
import { partitions, SteadyLoad } from './steady-load.js';

/** An instance of the ledger service. */
export interface Instance {
  readonly child: Child;
  readonly url: string;
}

/** Three brokers, three Redis masters, as many instances as are started, and tables that play. */
export class Machines {
  readonly bed: Bed;
  readonly load: SteadyLoad;
  readonly redis: RedisConnection;
  instances: Instance[] = [];

  private constructor(
    readonly kafka: KafkaCluster,
    readonly cluster: RedisCluster,
  ) {
    this.bed = new Bed({
      KAFKA_BROKERS: kafka.brokers,
      REDIS_URL: '',
      REDIS_CLUSTER_NODES: cluster.nodes,
    });
    this.load = new SteadyLoad(this.bed);
    this.redis = openRedis({
      url: 'redis://127.0.0.1',
      sentinels: [],
      sentinelMaster: undefined,
      clusterNodes: cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port })),
    });
  }

  static async start(instances: number): Promise<Machines> {
    const [kafka, cluster] = await Promise.all([KafkaCluster.start(), RedisCluster.start(3)]);
    const machines = new Machines(kafka, cluster);
    try {
      // The first makes the topics, the others join it at once.
      await machines.add();
      await Promise.all(Array.from({ length: instances - 1 }, () => machines.add()));
      await machines.untilSpread();
      await machines.load.configure();
      return machines;
    } catch (error) {
      await machines.remove();
      throw error;
    }
  }

  async add(): Promise<Instance> {
    const child = this.bed.start('apps/jackpot');
    const url = await child.url().catch(async (error: unknown) => {
      await child.kill();
      throw error;
    });
    const instance = { child, url };
    this.instances.push(instance);
    return instance;
  }

  /** The instance that was started first; it is no longer counted on. */
  takeAway(): Instance {
    const instance = this.instances.shift();
    if (!instance) throw new Error('no instance is left');
    return instance;
  }

  /** Every partition is open in one instance, and no instance has more than its share. */
  async untilSpread(): Promise<void> {
    const share = Math.ceil(partitions.length / this.instances.length);
    await until(
      `${this.instances.length} instances to share the partitions`,
      async () => {
        const open = await Promise.all(this.instances.map(openPartitions));
        const sum = open.reduce((total, count) => total + count, 0);
        return sum === partitions.length && Math.max(...open) <= share;
      },
      60_000,
    );
  }

  async remove(): Promise<void> {
    await this.load.stop().catch(() => undefined);
    this.redis.disconnect();
    await this.bed.close();
    await Promise.all([this.kafka.remove(), this.cluster.remove()]);
  }
}

async function openPartitions({ url }: Instance): Promise<number> {
  const health = await getJson<{ details: { partitions?: { open?: number } } }>(
    `${url}/health/ready`,
  );
  return health.details.partitions?.open ?? 0;
}

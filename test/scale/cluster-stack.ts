import type { Child } from '#testing/child';
import { RedisCluster } from '#testing/redis-cluster';
import { TestStack, openPartitions } from '#testing/test-stack';
import { until } from '#testing/until';
import { KafkaCluster } from './kafka-cluster.js';
import { openRedis, type RedisConnection } from '#testing/redis';
import { partitions, SteadyLoad } from './steady-load.js';

/** An instance of the ledger service. */
export interface Instance {
  readonly child: Child;
  readonly url: string;
}

/** Three brokers, three Redis masters, any number of instances, and tables that play. */
export class ClusterStack {
  readonly stack: TestStack;
  readonly load: SteadyLoad;
  readonly redis: RedisConnection;
  instances: Instance[] = [];

  private constructor(
    readonly kafka: KafkaCluster,
    readonly redisCluster: RedisCluster,
  ) {
    this.stack = new TestStack({
      KAFKA_BROKERS: kafka.brokers,
      REDIS_URL: '',
      REDIS_CLUSTER_NODES: redisCluster.nodes,
    });
    this.load = new SteadyLoad(this.stack);
    this.redis = openRedis({
      url: 'redis://127.0.0.1',
      sentinels: [],
      sentinelMaster: undefined,
      clusterNodes: redisCluster.servers.map(({ port }) => ({ host: '127.0.0.1', port })),
    });
  }

  static async start(instances: number): Promise<ClusterStack> {
    const [kafka, redisCluster] = await Promise.all([KafkaCluster.start(), RedisCluster.start(3)]);
    const cluster = new ClusterStack(kafka, redisCluster);
    try {
      // The first instance makes the topics; then the others may join.
      await cluster.add();
      await Promise.all(Array.from({ length: instances - 1 }, () => cluster.add()));
      await cluster.untilSpread();
      await cluster.load.configure();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  async add(): Promise<Instance> {
    const child = this.stack.start('apps/jackpot');
    const url = await child.url().catch(async (error: unknown) => {
      await child.kill();
      throw error;
    });
    const instance = { child, url };
    this.instances.push(instance);
    return instance;
  }

  /** Removes the oldest instance from the list. */
  takeAway(): Instance {
    const instance = this.instances.shift();
    if (!instance) throw new Error('no instance is left');
    return instance;
  }

  /**
   * Waits until every partition is open in one instance, and no instance has more than its share.
   */
  async untilSpread(): Promise<void> {
    const share = Math.ceil(partitions.length / this.instances.length);
    await until(`${this.instances.length} instances to share the partitions`, async () => {
      const open = await Promise.all(this.instances.map(({ url }) => openPartitions(url)));
      const sum = open.reduce((total, count) => total + count, 0);
      return sum === partitions.length && Math.max(...open) <= share;
    });
  }

  async remove(): Promise<void> {
    await this.load.stop().catch(() => undefined);
    this.redis.disconnect();
    await this.stack.close();
    await Promise.all([this.kafka.remove(), this.redisCluster.remove()]);
  }
}

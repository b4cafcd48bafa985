import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { startKafka } from '../../tools/stack/kafka.mjs';
import { freePort } from '../../tools/stack/ports.mjs';

type Broker = Awaited<ReturnType<typeof startKafka>>;

/** A Kafka of three brokers, each a controller too, with Kafka's default time-outs. */
export class ThreeBrokers {
  private constructor(
    private readonly folder: string,
    readonly brokers: readonly Broker[],
  ) {}

  static async open(): Promise<ThreeBrokers> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-three-'));
    const ids = [1, 2, 3];
    const controllers = await Promise.all(ids.map(() => freePort()));
    const ports = await Promise.all(ids.map(() => freePort()));
    const voters = ids.map((id, index) => `${id}@127.0.0.1:${controllers[index]}`).join(',');
    const [first, ...others] = await Promise.all(
      ids.map((id, index) => {
        const settings = {
          'node.id': String(id),
          'controller.quorum.voters': voters,
          listeners: `PLAINTEXT://127.0.0.1:${ports[index]},CONTROLLER://127.0.0.1:${controllers[index]}`,
          'broker.session.timeout.ms': '9000',
          'broker.heartbeat.interval.ms': '2000',
          'offsets.topic.replication.factor': '3',
          'group.min.session.timeout.ms': '6000',
        };
        const dataDir = join(folder, String(id));
        const port = ports[index] as number;
        return startKafka({
          dataDir,
          port,
          settings,
          clusterId: 'three-brokers-of-test0',
          heapMb: 256,
          isShortLived: true,
        });
      }),
    );
    return new ThreeBrokers(folder, [first as Broker, ...others]);
  }

  /** In the form of KAFKA_BROKERS. */
  get addresses(): string {
    return this.brokers.map(({ brokers }) => brokers).join(',');
  }

  /** Whether each partition has all its replicas in sync, so that another broker may stop. */
  async areInSync(): Promise<boolean> {
    const topics = await this.topics();
    const partitions = topics.flatMap((topic) => topic.partitions);
    return partitions.every(({ isr, replicas }) => isr.length === replicas.length);
  }

  /**
   * A broker that leads a partition of a topic, so that its readers and writers use this broker.
   */
  async leaderOf(topic: string): Promise<Broker> {
    const found = (await this.topics()).find(({ name }) => name === topic);
    // Their ids begin at 1.
    return this.brokers[Number(found?.partitions[0]?.leader) - 1] as Broker;
  }

  private async topics(): Promise<kafkajs.ITopicMetadata[]> {
    const brokers = this.addresses.split(',');
    const admin = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
    await admin.connect();
    try {
      return (await admin.fetchTopicMetadata()).topics;
    } finally {
      await admin.disconnect();
    }
  }

  async remove(): Promise<void> {
    await Promise.all(
      this.brokers.map((broker) => {
        broker.kill('SIGCONT');
        return broker.stop();
      }),
    );
    rmSync(this.folder, { recursive: true, force: true });
  }
}

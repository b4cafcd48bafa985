import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs, { type Admin } from 'kafkajs';
import { until } from '#testing/until';
import { startKafka } from '../../tools/stack/kafka.mjs';
import { freePort } from '../../tools/stack/ports.mjs';

type Broker = Awaited<ReturnType<typeof startKafka>>;

/** Node 1 is the controller, which stays; node 2 is the old broker, node 3 the new one. */
const [oldId, newId] = [2, 3] as const;
const small = { heapMb: 256, isShortLived: true };

/** A Kafka whose partitions are all on one broker, and can move to a new one of its cluster. */
export class MovingBrokers {
  private newBroker: Broker | undefined;

  private constructor(
    private readonly folder: string,
    private readonly controller: Broker,
    private readonly oldBroker: Broker,
  ) {}

  static async open(): Promise<MovingBrokers> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-moving-'));
    const controller = await startKafka({ dataDir: join(folder, 'controller'), ...small });
    const oldBroker = await joining(controller, oldId, join(folder, 'old'));
    return new MovingBrokers(folder, controller, oldBroker);
  }

  /** The old broker, in the form of KAFKA_BROKERS. */
  get old(): string {
    return this.oldBroker.brokers;
  }

  /** The new broker, in the form of KAFKA_BROKERS. */
  get new(): string {
    return this.newBroker?.brokers ?? '';
  }

  async startNew(): Promise<void> {
    this.newBroker = await joining(this.controller, newId, join(this.folder, 'new'));
  }

  /**
   * Moves the partitions to the old broker: the controller is a broker too, and got some of them
   * when they were made.
   */
  reassignToOld(): Promise<void> {
    return this.reassign(oldId);
  }

  reassignToNew(): Promise<void> {
    return this.reassign(newId);
  }

  /** Stops the old broker permanently. */
  stopOld(): Promise<void> {
    return this.oldBroker.stop();
  }

  async remove(): Promise<void> {
    await Promise.all([this.newBroker?.stop(), this.oldBroker.stop()]);
    await this.controller.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Reassigns every topic, Kafka's own too, as `kafka-reassign-partitions.sh` does. */
  private async reassign(node: number): Promise<void> {
    const brokers = [this.controller.brokers];
    const admin = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
    await admin.connect();
    try {
      const { topics } = await admin.fetchTopicMetadata();
      await admin.alterPartitionReassignments({
        topics: topics.map(({ name, partitions }) => ({
          topic: name,
          partitionAssignment: partitions.map(({ partitionId }) => {
            return { partition: partitionId, replicas: [node] };
          }),
        })),
      });
      await until('all partitions to have moved', () => areOn(admin, node));
    } finally {
      await admin.disconnect();
    }
  }
}

/** Starts a broker in the cluster of this controller. */
async function joining(controller: Broker, nodeId: number, dataDir: string): Promise<Broker> {
  const written = readFileSync(join(controller.dataDir, 'server.properties'), 'utf8');
  const [, voters = ''] = /^controller\.quorum\.voters=(.*)$/m.exec(written) ?? [];
  const port = await freePort();
  const settings = {
    'process.roles': 'broker',
    'node.id': String(nodeId),
    'controller.quorum.voters': voters,
    listeners: `PLAINTEXT://127.0.0.1:${port}`,
  };
  return startKafka({ dataDir, port, settings, clusterId: controller.clusterId, ...small });
}

/** Whether only this broker has and leads every partition. */
async function areOn(admin: Admin, node: number): Promise<boolean> {
  const { topics } = await admin.fetchTopicMetadata();
  const partitions = topics.flatMap((topic) => topic.partitions);
  return partitions.every(({ leader, replicas }) => {
    return leader === node && replicas.every((each) => each === node);
  });
}

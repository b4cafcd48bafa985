import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomId, startKafka } from '../../tools/stack/kafka.mjs';
import { freePort } from '../../tools/stack/ports.mjs';

type Broker = Awaited<ReturnType<typeof startKafka>>;

/** Replicas of the brokers' own topics; the service chooses those of its topics. */
const replication = {
  'offsets.topic.replication.factor': '3',
  'transaction.state.log.replication.factor': '3',
  'share.coordinator.state.topic.replication.factor': '3',
};

/** A Kafka of three brokers, each also a voter of the controllers' quorum, in small heaps. */
export class KafkaCluster {
  private constructor(
    private readonly folder: string,
    private readonly begin: (index: number) => Promise<Broker>,
    private readonly running: Broker[],
  ) {}

  static async start(): Promise<KafkaCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-kafka-'));
    const clusterId = randomId();
    const ports = [await freePort(), await freePort(), await freePort()];
    const controllers = [await freePort(), await freePort(), await freePort()];
    const voters = controllers.map((port, index) => `${index + 1}@127.0.0.1:${port}`).join(',');
    const begin = (index: number): Promise<Broker> => {
      const port = ports[index] as number;
      const listeners = `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllers[index]}`;
      const own = {
        'node.id': String(index + 1),
        'controller.quorum.voters': voters,
        listeners,
        ...replication,
      };
      const dataDir = join(folder, String(index));
      return startKafka({
        dataDir,
        port,
        settings: own,
        clusterId,
        heapMb: 256,
        isShortLived: true,
      });
    };
    return new KafkaCluster(folder, begin, await Promise.all([begin(0), begin(1), begin(2)]));
  }

  /** In the form of `KAFKA_BROKERS`. */
  get brokers(): string {
    return this.running.map(({ brokers }) => brokers).join(',');
  }

  async kill(broker: number): Promise<void> {
    this.running[broker]?.kill('SIGKILL');
    await this.running[broker]?.exited;
  }

  /** Uses the same ports and data, as an init system would. */
  async startAgain(broker: number): Promise<void> {
    this.running[broker] = await this.begin(broker);
  }

  async remove(): Promise<void> {
    await Promise.all(this.running.map((broker) => broker.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

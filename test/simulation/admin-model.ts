import type { Admin } from 'kafkajs';
import { Random } from '#pit/random';
import type { Broker } from './broker.js';
import type { InjectedFaults } from './faults.js';
import type { Life } from './life.js';

export const clusterId = 'simulated';

/** The parts of the cluster that a process knows. */
export interface KafkaParts {
  readonly broker: Broker;
  readonly faults: InjectedFaults;
  readonly life: Life;
  readonly random: Random;
  readonly recordsPerFetch: number;
  readonly count: (name: string) => void;
  readonly tell: (text: string) => void;
}

export function kafkaError(name: string, message: string): Error {
  const error = new Error(message);
  error.name = `KafkaJS${name}`;
  return error;
}

/** Returns the answer of a broker after a while; it may never come. */
export async function brokerAnswer<T>(
  { broker, faults, life, random }: Pick<KafkaParts, 'broker' | 'faults' | 'life' | 'random'>,
  look: () => T,
): Promise<T> {
  await life.sleep(random.between(0.5, 5));
  if (await life.hearsNothing()) throw kafkaError('ConnectionError', 'no answer');
  if (broker.isDown || faults.happens('admin-lost')) {
    await life.sleep(random.between(50, 2_500));
    throw kafkaError('ConnectionError', 'Connection timeout');
  }
  const found = look();
  await life.sleep(random.between(0.5, 5));
  return found;
}

/** The admin client of kafkajs, as far as `LogServer` uses it. */
export function adminModel(parts: KafkaParts): Admin {
  const { broker } = parts;
  const answer = <T>(look: () => T): Promise<T> => brokerAnswer(parts, look);
  const admin = {
    connect: () => answer(() => undefined),
    disconnect: () => Promise.resolve(),
    describeCluster: () => answer(() => ({ clusterId })),
    fetchTopicOffsets: () =>
      answer(() =>
        broker.logs.map(({ low, high }, partition) => ({
          partition,
          low: String(low),
          high: String(high),
        })),
      ),
  };
  return admin as unknown as Admin;
}

import type { LogProducer, OutgoingMessage } from '#log';
import type { Broker } from './broker.js';
import type { InjectedFaults } from './faults.js';
import { kafkaError } from './kafka-model.js';
import type { Life } from './life.js';
import type { Random } from '#pit/random';

export interface Output {
  readonly id: string;
  readonly partition: number;
  readonly key: string | null;
  readonly value: string;
}

/** The output topics. What is written stays, even if its writer gets no acknowledgement. */
export class OutputTopics {
  /** Nothing can be written, for example because too few replicas are in sync. */
  isClosed = false;
  private readonly topics = new Map<string, Output[]>();

  topic(kind: string): readonly Output[] {
    return this.topics.get(`jackpot.${kind}`) ?? [];
  }

  write(messages: readonly OutgoingMessage[]): void {
    for (const { topic, key, value, headers } of messages) {
      const id = String(headers?.['id']);
      const partition = Number(headers?.['partition']);
      const written = { id, partition, key, value: String(value) };
      const all = this.topics.get(topic);
      if (all) all.push(written);
      else this.topics.set(topic, [written]);
    }
  }
}

/** A producer like `LogProducer`: it may write nothing, a part or all before it gives up. */
export function producerModel(
  outputs: OutputTopics,
  broker: Broker,
  faults: InjectedFaults,
  life: Life,
  random: Random,
): LogProducer {
  const send = async (messages: readonly OutgoingMessage[]): Promise<never[]> => {
    const isSlow = faults.happens('produce-slow');
    const isPart = faults.happens('produce-partial');
    const isAckLost = faults.happens('ack-lost');
    const wayMs = isSlow ? random.between(500, 9_000) : random.between(1, 8);
    // A request in flight arrives even if its sender is frozen or dead.
    const arrived = await new Promise<boolean>((resolve) => {
      life.clock.after(wayMs, () => {
        const isHere = !broker.isDown && !outputs.isClosed;
        const topics = [...new Set(messages.map(({ topic }) => topic))];
        const part = new Set(topics.slice(0, random.below(topics.length + 1)));
        if (isHere) {
          outputs.write(isPart ? messages.filter(({ topic }) => part.has(topic)) : messages);
        }
        life.after(random.between(1, 8), () => resolve(isHere));
      });
    });
    if (!arrived || isPart || isAckLost) {
      await life.sleep(random.between(500, 3_000));
      throw kafkaError('NumberOfRetriesExceeded', 'The messages were not acknowledged');
    }
    return [];
  };
  return { send } as unknown as LogProducer;
}

import type { LogProducer, LogRecord, OutgoingMessage } from '#log';
import type { OpenTopic } from '../../apps/jackpot/src/partitions/ledger-check.js';
import { brokerAnswer, kafkaError } from './admin-model.js';
import type { Broker } from './broker.js';
import type { VirtualClock } from './clock.js';
import type { InjectedFaults } from './faults.js';
import { eventsTopic } from './kafka-model.js';
import type { Life } from './life.js';
import type { Random } from '#pit/random';

export interface Output {
  readonly id: string;
  readonly partition: number;
  readonly key: string | null;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The time of arrival, by the virtual clock. */
  readonly atMs: number;
}

/** The output topics. Written messages stay, even if their writer gets no acknowledgement. */
export class OutputTopics {
  /** Writing is impossible, for example because too few replicas are in sync. */
  isClosed = false;
  private readonly topics = new Map<string, Output[]>();

  constructor(private readonly clock: VirtualClock) {}

  /** The messages of a topic with one partition, from an offset on. */
  read(topic: string, from: number): readonly Output[] {
    return this.topics.get(topic)?.slice(from) ?? [];
  }

  topic(kind: string): readonly Output[] {
    return this.topics.get(`jackpot.${kind}`) ?? [];
  }

  /** Changes the messages of a topic as a forger would. */
  forge(kind: string, edit: (all: readonly Output[]) => readonly Output[]): void {
    this.topics.set(`jackpot.${kind}`, [...edit(this.topic(kind))]);
  }

  /** @returns the place of the first message to each topic, as `LogProducer` does */
  write(messages: readonly OutgoingMessage[]) {
    const places = [...new Set(messages.map(({ topic }) => topic))].map((topic) => {
      return { topic, partition: 0, baseOffset: this.topics.get(topic)?.length ?? 0 };
    });
    for (const { topic, key, value, headers } of messages) {
      const id = String(headers?.['id']);
      const partition = Number(headers?.['partition']);
      const texts = Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)]);
      const kept = Object.fromEntries(texts) as Output['headers'];
      const written = {
        id,
        partition,
        key,
        value: String(value),
        headers: kept,
        atMs: this.clock.now,
      };
      const all = this.topics.get(topic);
      if (all) all.push(written);
      else this.topics.set(topic, [written]);
    }
    return places;
  }
}

/** A producer like `LogProducer`: before it gives up, it may write nothing, a part or all. */
export function producerModel(
  outputs: OutputTopics,
  broker: Broker,
  faults: InjectedFaults,
  life: Life,
  random: Random,
): LogProducer {
  const send = async (messages: readonly OutgoingMessage[]) => {
    const isSlow = faults.happens('produce-slow');
    const isPart = faults.happens('produce-partial');
    const isSilent = life.silentUntil > life.clock.now;
    // A broker that is silent in only one direction still accepts the messages.
    if (isSilent && random.chance(0.5)) {
      await life.hearsNothing();
      throw kafkaError('NumberOfRetriesExceeded', 'no answer');
    }
    const isAckLost = isSilent || faults.happens('ack-lost');
    const wayMs = isSlow ? random.between(500, 9_000) : random.between(1, 8);
    // A request in flight arrives even if its sender is frozen or dead.
    let places: ReturnType<OutputTopics['write']> = [];
    const arrived = await new Promise<boolean>((resolve) => {
      life.clock.after(wayMs, () => {
        const isHere = !broker.isDown && !outputs.isClosed;
        const topics = [...new Set(messages.map(({ topic }) => topic))];
        const part = new Set(topics.slice(0, random.below(topics.length + 1)));
        if (isHere) {
          places = outputs.write(
            isPart ? messages.filter(({ topic }) => part.has(topic)) : messages,
          );
        }
        life.after(random.between(1, 8), () => resolve(isHere));
      });
    });
    if (!arrived || isPart || isAckLost) {
      await life.sleep(random.between(500, 3_000));
      throw kafkaError('NumberOfRetriesExceeded', 'The messages were not acknowledged');
    }
    return places;
  };
  const sendTogether = async (groups: readonly (readonly OutgoingMessage[])[]) => {
    const next = new Map((await send(groups.flat())).map((each) => [each.topic, each.baseOffset]));
    return groups.map((group) => {
      const counts = Map.groupBy(group, ({ topic }) => topic);
      return [...counts].map(([topic, { length }]) => {
        const baseOffset = next.get(topic) ?? 0;
        next.set(topic, baseOffset + length);
        return { topic, partition: 0, baseOffset };
      });
    });
  };
  return { send, sendTogether } as unknown as LogProducer;
}

const recordsPerRead = 20;

/** Readers like `TopicReader`, of the events and of the output topics. */
export function topicModel(
  { broker, outputs, faults }: { broker: Broker; outputs: OutputTopics; faults: InjectedFaults },
  life: Life,
  random: Random,
): OpenTopic {
  const answered = <T>(look: () => T): Promise<T> =>
    brokerAnswer({ broker, faults, life, random }, look);
  return (topic) => ({
    marks: () =>
      answered(() =>
        topic === eventsTopic
          ? broker.logs.map(({ low, high }) => ({ low, high }))
          : [{ low: 0, high: outputs.read(topic, 0).length }],
      ),
    read: (partition, from) =>
      answered(() =>
        outputs
          .read(topic, from)
          .slice(0, recordsPerRead)
          .map(({ value }, index) => recordOf(partition, from + index, value)),
      ),
    close: () => Promise.resolve(),
  });
}

function recordOf(partition: number, offset: number, value: string): LogRecord {
  return { partition, offset, recordedAtMs: 0, key: null, value: Buffer.from(value), headers: {} };
}

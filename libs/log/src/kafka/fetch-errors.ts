/** One partition in the answer of a fetch: its records, or a broker's error instead. */
export interface FetchedPartition {
  readonly errorCode: number;
  readonly messages: readonly unknown[];
}

/** The answer of a fetch, in kafkajs' decoded form. */
export interface Fetched<Partition extends FetchedPartition = FetchedPartition> {
  readonly responses: readonly {
    readonly topicName: string;
    readonly partitions: readonly Partition[];
  }[];
  /** The broker's errors for the omitted partitions. */
  readonly partitionErrors?: readonly PartitionError[];
}

export interface PartitionError extends Error {
  readonly type?: string;
  /** True for an error about one partition, not about the broker or the connection. */
  readonly isOfPartition?: true;
}

type Parse<Answer> = (answer: Answer) => Promise<Answer>;

/**
 * Omits partitions with an error, and keeps kafkajs' errors about them with the answer. kafkajs
 * discards the answer of a fetch if a broker has an error for one of its partitions (`parse` in its
 * protocol/requests/fetch/v0/response.js), and then no partition of that broker is read.
 * @param parseAll kafkajs' function, which throws an error for the first of them
 * @returns a function that throws the first of these errors if no partition is left
 */
export function sparingOthers<Answer extends Fetched>(parseAll: Parse<Answer>): Parse<Answer> {
  return async (answer) => {
    const errors: PartitionError[] = [];
    for (const { topicName, partitions } of answer.responses) {
      for (const partition of partitions.filter(({ errorCode }) => errorCode !== 0)) {
        const alone = { ...answer, responses: [{ topicName, partitions: [partition] }] };
        const error = await parseAll(alone).catch((thrown: PartitionError) => thrown);
        if (error instanceof Error) errors.push(Object.assign(error, { isOfPartition: true }));
      }
    }
    if (errors.length === 0) return answer;
    const left = answer.responses.map(({ topicName, partitions }) => ({
      topicName,
      partitions: partitions.filter(({ errorCode }) => errorCode === 0),
    }));
    if (left.every(({ partitions }) => partitions.length === 0)) throw errors[0];
    return { ...answer, responses: left, partitionErrors: errors };
  };
}

const staleTypes = [
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'UNKNOWN_TOPIC_OR_PARTITION',
];

/** Tells whether another broker now leads the partition: the new leader must be looked up. */
export function isStaleLeader({ type = '' }: PartitionError): boolean {
  return staleTypes.includes(type);
}

/** Tells whether asking again is all that can be done, for example after a disk fault. */
export function isCuredByTime(error: PartitionError): boolean {
  const needsAct = /^OFFSET_OUT_OF_RANGE$|_AUTHORIZATION_FAILED$/.test(error.type ?? '');
  return !needsAct && !isStaleLeader(error);
}

const throwEveryMs = 1_000;
const lastThrown = new WeakMap<object, number>();

/**
 * The error of a partition that needs action, at most one per second and broker: in between the
 * other partitions are read.
 */
export function errorToThrow(broker: object, errors: readonly PartitionError[]): Error | undefined {
  const found = errors.find((error) => !isCuredByTime(error));
  const nowMs = performance.now();
  if (!found || nowMs - (lastThrown.get(broker) ?? -Infinity) < throwEveryMs) return undefined;
  lastThrown.set(broker, nowMs);
  return found;
}

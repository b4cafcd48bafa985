/** One partition in the answer of a fetch, with a broker's error in place of records or without. */
export interface FetchedPartition {
  readonly errorCode: number;
  readonly messages: readonly unknown[];
}

/** The answer of a fetch, as kafkajs decodes it. */
export interface Fetched<Partition extends FetchedPartition = FetchedPartition> {
  readonly responses: readonly {
    readonly topicName: string;
    readonly partitions: readonly Partition[];
  }[];
  /** What the broker says of the partitions that are left out. */
  readonly partitionErrors?: readonly PartitionError[];
}

export interface PartitionError extends Error {
  readonly type?: string;
  /** It is about one partition, not about the broker or the connection. */
  readonly isOfPartition?: true;
}

type Parse<Answer> = (answer: Answer) => Promise<Answer>;

/**
 * kafkajs throws the answer of a fetch away where a broker has an error for one of its partitions
 * (`parse` in its protocol/requests/fetch/v0/response.js), and then no partition of that broker is
 * read. This leaves such partitions out, and keeps kafkajs' errors about them beside the others.
 * @param parseAll kafkajs' function, which throws an error for the first of them
 * @returns a function that throws the first of these errors where no partition is left
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

/** Another broker leads the partition by now: who does must be asked. */
export function isStaleLeader({ type = '' }: PartitionError): boolean {
  return staleTypes.includes(type);
}

/** Nobody can do more than to ask again; of a disk that fails, for one. */
export function isCuredByTime(error: PartitionError): boolean {
  const needsAct = /^OFFSET_OUT_OF_RANGE$|_AUTHORIZATION_FAILED$/.test(error.type ?? '');
  return !needsAct && !isStaleLeader(error);
}

const throwEveryMs = 1_000;
const lastThrown = new WeakMap<object, number>();

/**
 * The error of a partition that somebody must act upon, at most one a second of a broker: in
 * between the other partitions are read.
 */
export function errorToThrow(broker: object, errors: readonly PartitionError[]): Error | undefined {
  const found = errors.find((error) => !isCuredByTime(error));
  const nowMs = Date.now();
  if (!found || nowMs - (lastThrown.get(broker) ?? 0) < throwEveryMs) return undefined;
  lastThrown.set(broker, nowMs);
  return found;
}

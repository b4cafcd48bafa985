/** A fetch request of kafkajs to a broker. */
export interface FetchRequest {
  /** Milliseconds for which the broker may wait for records. */
  readonly maxWaitTime: number;
  readonly topics: readonly {
    readonly topic: string;
    readonly partitions: readonly { readonly partition: number }[];
  }[];
}

/**
 * A period in which fetches have watched a partition without a break, ms of `performance.now()`.
 */
interface Watch {
  readonly sinceMs: number;
  /** Latest time at which the broker gave the last answer, whenever it was read. */
  readonly untilMs: number;
}

interface AnsweredTopic {
  readonly topicName: string;
  readonly partitions: readonly { readonly partition: number; readonly messages: object }[];
}

/** A longer break between two fetches begins a new watch. */
const longestBreakMs = 50;

/**
 * Records how long the fetches from one broker have watched each partition without a break.
 *
 * A fetch that waits at a broker watches its partitions. The broker ends it with an error when one
 * is removed, gets another leader, or becomes shorter than the requested offset (`tryComplete` in
 * Kafka's DelayedFetch.scala; `stopPartitions` in its ReplicaManager.scala looks for the waiting
 * fetches). So fetches that follow each other without an error read one log.
 */
export class FetchWatch {
  private readonly watches = new Map<string, Watch>();

  /** @param answers the partitions without an error, with or without records */
  see(
    { topics, maxWaitTime }: FetchRequest,
    answers: readonly AnsweredTopic[],
    { sentAtMs, answeredAtMs }: { readonly sentAtMs: number; readonly answeredAtMs: number },
  ): void {
    // The broker may have answered long before a busy process reads it.
    const untilMs = Math.min(answeredAtMs, sentAtMs + maxWaitTime);
    for (const { topic, partitions } of topics) {
      const answered = answers.find(({ topicName }) => topicName === topic);
      for (const { partition } of partitions) {
        const found = answered?.partitions.find((each) => each.partition === partition);
        const key = `${topic}/${partition}`;
        const sinceMs = this.sinceOf(key, sentAtMs);
        this.watches.delete(key);
        if (!found) continue;
        this.watches.set(key, { sinceMs, untilMs });
        watches.set(found.messages, { sinceMs, untilMs });
      }
    }
  }

  private sinceOf(key: string, sentAtMs: number): number {
    const known = this.watches.get(key);
    if (!known) return sentAtMs;
    const breakMs = sentAtMs - known.untilMs;
    return breakMs >= 0 && breakMs <= longestBreakMs ? known.sinceMs : sentAtMs;
  }
}

/** Watches by the messages of an answer, which kafkajs passes on as `rawMessages` of a batch. */
const watches = new WeakMap<object, Watch>();

/**
 * The watch of a batch's partition when it was fetched; undefined if no fetch was seen. kafkajs has
 * `rawMessages`, but not in its types.
 */
export function watchOf(batch: object): Watch | undefined {
  const { rawMessages } = batch as { rawMessages?: object };
  return rawMessages && watches.get(rawMessages);
}

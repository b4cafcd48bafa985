import { homePartition, refusedEventSchema, topicName } from '#contract';
import { LedgerUnavailable } from '#engine';
import type { LogProducer } from '#log';
import type { ReachedKafka } from '#service';
import { forDealer, forDealerSchema } from '#papers';
import { TableFeed } from '../tables/table-feed.js';
import type { TableEventRecord } from './read-events.js';
import { z } from 'zod';

/** The result of one event of a request (contract 9.7). */
export const eventAnswerSchema = z.object({
  id: z.string(),
  sequence: z.string(),
  partition: z.int(),
  offset: z.int(),
  outcome: z
    .enum(['applied', 'refused'])
    .nullable()
    .describe('null: not asked for, or not known in time'),
  repeated: z.boolean().describe('the ledger knew it already, and this is what became of it then'),
  refused: refusedEventSchema.pick({ reason: true }).extend(forDealerSchema.shape).nullable(),
});
export type EventAnswer = z.output<typeof eventAnswerSchema>;

/** Kafka has not accepted the events, or has not said so: the table sends them again. */
export class LogUnavailable extends LedgerUnavailable {}

/** Headers of a request that are copied to its record. */
export interface RecordHeaders {
  readonly signature?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** Writes events of tables to the log, and returns the ledger's result for each. */
export class EventSender {
  constructor(
    private readonly producer: Pick<LogProducer, 'sendTogether'>,
    private readonly topicPrefix: string,
    private readonly feed: TableFeed,
    private readonly reached: ReachedKafka,
  ) {}

  /**
   * @param waitMs how long to wait for the ledger's result; 0 for not at all.
   * @throws LogUnavailable if Kafka does not accept them; nothing is kept here.
   */
  async send(
    events: readonly TableEventRecord[],
    headers: RecordHeaders,
    waitMs: number,
  ): Promise<EventAnswer[]> {
    const placed = await this.write(events, headers);
    const deadlineMs = performance.now() + waitMs;
    return Promise.all(placed.map((each) => this.answer(each, deadlineMs)));
  }

  private async write(
    events: readonly TableEventRecord[],
    headers: RecordHeaders,
  ): Promise<PlacedEvent[]> {
    const why = this.reached.whyClosed();
    if (why !== undefined) throw new LogUnavailable(why);
    const partitions = this.feed.countPartitions();
    const topic = topicName(this.topicPrefix, 'events');
    const given = Object.entries({ ...headers, 'content-type': 'application/cloudevents+json' });
    const messages = events.map(({ jackpot, value }) => ({
      ...{ topic, key: jackpot, value, partition: homePartition(jackpot, partitions) },
      headers: Object.fromEntries(
        given.filter((each): each is [string, string] => each[1] !== undefined),
      ),
    }));
    // A missing answer proves nothing: the table sends the same again, which is then a duplicate.
    // So it is tried once.
    const [written] = await this.producer.sendTogether([messages]).catch((cause: unknown) => {
      throw new LogUnavailable('Kafka does not answer: send the same again.', { cause });
    });
    const next = new Map(written?.map(({ partition, baseOffset }) => [partition, baseOffset]));
    return events.map((event, index) => {
      const partition = messages[index]?.partition ?? 0;
      const offset = next.get(partition) ?? 0;
      next.set(partition, offset + 1);
      return { ...event, partition, offset };
    });
  }

  private async answer(event: PlacedEvent, deadlineMs: number): Promise<EventAnswer> {
    const { id, sequence, partition, offset, value } = event;
    const known = { id, sequence, partition, offset };
    const leftMs = deadlineMs - performance.now();
    const outcome =
      leftMs > 0 ? await this.feed.outcomesOf(partition).wait(offset, leftMs) : undefined;
    if (!outcome) return { ...known, outcome: null, repeated: false, refused: null };
    const { refused: reason, isRepeated: repeated } = outcome;
    if (reason === undefined) return { ...known, outcome: 'applied', repeated, refused: null };
    const { type, data } = JSON.parse(value.toString('utf8')) as {
      type: string;
      data: { seat?: number };
    };
    const refused = { reason, ...forDealer(type, reason, data.seat ?? null) };
    return { ...known, outcome: 'refused', repeated, refused };
  }
}

/** An event, and its place in the log. */
type PlacedEvent = TableEventRecord & { readonly partition: number; readonly offset: number };

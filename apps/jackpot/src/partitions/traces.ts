import { topicName, type OutputKind, type ValueMessage } from '#contract';
import type { CommitContent, CommitResult, OutboxEntry } from '#ledger';
import type { ApplyRecords, LogRecord } from '#log';
import type { TracedSpan, Tracing } from '#service';

/**
 * Maximum number of traced records of a commit with spans; the others of a large batch have none.
 */
const tracedPerCommit = 100;
/**
 * Limit of remembered messages: those that another instance sends, after a takeover of the
 * partition, stay here.
 */
const unsentRemembered = 10_000;

/** The spans of traced records, from the batch to the output messages (contract 2.2). */
export class Traces {
  /** Contexts of commits, by the ids of their messages that are not sent yet. */
  private readonly unsent = new Map<string, string>();

  constructor(
    private readonly tracing: Tracing | undefined,
    private readonly topicPrefix: string,
  ) {}

  /** Returns undefined if no record is traced, and always while tracing is off. */
  begin({ partition, records }: ApplyRecords): BatchTrace | undefined {
    const { tracing } = this;
    if (!tracing) return undefined;
    this.forgetOldest();
    const topic = topicName(this.topicPrefix, 'events');
    const spans = new Map<number, TracedSpan>();
    for (const record of records) {
      const traceparent = traceparentOf(record);
      if (traceparent === undefined) continue;
      const span = tracing.begin(`process ${topic}`, traceparent, {
        kind: 'consumer',
        attributes: {
          ...kafkaAttributes('process', topic),
          'messaging.destination.partition.id': String(partition),
          'messaging.kafka.offset': record.offset,
        },
      });
      if (span) spans.set(record.offset, span);
      if (spans.size === tracedPerCommit) break;
    }
    return spans.size > 0 ? new BatchTrace(tracing, spans, this.unsent) : undefined;
  }

  /** Begins spans of the messages about to be sent, by message id; only for traced ones. */
  beginSending(entries: readonly OutboxEntry[]): ReadonlyMap<string, TracedSpan> | undefined {
    const { tracing, unsent } = this;
    if (!tracing || unsent.size === 0) return undefined;
    const spans = new Map<string, TracedSpan>();
    for (const { id, topic: kind } of entries) {
      const topic = topicName(this.topicPrefix, kind as OutputKind);
      const span = tracing.begin(`send ${topic}`, unsent.get(id), {
        kind: 'producer',
        attributes: { ...kafkaAttributes('send', topic), 'messaging.message.id': id },
      });
      if (span) spans.set(id, span);
    }
    return spans;
  }

  sent(spans: ReadonlyMap<string, TracedSpan> | undefined): void {
    for (const [id, span] of spans ?? []) {
      span.end();
      this.unsent.delete(id);
    }
  }

  async close(): Promise<void> {
    await this.tracing?.close();
  }

  private forgetOldest(): void {
    for (const id of this.unsent.keys()) {
      if (this.unsent.size <= unsentRemembered) return;
      this.unsent.delete(id);
    }
  }
}

/**
 * The traced records of one batch. Each has `process` in its own trace, and below it `fold`, until
 * the commit is made, and `commit`. Of batches that share a commit, only the first with traced
 * records has spans.
 */
export class BatchTrace {
  private readonly folds: readonly (TracedSpan | undefined)[];
  private readonly commits = new Map<number, TracedSpan>();
  private readonly messages: string[] = [];

  constructor(
    private readonly tracing: Tracing,
    private readonly records: ReadonlyMap<number, TracedSpan>,
    private readonly unsent: Map<string, string>,
  ) {
    this.folds = [...records.values()].map(({ traceparent }) =>
      tracing.begin('fold', traceparent, { kind: 'internal' }),
    );
  }

  /**
   * Ends the fold and begins the commit. The first record's commit links to the other records, and
   * theirs to it.
   * @returns the frames of the commit, with the context of those that a traced record has caused.
   */
  folded({ from, position, frames, outbox }: CommitContent): readonly string[] {
    for (const fold of this.folds) fold?.end();
    const spans = [...this.records.values()].map(({ traceparent }) => traceparent);
    for (const [offset, { traceparent }] of this.records) {
      const [first, ...others] = spans as [string];
      const commit = this.tracing.begin('commit', traceparent, {
        kind: 'client',
        attributes: { 'db.system.name': 'redis', 'messaging.batch.message_count': position - from },
        links: traceparent === first ? others : [first],
      });
      if (commit) this.commits.set(offset, commit);
    }
    for (const { id, outboxId, topic } of outbox) {
      const commit = this.commits.get(Number(outboxId.split('-')[0]));
      // A block of the journal is about all records of the commit.
      if (!commit || topic === 'journal') continue;
      this.unsent.set(id, commit.traceparent);
      this.messages.push(id);
    }
    return frames.map((frame) => {
      const commit = this.commits.get(offsetOf(frame));
      return commit ? `${frame.slice(0, -1)},"traceparent":"${commit.traceparent}"}` : frame;
    });
  }

  /** @param result undefined if the commit was abandoned */
  committed(result: CommitResult['result'] | undefined): void {
    const isDone = result === 'ok' || result === 'duplicate';
    const failure = isDone ? undefined : (result ?? 'abandoned');
    if (!isDone) for (const id of this.messages) this.unsent.delete(id);
    for (const span of [...this.commits.values(), ...this.records.values()]) span.end(failure);
  }
}

/**
 * Returns the record that a frame follows from: the one that made its award, or moved the pool
 * last.
 */
function offsetOf(frame: string): number {
  const { version, hit } = JSON.parse(frame) as ValueMessage;
  return hit ? hit.offset : version - 1;
}

/** Returns the last of several headers, as for signatures. */
function traceparentOf({ headers }: LogRecord): string | undefined {
  const header = headers['traceparent'];
  // Every record passes here while tracing is on, and most have none.
  if (header === undefined) return undefined;
  return String([header].flat().at(-1));
}

function kafkaAttributes(operation: 'process' | 'send', topic: string) {
  return {
    'messaging.system': 'kafka',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': topic,
  };
}

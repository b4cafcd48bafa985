import { createHash } from 'node:crypto';
import { homePartition } from '#contract';
import type { LogRecord } from '#log';
import { idOfContent, originOfId, type SentKind } from './message-id.js';

/** A message that was found: its digest, and where to read it again. */
export interface Found {
  readonly digest: string;
  /** A record of the topic; or the text itself, of a message that waits in the outbox. */
  readonly at: { readonly partition: number; readonly offset: number } | { readonly text: string };
  /** Its Kafka timestamp, ms; in the outbox 0. */
  readonly writtenAtMs: number;
}

/** A partition of a topic whose first records are gone. */
export interface Cut {
  readonly partition: number;
  /** The first record that is left, and its Kafka timestamp, ms; null where none is left. */
  readonly offset: number;
  writtenAtMs: number | null;
  /** The first event, by partition of the events, of which a message is left. */
  readonly firstEvents: Map<number, number>;
}

/**
 * What was found of one output topic: a digest for each different message, by the id of its
 * content. Blocks of the journal that made the messages take more memory than these.
 */
export class FoundMessages {
  /** How many records the topic had. */
  count = 0;
  readonly cuts = new Map<number, Cut>();
  private readonly byId = new Map<string, Found[]>();

  /**
   * @param marks of the topic's partitions
   * @param partitions of the events topic
   */
  constructor(
    private readonly kind: SentKind,
    private readonly marks: readonly { readonly low: number; readonly high: number }[],
    private readonly partitions: number,
  ) {
    for (const [partition, { low }] of marks.entries()) {
      const cut = { partition, offset: low, writtenAtMs: null, firstEvents: new Map() };
      if (low > 0) this.cuts.set(partition, cut);
    }
  }

  /** A record of the topic. */
  addRecord({ partition, offset, recordedAtMs, key, value, headers }: LogRecord): void {
    this.count += 1;
    const text = String(value ?? '');
    const content = idOfContent(this.kind, text, this.partitions);
    const id = content ?? `record ${partition}/${offset}`;
    const [own, of, at] = ['id', 'partition', 'offset'].map((name) => String(headers[name]));
    const digest = digestOf([key?.toString() ?? null, own, of, at], value ?? text);
    this.add(id, { digest, at: { partition, offset }, writtenAtMs: recordedAtMs });
    const cut = this.cuts.get(partition);
    if (!cut) return;
    cut.writtenAtMs ??= recordedAtMs;
    if (content === undefined) return;
    const event = originOfId(content);
    const first = cut.firstEvents.get(event.partition) ?? Infinity;
    cut.firstEvents.set(event.partition, Math.min(first, event.offset));
  }

  /** A message that waits in the outbox. */
  addWaiting(entry: { readonly key: string; readonly id: string; readonly value: string }): void {
    const { value: text } = entry;
    const id = idOfContent(this.kind, text, this.partitions) ?? `waiting ${entry.id}`;
    this.add(id, { digest: digestOfOutput(entry), at: { text }, writtenAtMs: 0 });
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  /** What was found with this id; the next time it is none. */
  take(id: string): readonly Found[] {
    const found = this.byId.get(id) ?? [];
    this.byId.delete(id);
    return found;
  }

  /** What nobody has taken. */
  left(): IterableIterator<[id: string, found: readonly Found[]]> {
    return this.byId.entries();
  }

  /** Whether a message of an event may have been there and be deleted by now. */
  mayBeGone(key: string, event: { readonly partition: number; readonly offset: number }): boolean {
    const home = homePartition(key, this.marks.length);
    const cuts = key === '' ? [...this.cuts.values()] : [this.cuts.get(home)];
    return cuts.some((cut) => {
      const first = cut?.firstEvents.get(event.partition) ?? Infinity;
      return cut !== undefined && event.offset < first;
    });
  }

  private add(id: string, found: Found): void {
    const known = this.byId.get(id);
    // Messages may come twice, which is right.
    if (known?.some(({ digest }) => digest === found.digest)) return;
    if (known) known.push(found);
    else this.byId.set(id, [found]);
  }
}

/** The digest of a message as the relay sends it. */
export function digestOfOutput(entry: {
  readonly key: string;
  readonly id: string;
  readonly value: string;
}): string {
  const { key, id, value } = entry;
  const [partition, offset] = id.split('/');
  return digestOf([key === '' ? null : key, id, partition, offset], value);
}

function digestOf(about: readonly unknown[], value: string | Buffer): string {
  const hash = createHash('sha256').update(JSON.stringify(about)).update(value);
  // Half of it, one character a byte: there may be millions.
  return hash.digest('binary').slice(0, 16);
}

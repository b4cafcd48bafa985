import type { ExceptionMessage } from '#contract';
import { originOfId, type SentKind } from './message-id.js';
import { NewestEntries } from '../newest-entries.js';
import type { GivenMessage } from './sent-sentences.js';

/** What is known of a message that the fold has given. */
export type KnownOutput =
  /** Its digest; undefined where the fold gave none with this id. */
  | { readonly digest: string | undefined }
  /** It was too long ago. */
  | 'forgotten';

/** A message that is not on its topic yet. */
export interface OwedOutput {
  readonly kind: SentKind;
  readonly id: string;
  readonly key: string;
  /** Of the message as the relay sends it, base64. */
  readonly digest: string;
}

/** So many messages of a topic are remembered at least (contract 8.4), the newest. */
export const messagesRemembered = 50_000;
/** So many values, of all partitions together; a value takes 16 bytes. */
export const valuesRemembered = 4_194_304;

interface GivenOutput {
  readonly digest: string;
  readonly key: string;
  /** It must be on the topic, or wait in the outbox. Until it was found there, its text. */
  missing: GivenMessage | 'unread' | undefined;
  isOnTopic: boolean;
}

/** The awards or the exceptions that the fold has given, the newest of them. */
export class GivenMessages {
  private readonly given = new NewestEntries<string, GivenOutput>(messagesRemembered, (gone) =>
    this.forget(gone),
  );
  /** By partition of the events, up to which event messages were forgotten. */
  private readonly forgotten = new Map<number, number>();

  /** @param onMissing is called for each that was expected, and has not come in time. */
  constructor(private readonly onMissing: (id: string, given: GivenMessage | undefined) => void) {}

  /** What a checkpoint says was not on the topic yet. */
  addOwed({ id, key, digest }: OwedOutput): void {
    const bytes = Buffer.from(digest, 'base64').toString('latin1');
    this.given.set(id, { digest: bytes, key, missing: 'unread', isOnTopic: false });
  }

  add(message: GivenMessage, digest: string, isExpected: boolean, isOnTopic: boolean): void {
    const { id, key } = message;
    const missing = isExpected ? shortened(message) : undefined;
    this.given.set(id, { digest, key, missing, isOnTopic });
  }

  /** What is known of the message with an id. */
  of(id: string): KnownOutput {
    const given = this.given.get(id);
    if (given) return given;
    const { partition, offset } = originOfId(id);
    const isForgotten = offset <= (this.forgotten.get(partition) ?? -1);
    return isForgotten ? 'forgotten' : { digest: undefined };
  }

  /** The message was found. @param isOnTopic or it waits in the outbox. */
  settle(id: string, isOnTopic: boolean): void {
    const given = this.given.get(id);
    if (!given) return;
    given.missing = undefined;
    given.isOnTopic ||= isOnTopic;
  }

  /** Names what was expected and has not come. */
  end(): void {
    for (const [id, { missing }] of this.given) {
      if (missing !== undefined) this.nameMissing(id, missing);
    }
  }

  /** What was given and is not on the topic. */
  owed(kind: SentKind): OwedOutput[] {
    return [...this.given]
      .filter(([, { isOnTopic }]) => !isOnTopic)
      .map(([id, { key, digest }]) => {
        return { kind, id, key, digest: Buffer.from(digest, 'latin1').toString('base64') };
      });
  }

  private forget(gone: ReadonlyMap<string, GivenOutput>): void {
    for (const [id, { missing }] of gone) {
      const { partition, offset } = originOfId(id);
      this.forgotten.set(partition, offset);
      if (missing !== undefined) this.nameMissing(id, missing);
    }
  }

  private nameMissing(id: string, missing: GivenMessage | 'unread'): void {
    this.onMissing(id, missing === 'unread' ? undefined : missing);
  }
}

/** A digest for each value that the fold has given, the newest of each partition. */
export class GivenValues {
  private readonly byPartition = new Map<number, BigUint64Array>();
  private readonly newest = new Map<number, number>();
  private readonly length: number;

  /** @param partitions that are folded */
  constructor(partitions: number) {
    this.length = Math.floor(valuesRemembered / Math.max(partitions, 1));
  }

  add(id: string, digest: string): void {
    const { partition, offset } = originOfId(id);
    let slots = this.byPartition.get(partition);
    if (!slots) this.byPartition.set(partition, (slots = new BigUint64Array(2 * this.length)));
    const slot = 2 * (offset % this.length);
    const bytes = Buffer.from(digest, 'latin1');
    slots[slot] = bytes.readBigUInt64LE(0);
    slots[slot + 1] = bytes.readBigUInt64LE(8);
    this.newest.set(partition, offset);
  }

  of(id: string): KnownOutput {
    const { partition, offset } = originOfId(id);
    const slots = this.byPartition.get(partition);
    if (!slots) return { digest: undefined };
    if (offset <= (this.newest.get(partition) ?? 0) - this.length) return 'forgotten';
    const slot = 2 * (offset % this.length);
    const bytes = Buffer.alloc(16);
    bytes.writeBigUInt64LE(slots[slot] ?? 0n, 0);
    bytes.writeBigUInt64LE(slots[slot + 1] ?? 0n, 8);
    return { digest: bytes.toString('latin1') };
  }
}

/** An exception may repeat 64 KiB of its event, which no sentence needs. */
function shortened(message: GivenMessage): GivenMessage {
  if (message.value.length <= 4_000) return message;
  const { reason, jackpot, detail } = JSON.parse(message.value) as Partial<ExceptionMessage>;
  if (reason === undefined) return message;
  return { ...message, value: JSON.stringify({ reason, jackpot, detail: detail?.slice(0, 500) }) };
}

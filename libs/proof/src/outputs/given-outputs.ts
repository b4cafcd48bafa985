import { NewestEntries } from '../newest-entries.js';
import { originOfId, type ComparedKind, type LogPlace } from './message-id.js';

/** A message that is not on its topic yet, as a checkpoint names it. */
export interface OwedOutput {
  readonly kind: ComparedKind;
  readonly id: string;
  readonly key: string;
  /** Digest of the message as the relay sends it, base64. */
  readonly digest: string;
}

/** Newest messages of a topic that are remembered, at least (contract 8.4). */
export const messagesRemembered = 50_000;
/** Values that are remembered, shared by the partitions; each takes 16 bytes. */
export const valuesRemembered = 4_194_304;

/** Replaces the digest of a message that was given too long ago. */
export const forgotten = 'forgotten';

interface GivenOutput {
  readonly key: string;
  readonly digest: string;
  /** Its text while the message is still expected; empty if a checkpoint names it by its digest. */
  expected: string | undefined;
  isOnTopic: boolean;
}

/** The newest awards or exceptions that the fold has given. */
export class GivenMessages {
  private readonly given = new NewestEntries<string, GivenOutput>(messagesRemembered, (gone) => {
    for (const id of gone.keys()) {
      const { partition, offset } = originOfId(id);
      this.forgottenTo.set(partition, offset);
    }
    this.nameMissing(gone);
  });
  /** The offset up to which messages were forgotten, by partition of the events. */
  private readonly forgottenTo = new Map<number, number>();

  /** @param onMissing is called for each expected message that has not come in time. */
  constructor(private readonly onMissing: (id: string, expected: string) => void) {}

  add(id: string, given: GivenOutput): void {
    this.given.set(id, given);
  }

  addOwed({ id, key, digest: base64 }: OwedOutput): void {
    const digest = Buffer.from(base64, 'base64').toString('latin1');
    this.add(id, { key, digest, expected: '', isOnTopic: false });
  }

  /**
   * The digest of the message with an id; undefined if the fold did not give one, or `forgotten`.
   */
  digestOf(id: string, { partition, offset } = originOfId(id)): string | undefined {
    const isForgotten = offset <= (this.forgottenTo.get(partition) ?? -1);
    return this.given.get(id)?.digest ?? (isForgotten ? forgotten : undefined);
  }

  /** Marks a message as found. @param isOnTopic false if it waits in the outbox. */
  settle(id: string, isOnTopic: boolean): void {
    const given = this.given.get(id);
    if (!given) return;
    given.expected = undefined;
    given.isOnTopic ||= isOnTopic;
  }

  /** Reports the expected messages that have not come. */
  end(): void {
    this.nameMissing(this.given);
  }

  owed(kind: ComparedKind): OwedOutput[] {
    return [...this.given].flatMap(([id, { key, digest, isOnTopic }]) =>
      isOnTopic ? [] : { kind, id, key, digest: Buffer.from(digest, 'latin1').toString('base64') },
    );
  }

  private nameMissing(all: Iterable<[string, GivenOutput]>): void {
    for (const [id, { expected }] of all) {
      if (expected !== undefined) this.onMissing(id, expected);
    }
  }
}

/** A digest of each value that the fold has given; keeps the newest of each partition. */
export class GivenValues {
  private readonly digests = new Map<number, { bytes: Buffer; newest: number }>();
  private readonly length: number;

  /** @param partitions that are folded */
  constructor(partitions: number) {
    this.length = Math.floor(valuesRemembered / Math.max(partitions, 1));
  }

  add({ partition, offset }: LogPlace, digest: string): void {
    const own = this.digests.get(partition) ?? { bytes: Buffer.alloc(16 * this.length), newest: 0 };
    this.digests.set(partition, own);
    own.bytes.write(digest, 16 * (offset % this.length), 'latin1');
    own.newest = offset;
  }

  /** The digest of an event's value; undefined if the fold did not give one, or `forgotten`. */
  digestOf({ partition, offset }: LogPlace): string | undefined {
    const { bytes, newest } = this.digests.get(partition) ?? { newest: -1 };
    if (!bytes || offset > newest) return undefined;
    if (offset <= newest - this.length) return forgotten;
    const slot = 16 * (offset % this.length);
    const digest = bytes.toString('latin1', slot, slot + 16);
    return digest === '\0'.repeat(16) ? undefined : digest;
  }
}

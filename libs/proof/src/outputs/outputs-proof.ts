import { valueMessage, type Folded } from '#engine';
import type { JournalBlock, LedgerSnapshot } from '#ledger';
import type { Link } from '../chain/link.js';
import type { Checkpoint } from '../checkpoint-file.js';
import { plainDifference, type Differences } from '../compare/difference.js';
import { messageDifference } from '../compare/message-difference.js';
import type { Refold } from '../fold/refold.js';
import type { LiveLedger } from '../source/live-ledger.js';
import { digestOfOutput, foundOutput } from './found-output.js';
import type { FoundOutput, OutputMessage } from './found-output.js';
import { forgotten, GivenMessages, GivenValues, type OwedOutput } from './given-outputs.js';
import { comparedKinds, listedKinds, originOfId, valueId } from './message-id.js';
import type { ComparedKind, ListedKind, LogPlace } from './message-id.js';
import { outboxFaults, readOutbox, type Outbox } from './outbox.js';
import { OutputsTopic } from './outputs-topic.js';

/** The expected messages of a partition that is folded. */
interface ProvenOutputs {
  /** The fold gives the messages of events from here to the ledger's position. */
  readonly origin: number;
  readonly position: number;
  /** Every message of an event from here on must exist; older ones may be on another cluster. */
  readonly completeFrom: number;
  /**
   * Messages written before this time, epoch ms, may be of another log: an operator rebuilt the
   * ledger then.
   */
  readonly rebuiltAtMs: number;
  /** The fold has given all messages of events before this offset. */
  passed: number;
}

/** The facts that a proof collects before the ledger is read. */
interface OutputsStart {
  /** Position of each partition. */
  readonly positions: readonly number[];
  readonly outboxes: readonly Outbox[];
  readonly topics: ReadonlyMap<ComparedKind, OutputsTopic>;
  /** Messages that were still to be sent, by the checkpoint. */
  readonly owed: readonly OwedOutput[];
  /** Time at which a checkpoint of other topics was written, epoch ms, else 0. */
  readonly otherAtMs: number;
}

/**
 * Compares the messages on the topics of awards, exceptions, statements and values, and those that
 * wait in the outbox, with the messages of the fold, while it folds: by the id of their content,
 * then by a digest of bytes, key and headers. Messages may come twice. Values between those that
 * the ledger shows are right too, because a ledger that Redis lost had other commits.
 */
export class OutputsProof {
  private readonly proven = new Map<number, ProvenOutputs>();
  private readonly given: Readonly<Record<ListedKind, GivenMessages>>;
  private values = new GivenValues(1);
  /** Texts that the fold has given since the topics were followed, by id. */
  private readonly texts = new Map<string, string>();
  /** Hashes of the blocks that wait in an outbox, and are not on the chain yet. */
  private readonly unsent: Set<string>;
  /** Excused messages: of another log, and of events before the checkpoint. */
  private readonly excused = { ofBefore: 0, ofCheckpoint: 0 };

  private constructor(
    private readonly live: LiveLedger,
    private readonly differences: Differences,
    private readonly start: OutputsStart,
  ) {
    const listOf = (kind: ComparedKind): GivenMessages =>
      new GivenMessages((id, text) => {
        const spot = { ...this.spotOf(kind, id), verdict: 'missing' } as const;
        differences.add(messageDifference(spot, undefined, text || undefined));
      });
    const lists = listedKinds.map((kind) => [kind, listOf(kind)]);
    this.given = Object.fromEntries(lists) as Record<ListedKind, GivenMessages>;
    this.unsent = new Set(start.outboxes.flatMap(({ blocks }) => blocks.map(({ hash }) => hash)));
  }

  /**
   * Notes the ends of the outboxes and the topics. Must run before the ledger is read: then the
   * ledger has made all of it, and the topics have everything that had left the outbox.
   * @param checkpoint at which reading of the topics begins, if it was written for these topics
   * @throws UserError if a topic ends before the checkpoint's place.
   */
  static async begin(
    live: LiveLedger,
    differences: Differences,
    checkpoint?: Checkpoint,
  ): Promise<OutputsProof> {
    const all = await live.partitions();
    const positions = await Promise.all(all.map((each) => positionOf(live, each)));
    const outboxes: Outbox[] = [];
    for (const partition of all) outboxes.push(await readOutbox(live, partition));
    const isWhole = checkpoint?.ledger.length === checkpoint?.partitions;
    const isSame = checkpoint && isWhole && checkpoint.cluster === (await live.clusterId());
    const topics = new Map<ComparedKind, OutputsTopic>();
    for (const kind of comparedKinds) {
      const starts = isSame ? checkpoint.outputs[kind] : [];
      topics.set(kind, new OutputsTopic(kind, await live.watermarks(kind), starts, all.length));
    }
    const owed = isSame ? checkpoint.owed : [];
    const otherAtMs = isSame || !checkpoint ? 0 : Date.parse(checkpoint.at);
    return new OutputsProof(live, differences, { positions, outboxes, topics, owed, otherAtMs });
  }

  /** Receives a block of a partition's chain. */
  onLink(_partition: number, { hash }: Link): void {
    this.unsent.delete(hash);
  }

  /**
   * Announces the fold of a partition whose chain was walked.
   * @param acts of operators, on the chain
   */
  watch(
    partition: number,
    refold: Refold,
    { position }: LedgerSnapshot,
    acts: readonly JournalBlock[],
  ): void {
    const origin = refold.origin.position;
    const rebuilds = acts.filter(({ recovery }) => recovery?.act === 'rebuild');
    const rebuiltAtMs = Math.max(this.start.otherAtMs, ...rebuilds.map(({ at }) => Date.parse(at)));
    const moved = acts.findLast(({ recovery }) => recovery?.act === 'accept-log');
    const completeFrom = Math.max(origin, moved?.from ?? 0);
    const proven = { origin, position, completeFrom, rebuiltAtMs, passed: origin };
    this.proven.set(partition, proven);
    const outbox = this.start.outboxes[partition] as Outbox;
    for (const sentence of outboxFaults(outbox, origin, this.unsent)) {
      const text = `partition ${partition}: ${sentence}`;
      this.differences.add(plainDifference('outbox', partition, text));
    }
    if (!moved && origin > 0) this.addOwed(partition);
    refold.watch({
      onFolded: (folded, beganMs) => this.addFolded(folded, proven, beganMs),
      onVersion: (jackpot, hit) => {
        const id = valueId(partition, jackpot.id, jackpot.version);
        const value = JSON.stringify(valueMessage(jackpot, hit ?? null));
        this.values.add(originOfId(id), this.remember({ key: jackpot.id, id, value }));
      },
    });
  }

  private addOwed(partition: number): void {
    for (const owed of this.start.owed) {
      if (owed.kind === 'pool-values' || originOfId(owed.id).partition !== partition) continue;
      if (this.topic(owed.kind).cuts.length === 0) this.given[owed.kind].addOwed(owed);
    }
  }

  /** Takes the messages that wait in the outboxes. Must run before the fold. */
  async takeOutboxes(): Promise<void> {
    this.values = new GivenValues(this.proven.size);
    const { outboxes, positions } = this.start;
    for (const partition of this.proven.keys()) {
      for (const entry of outboxes[partition]?.entries ?? []) {
        const kind = comparedKinds.find((each) => each === entry.topic);
        if (!kind) continue;
        const { value: at } = entry;
        const found = { digest: digestOfOutput(entry), at, writtenAtMs: Infinity };
        this.topic(kind).waiting.push(foundOutput(kind, positions.length, at, found));
      }
    }
    await this.follow();
  }

  private addFolded({ to, outbox }: Folded, proven: ProvenOutputs, beganMs: number): void {
    for (const message of outbox) {
      const { key, id } = message;
      const kind = listedKinds.find((each) => each === message.topic);
      if (!kind) continue;
      const origin = originOfId(id);
      const mayBeGone = this.topic(kind).mayBeGone(key, origin, beganMs);
      const isDue = origin.offset >= proven.completeFrom && !mayBeGone;
      const wasMade = origin.offset < (this.start.positions[origin.partition] ?? 0);
      const digest = this.remember(message);
      const expected = isDue && wasMade ? this.texts.get(id) : undefined;
      this.given[kind].add(id, { key, digest, expected, isOnTopic: !isDue });
    }
    proven.passed = to + 1;
  }

  /** @returns the digest of the fold's message. */
  private remember(message: OutputMessage): string {
    const { id, value } = message;
    this.texts.set(id, value.length > 4_000 ? withoutEvent(value) : value);
    return digestOfOutput(message);
  }

  /**
   * Continues reading the topics, a little ahead of the fold, and judges messages that it has
   * passed.
   */
  async follow(isAtEnd = false): Promise<void> {
    for (const [kind, topic] of this.start.topics) {
      await topic.follow(this.live, isAtEnd, (found) => {
        const { partition, offset } = found.origin;
        const { passed = 0, position = 0 } = this.proven.get(partition) ?? {};
        return offset >= passed && offset < position ? undefined : this.judge(kind, found);
      });
    }
    this.texts.clear();
  }

  /** Compares a message that the fold has passed, or will not reach. */
  private async judge(kind: ComparedKind, found: FoundOutput): Promise<void> {
    const { id, origin, at, digest } = found;
    const { partition, offset } = origin;
    const proven = this.proven.get(partition);
    // A message of a partition that was not requested.
    if (!proven && partition < this.start.positions.length) return;
    const list = kind === 'pool-values' ? undefined : this.given[kind];
    const known = list ? list.digestOf(id) : this.values.digestOf(origin);
    if (known === digest) {
      list?.settle(id, typeof at !== 'string');
    } else if (proven && offset < proven.origin && (known ?? forgotten) === forgotten) {
      this.excused.ofCheckpoint += 1;
    } else if (!this.isOfBefore(found)) {
      const isAbove = proven && offset >= proven.position;
      const now = isAbove ? await positionOf(this.live, partition) : 0;
      // Redis had an older ledger when it was read, and has caught up since.
      if (offset < now) return;
      const unknown = known === forgotten ? 'out of order' : 'altered';
      const verdict = known === undefined ? 'extra' : unknown;
      const expected = isAbove ? `nothing above the ledger, which is at ${now}` : undefined;
      const given = this.texts.get(id);
      await this.differences.addRead(async () => {
        const text = typeof at === 'string' ? at : await this.textAt(kind, at);
        return messageDifference({ ...this.spotOf(kind, id, at), verdict, expected }, text, given);
      });
    }
  }

  /** The place of a message, or its expected place if `at` is undefined. */
  private spotOf(kind: ComparedKind, id: string, at?: FoundOutput['at']) {
    const { partition } = originOfId(id);
    const about = { kind, id, partition: Number.isNaN(partition) ? null : partition };
    if (typeof at === 'string') return { ...about, in: 'outbox', where: 'in the outbox' } as const;
    const place = at ? `at offset ${at.offset} of partition ${at.partition} of` : 'on';
    return { ...about, in: kind, where: `${place} ${this.live.topic(kind)}` };
  }

  /** The text of a record; undefined if its topic no longer has it. */
  private async textAt(kind: ComparedKind, { partition, offset }: LogPlace) {
    const record = await this.live.nextRecord(kind, partition, offset);
    return record?.offset === offset ? String(record.value ?? '') : undefined;
  }

  /**
   * Counts messages of another log, which an operator's act excuses; `verify` prints the number.
   */
  private isOfBefore({ origin, writtenAtMs }: FoundOutput): boolean {
    const own = this.proven.get(origin.partition);
    // A message that does not name a partition may be of any.
    const times = [...(own ? [own] : this.proven.values())].map(({ rebuiltAtMs }) => rebuiltAtMs);
    const isOfBefore = writtenAtMs < Math.min(...times);
    if (isOfBefore) this.excused.ofBefore += 1;
    return isOfBefore;
  }

  /** Adds the differences after the fold. */
  async end(): Promise<void> {
    // A log that ends before the ledger does not give the messages after its end.
    for (const proven of this.proven.values()) proven.passed = proven.position;
    await this.follow(true);
    for (const messages of Object.values(this.given)) messages.end();
  }

  /** Messages that the ledger has made, and that are not on their topics. */
  owed(): OwedOutput[] {
    return listedKinds.flatMap((kind) => [...this.given[kind].owed(kind)]);
  }

  /** Ends of the topics: messages made after the ledger is read come later. */
  get ends(): Readonly<Record<ComparedKind, readonly number[]>> {
    return this.ofTopics(({ ends }) => ends);
  }

  /** Numbers of messages read, gone and excused. */
  facts() {
    const messages = this.ofTopics(({ count }) => count);
    const cuts = [...this.start.topics.values()].flatMap((topic) => topic.cuts);
    return { messages, cuts, ...this.excused };
  }

  private ofTopics<T>(of: (topic: OutputsTopic) => T): Readonly<Record<ComparedKind, T>> {
    const all = [...this.start.topics].map(([kind, topic]) => [kind, of(topic)]);
    return Object.fromEntries(all) as Record<ComparedKind, T>;
  }

  private topic(kind: ComparedKind): OutputsTopic {
    return this.start.topics.get(kind) as OutputsTopic;
  }
}

/** Omits the event, which an exception may repeat in up to 64 KiB and no sentence needs. */
function withoutEvent(text: string): string {
  const members = JSON.parse(text) as object;
  return JSON.stringify({ ...members, event: undefined, raw: undefined });
}

async function positionOf({ ledger }: LiveLedger, partition: number): Promise<number> {
  return (await ledger.readPlace(partition)).position;
}

import { valueMessage, type Folded } from '#engine';
import type { JournalBlock, LedgerSnapshot } from '#ledger';
import type { Hit, Jackpot } from '#pools';
import type { LiveLedger } from '../source/live-ledger.js';
import type { Checkpoint } from '../checkpoint-file.js';
import { plainDifference, type Differences } from '../compare/difference.js';
import { digestOfOutput, foundWaiting } from './found-message.js';
import { GivenValues, type OwedOutput } from './given-messages.js';
import type { Link } from '../chain/link.js';
import { originOfId, sentKinds, valueId, type SentKind } from './message-id.js';
import { readOutbox, type Outbox } from './outbox.js';
import type { Refold } from '../fold/refold.js';
import { positionOf, SentJudge, type Proven } from './sent-judge.js';
import type { GivenMessage } from './sent-sentences.js';
import { isOfTopics, startsOf } from './sent-start.js';
import { SentTopic } from './sent-topic.js';

/** A partition that is proven. */
interface WatchedPartition {
  readonly snapshot: LedgerSnapshot;
  readonly refold: Refold;
  /** The operators' acts of its chain. */
  readonly acts: readonly JournalBlock[];
}

/** What is on the topics beside the fold; see `SentProof.facts`. */
export interface SentFacts {
  /** How many records of each topic were compared. */
  readonly messages: Readonly<Record<SentKind, number>>;
  /** Partitions of topics whose first records are gone: from where on they were compared. */
  readonly cuts: readonly {
    readonly topic: SentKind;
    readonly partition: number;
    readonly offset: number;
    /** ISO 8601; null where nothing is left. */
    readonly at: string | null;
  }[];
  /** Messages from before an operator's rebuild, or a checkpoint, that this log does not give. */
  readonly ofBefore: number;
  /** Messages of events before the checkpoint that were written after it: copies, by its word. */
  readonly ofCheckpoint: number;
}

/**
 * Compares what stands on the topics of awards, exceptions and values, and what waits for them in
 * the outbox, with the messages that the fold gives, while it folds. Messages may come twice.
 * Values between those that the ledger shows are right too, because a ledger that Redis lost had
 * other commits.
 */
export class SentProof {
  private readonly judge: SentJudge;

  private constructor(
    private readonly live: LiveLedger,
    /** How far each partition was before its outbox and the topics were looked at. */
    private readonly positions: readonly number[],
    private readonly outboxes: readonly Outbox[],
    /** Hashes of the blocks that wait there, and have not come on the chain. */
    private readonly unsent: readonly Set<string>[],
    private readonly topics: ReadonlyMap<SentKind, SentTopic>,
    /** Where the topics end: what is made after the ledger is read stands after them. */
    readonly ends: Readonly<Record<SentKind, readonly number[]>>,
    private readonly from: {
      /** What the checkpoint says was still to be sent. */
      readonly owed: readonly OwedOutput[];
      /** When a checkpoint of other topics was written, ISO 8601. */
      readonly otherAt: string | undefined;
    },
    private readonly differences: Differences,
  ) {
    this.judge = new SentJudge(live, topics, positions.length, differences);
  }

  /**
   * Looks at where the outboxes and the topics end. It must come before the ledger is read: then
   * the ledger has made all of it, and what had left the outbox is on the topics.
   * @param checkpoint where the topics are read from on, if they are those that it was written of
   * @throws UserError where a topic ends before the checkpoint's place.
   */
  static async begin(
    live: LiveLedger,
    differences: Differences,
    checkpoint?: Checkpoint,
  ): Promise<SentProof> {
    const all = await live.partitions();
    const positions = await Promise.all(all.map((each) => positionOf(live, each)));
    const outboxes: Outbox[] = [];
    for (const partition of all) outboxes.push(await readOutbox(live, partition));
    const isSame = checkpoint !== undefined && (await isOfTopics(live, checkpoint));
    const topics = new Map<SentKind, SentTopic>();
    const ends: Record<SentKind, number[]> = { awards: [], exceptions: [], 'pool-values': [] };
    for (const kind of sentKinds) {
      const marks = await live.watermarks(kind);
      ends[kind] = marks.map(({ high }) => high);
      const starts = isSame ? startsOf(checkpoint, kind, marks) : undefined;
      topics.set(kind, new SentTopic(kind, marks, starts, all.length));
    }
    const unsent = outboxes.map(({ blocks }) => new Set(blocks.map(({ hash }) => hash)));
    const owed = isSame ? checkpoint.owed : [];
    const otherAt = isSame ? undefined : checkpoint?.at;
    const from = { owed, otherAt };
    return new SentProof(live, positions, outboxes, unsent, topics, ends, from, differences);
  }

  /** A block of a partition's chain. */
  onLink(partition: number, { hash }: Link): void {
    this.unsent[partition]?.delete(hash);
  }

  /** A partition will be folded; its chain was walked. */
  watch(partition: number, { snapshot, refold, acts }: WatchedPartition): void {
    const { position } = refold.origin;
    const timesMs = acts
      .filter(({ recovery }) => recovery?.act === 'rebuild')
      .map(({ at }) => Date.parse(at));
    if (this.from.otherAt !== undefined) timesMs.push(Date.parse(this.from.otherAt));
    const moved = acts.findLast(({ recovery }) => recovery?.act === 'accept-log');
    const completeFrom = Math.max(position, moved?.from ?? 0);
    const rebuiltAtMs = Math.max(0, ...timesMs);
    const passed = position;
    this.judge.proven.set(partition, { snapshot, refold, completeFrom, rebuiltAtMs, passed });
    this.compareOutbox(partition, position);
    if (!moved && position > 0) this.addOwed(partition);
    refold.watch({
      onFolded: (folded, beganMs) => this.addFolded(folded, beganMs),
      onVersion: (jackpot, hit) => this.addValue(partition, jackpot, hit),
    });
  }

  /** What waits must be whole commits on the way to the ledger's head. */
  private compareOutbox(partition: number, since: number): void {
    const { blocks = [], fault } = this.outboxes[partition] ?? {};
    const say = (sentence: string): void => {
      const text = `partition ${partition}: ${sentence.replace(/\.$/, '')}`;
      this.differences.add(plainDifference('outbox', partition, text));
    };
    if (fault !== undefined) say(fault);
    for (const { block, hash, to } of blocks) {
      if (to < since || !this.unsent[partition]?.has(hash)) continue;
      say(`block ${block} (${hash}) waits in the outbox and is not on the ledger’s chain`);
    }
  }

  private addOwed(partition: number): void {
    for (const owed of this.from.owed) {
      if (owed.kind === 'pool-values' || originOfId(owed.id).partition !== partition) continue;
      if (this.topic(owed.kind).cuts.size === 0) this.judge.messages[owed.kind].addOwed(owed);
    }
  }

  /** Takes what waits in the outboxes. It comes before the fold. */
  async takeOutboxes(): Promise<void> {
    this.judge.values = new GivenValues(this.judge.proven.size);
    for (const partition of this.judge.proven.keys()) {
      for (const entry of this.outboxes[partition]?.entries ?? []) {
        if (!isKind(entry.topic)) continue;
        await this.judge.addFound(
          entry.topic,
          foundWaiting(entry.topic, entry, this.positions.length),
        );
      }
    }
    await this.follow();
  }

  /** Reads the topics on, a little further than the fold; and names what it has not given. */
  async follow(isAtEnd = false): Promise<void> {
    for (const [kind, topic] of this.topics) {
      for (const [partition, { passed }] of this.judge.proven) {
        for (const [id, all] of topic.takeBefore(partition, passed)) {
          for (const found of all) await this.judge.addNeverGiven(kind, id, found);
        }
      }
      await topic.read(this.live, isAtEnd, (each) => this.judge.addFound(kind, each));
    }
  }

  /** After the fold: adds what differs. */
  async end(): Promise<void> {
    // What a log that ends before the ledger would have given is not given.
    for (const proven of this.judge.proven.values()) proven.passed = proven.snapshot.position;
    await this.follow(true);
    await this.judge.end();
  }

  /** Messages that the ledger has made, and that are not on their topics. */
  owed(): OwedOutput[] {
    const { awards, exceptions } = this.judge.messages;
    return [...awards.owed('awards'), ...exceptions.owed('exceptions')];
  }

  facts(): SentFacts {
    const all = [...this.topics];
    const messages = Object.fromEntries(all.map(([kind, { count }]) => [kind, count]));
    const cuts = all.flatMap(([topic, found]) =>
      [...found.cuts.values()].map(({ partition, offset, writtenAtMs }) => {
        const at = writtenAtMs === null ? null : new Date(writtenAtMs).toISOString();
        return { topic, partition, offset, at };
      }),
    );
    const { ofBefore, ofCheckpoint } = this.judge;
    return { messages: messages as SentFacts['messages'], cuts, ofBefore, ofCheckpoint };
  }

  private addFolded({ partition, to, outbox }: Folded, beganMs: number): void {
    for (const { topic, key, id, value } of outbox) {
      if (isKind(topic) && topic !== 'pool-values') {
        this.compare(topic, { key, id, value }, beganMs);
      }
    }
    (this.judge.proven.get(partition) as Proven).passed = to + 1;
  }

  private addValue(partition: number, jackpot: Jackpot, hit: Hit | undefined): void {
    const id = valueId(partition, jackpot.id, jackpot.version);
    const value = JSON.stringify(valueMessage(jackpot, hit ?? null));
    const given = { key: jackpot.id, id, value };
    const digest = digestOfOutput(given);
    this.judge.values.add(id, digest);
    this.judge.splitFound('pool-values', given, digest);
  }

  /** The fold gives an award or an exception. */
  private compare(kind: 'awards' | 'exceptions', given: GivenMessage, beganMs: number): void {
    const { partition, offset } = originOfId(given.id);
    const digest = digestOfOutput(given);
    const same = this.judge.splitFound(kind, given, digest);
    const { completeFrom = 0 } = this.judge.proven.get(partition) ?? {};
    const event = { partition, offset, atMs: beganMs };
    const isDue = offset >= completeFrom && !this.topic(kind).mayBeGone(given.key, event);
    const wasSent = offset < (this.positions[partition] ?? 0);
    const isExpected = isDue && wasSent && same.length === 0;
    const isOnTopic = !isDue || same.some(({ at }) => !('text' in at));
    this.judge.messages[kind].add(given, digest, isExpected, isOnTopic);
  }

  private topic(kind: SentKind): SentTopic {
    return this.topics.get(kind) as SentTopic;
  }
}

function isKind(topic: string): topic is SentKind {
  return (sentKinds as readonly string[]).includes(topic);
}

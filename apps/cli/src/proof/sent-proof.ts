import type { AwardMessage } from '#contract';
import { hitOf, valueMessage, type Folded } from '#engine';
import type { JournalBlock, LedgerSnapshot } from '#ledger';
import type { Jackpot } from '#pools';
import type { Connections } from '../connections.js';
import { plainDifference, type Differences } from './difference.js';
import { digestOfOutput, FoundMessages, type Found } from './found-messages.js';
import type { Link } from './journal.js';
import { originOfId, sentKinds, valueId, type SentKind } from './message-id.js';
import { readOutbox, type Outbox } from './outbox.js';
import type { Refold } from './refold.js';
import { messageDifference, missingDifference, type GivenMessage } from './sent-sentences.js';

/** A partition that is proven. */
interface Watched {
  readonly snapshot: LedgerSnapshot;
  readonly refold: Refold;
  readonly links: readonly Link[];
  /** The operators' acts among them. */
  readonly acts: readonly JournalBlock[];
  /** When the checkpoint was written that the fold begins with, ISO 8601. */
  readonly checkpointAt: string | undefined;
}

/** What follows of that for its messages. */
interface Proven {
  readonly snapshot: LedgerSnapshot;
  readonly refold: Refold;
  /** Every message of an event from here on is there; older ones may be on another cluster. */
  readonly completeFrom: number;
  /** What was written before, epoch ms, may be of another log: an operator has rebuilt since. */
  readonly rebuiltAtMs: number;
}

/** What is on the topics beside the fold; see `SentProof.facts`. */
export interface SentFacts {
  /** How many records each topic has. */
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
}

/**
 * Compares what stands on the topics of awards, exceptions and values, and what waits for them in
 * the outbox, with the messages that the fold gives. Messages may come twice. Values between those
 * that the ledger shows are right too, because a ledger that Redis lost had other commits.
 */
export class SentProof {
  private readonly found = new Map<SentKind, FoundMessages>();
  private readonly proven = new Map<number, Proven>();
  private readonly different: { kind: SentKind; found: Found; given: GivenMessage }[] = [];
  private ofBefore = 0;

  private constructor(
    private readonly connections: Connections,
    /** How far each partition was before its outbox and the topics were looked at. */
    private readonly positions: readonly number[],
    private readonly outboxes: readonly Outbox[],
    private readonly marks: ReadonlyMap<SentKind, Awaited<ReturnType<Connections['watermarks']>>>,
    private readonly differences: Differences,
  ) {}

  /**
   * Looks at where the outboxes and the topics end. It must come before the ledger is read: then
   * the ledger has made all of it, and what had left the outbox is on the topics.
   */
  static async begin(connections: Connections, differences: Differences): Promise<SentProof> {
    const all = await connections.partitions();
    const positions = await Promise.all(all.map((each) => positionOf(connections, each)));
    const outboxes: Outbox[] = [];
    for (const partition of all) outboxes.push(await readOutbox(connections, partition));
    const marks = new Map<SentKind, readonly { low: number; high: number }[]>();
    for (const kind of sentKinds) marks.set(kind, await connections.watermarks(kind));
    return new SentProof(connections, positions, outboxes, marks, differences);
  }

  /** A partition will be folded. */
  watch(partition: number, { snapshot, refold, links, acts, checkpointAt }: Watched): void {
    const { position } = refold.origin;
    const timesMs = acts
      .filter(({ recovery }) => recovery?.act === 'rebuild')
      .map(({ at }) => Date.parse(at));
    if (checkpointAt !== undefined) timesMs.push(Date.parse(checkpointAt));
    const moved = acts.findLast(({ recovery }) => recovery?.act === 'accept-log');
    const completeFrom = Math.max(position, moved?.from ?? 0);
    const rebuiltAtMs = Math.max(0, ...timesMs);
    this.proven.set(partition, { snapshot, refold, completeFrom, rebuiltAtMs });
    this.compareOutbox(partition, links, position);
    refold.watch({
      onFolded: (folded) => this.addFolded(folded),
      onVersion: (jackpot, award) => this.addValue(partition, jackpot, award),
    });
  }

  /** What waits must be whole commits on the way to the ledger's head. */
  private compareOutbox(partition: number, links: readonly Link[], since: number): void {
    const { blocks = [], fault } = this.outboxes[partition] ?? {};
    const say = (sentence: string): void => {
      const text = `partition ${partition}: ${sentence.replace(/\.$/, '')}`;
      this.differences.add(plainDifference('outbox', partition, text));
    };
    if (fault !== undefined) say(fault);
    const known = new Set(links.map(({ hash }) => hash));
    for (const { block, hash, to } of blocks) {
      if (to < since || known.has(hash)) continue;
      say(`block ${block} (${hash}) waits in the outbox and is not on the ledger’s chain`);
    }
  }

  /** Reads the topics: a digest for each message. It comes before the fold. */
  async read(): Promise<void> {
    for (const [kind, marks] of this.marks) {
      const found = new FoundMessages(kind, marks, this.positions.length);
      this.found.set(kind, found);
      const ranges = marks.map(({ low, high }, each) => [each, { from: low, to: high }] as const);
      await this.connections.readTopic(kind, new Map(ranges), (record) => found.addRecord(record));
      for (const partition of this.proven.keys()) {
        const { entries = [] } = this.outboxes[partition] ?? {};
        for (const entry of entries) if (entry.topic === kind) found.addWaiting(entry);
      }
    }
  }

  /** After the fold: adds what differs. */
  async end(): Promise<void> {
    for (const { kind, found, given } of this.different) {
      await this.differences.addRead(async () => {
        const text = await this.textOf(kind, found);
        return messageDifference(this.spot(kind, found, given.id), text, given);
      });
    }
    for (const kind of sentKinds) await this.addLeft(kind);
  }

  facts(): SentFacts {
    const all = [...this.found];
    const messages = Object.fromEntries(all.map(([kind, { count }]) => [kind, count]));
    const cuts = all.flatMap(([topic, found]) =>
      [...found.cuts.values()].map(({ partition, offset, writtenAtMs }) => {
        const at = writtenAtMs === null ? null : new Date(writtenAtMs).toISOString();
        return { topic, partition, offset, at };
      }),
    );
    return { messages: messages as SentFacts['messages'], cuts, ofBefore: this.ofBefore };
  }

  private addFolded({ outbox }: Folded): void {
    for (const { topic, key, id, value } of outbox) {
      if (isKind(topic) && topic !== 'pool-values') this.compare(topic, { key, id, value });
    }
  }

  private addValue(partition: number, jackpot: Jackpot, award: AwardMessage | undefined): void {
    const id = valueId(partition, jackpot.id, jackpot.version);
    if (!this.of('pool-values').has(id)) return;
    const value = JSON.stringify(valueMessage(jackpot, award ? hitOf(award) : null));
    this.compare('pool-values', { key: jackpot.id, id, value });
  }

  private compare(kind: SentKind, given: GivenMessage): void {
    const digest = digestOfOutput(given);
    const all = this.of(kind).take(given.id);
    const others = all.filter((each) => each.digest !== digest);
    for (const found of others.filter((each) => !this.isOfBefore(given.id, each))) {
      if (this.different.length < 100) this.different.push({ kind, found, given });
      else this.differences.count += 1;
    }
    if (others.length === all.length && this.isExpected(kind, given)) {
      this.differences.add(missingDifference(this.spot(kind, undefined, given.id), given));
    }
  }

  private isExpected(kind: SentKind, { id, key }: GivenMessage): boolean {
    const event = originOfId(id);
    const { completeFrom = 0 } = this.proven.get(event.partition) ?? {};
    const wasSent = event.offset < (this.positions[event.partition] ?? 0);
    // Of the values, compaction keeps the last one of a jackpot on the topic, which may be any.
    if (kind === 'pool-values' || !wasSent || event.offset < completeFrom) return false;
    return !this.of(kind).mayBeGone(key, event);
  }

  /** Counts what is of another log by an operator's word; `verify` says how many. */
  private isOfBefore(id: string, { writtenAtMs, at }: Found): boolean {
    const { partition } = originOfId(id);
    const own = this.proven.get(partition);
    // What names no partition may be of any.
    const times = [...(own ? [own] : this.proven.values())].map(({ rebuiltAtMs }) => rebuiltAtMs);
    const rebuiltAtMs = Math.min(...times);
    const isOfBefore = !('text' in at) && writtenAtMs < rebuiltAtMs;
    if (isOfBefore) this.ofBefore += 1;
    return isOfBefore;
  }

  /** What the fold has not given. */
  private async addLeft(kind: SentKind): Promise<void> {
    for (const [id, all] of this.of(kind).left()) {
      const { partition, offset } = originOfId(id);
      const proven = this.proven.get(partition);
      // Of a partition that nobody asked for, or of before the checkpoint.
      if (!proven && partition < this.positions.length) continue;
      if (proven && offset < proven.refold.origin.position) continue;
      for (const found of all) {
        if (this.isOfBefore(id, found)) continue;
        const isAbove = proven !== undefined && offset >= proven.snapshot.position;
        const now = isAbove ? await positionOf(this.connections, partition) : 0;
        // Redis had gone back when it was read, and has it again.
        if (isAbove && offset < now) continue;
        await this.differences.addRead(async () => {
          const text = await this.textOf(kind, found);
          return messageDifference(this.spot(kind, found, id), text, undefined, now);
        });
      }
    }
  }

  private spot(kind: SentKind, found: Found | undefined, id: string) {
    const { partition } = originOfId(id);
    return {
      kind,
      partition: Number.isInteger(partition) ? partition : null,
      topic: this.connections.topic(kind),
      at: found?.at,
    };
  }

  /** The text of a message; undefined where its topic does not have it any more. */
  private async textOf(kind: SentKind, { at }: Found): Promise<string | undefined> {
    if ('text' in at) return at.text;
    const record = await this.connections.nextRecord(kind, at.partition, at.offset);
    return record?.offset === at.offset ? String(record.value ?? '') : undefined;
  }

  private of(kind: SentKind): FoundMessages {
    return this.found.get(kind) as FoundMessages;
  }
}

function isKind(topic: string): topic is SentKind {
  return (sentKinds as readonly string[]).includes(topic);
}

async function positionOf({ ledger }: Connections, partition: number): Promise<number> {
  return (await ledger.readBalances(partition, [])).position;
}

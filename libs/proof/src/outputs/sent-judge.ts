import type { LedgerSnapshot } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';
import type { Differences } from '../compare/difference.js';
import type { FoundOutput, Identified } from './found-message.js';
import { GivenMessages, GivenValues } from './given-messages.js';
import { originOfId, type SentKind } from './message-id.js';
import type { Refold } from '../fold/refold.js';
import {
  lateDifference,
  messageDifference,
  missingDifference,
  type GivenMessage,
} from './sent-sentences.js';
import type { SentTopic } from './sent-topic.js';

/** A partition that is proven, and what follows of that for its messages. */
export interface Proven {
  readonly snapshot: LedgerSnapshot;
  readonly refold: Refold;
  /** Every message of an event from here on is there; older ones may be on another cluster. */
  readonly completeFrom: number;
  /** What was written before, epoch ms, may be of another log: an operator has rebuilt since. */
  readonly rebuiltAtMs: number;
  /** The fold has given all messages of events before this. */
  passed: number;
}

/** Says of each message that was found whether the fold has given it. */
export class SentJudge {
  readonly proven = new Map<number, Proven>();
  readonly messages: Readonly<Record<'awards' | 'exceptions', GivenMessages>>;
  values = new GivenValues(1);
  /** How many were excused: of another log, and of events before the checkpoint. */
  ofBefore = 0;
  ofCheckpoint = 0;
  private readonly different: { kind: SentKind; found: FoundOutput; given: GivenMessage }[] = [];

  /** @param partitions of the events topic */
  constructor(
    private readonly live: LiveLedger,
    private readonly topics: ReadonlyMap<SentKind, SentTopic>,
    private readonly partitions: number,
    private readonly differences: Differences,
  ) {
    const listFor = (kind: SentKind): GivenMessages =>
      new GivenMessages((id, given) => {
        differences.add(missingDifference(this.spot(kind, undefined, id), id, given));
      });
    this.messages = { awards: listFor('awards'), exceptions: listFor('exceptions') };
  }

  /** The fold gives a message: notes what waits with its id and is another; gives the same. */
  splitFound(kind: SentKind, given: GivenMessage, digest: string): readonly FoundOutput[] {
    const all = (this.topics.get(kind) as SentTopic).take(given.id);
    const same = all.filter((each) => each.digest === digest);
    for (const found of all) {
      if (same.includes(found) || this.isOfBefore(given.id, found)) continue;
      if (this.different.length < 100) this.different.push({ kind, found, given });
      else this.differences.count += 1;
    }
    return same;
  }

  /** A message of a topic, or of an outbox. */
  addFound(kind: SentKind, { id, found }: Identified): Promise<void> | undefined {
    if (id === undefined) return this.addNeverGiven(kind, nameOf(found), found);
    const { partition, offset } = originOfId(id);
    const proven = this.proven.get(partition);
    // Of a partition that nobody asked for.
    if (!proven && partition < this.partitions) return undefined;
    if (!proven || offset >= proven.snapshot.position) {
      return this.addNeverGiven(kind, id, found);
    }
    if (offset < proven.refold.origin.position) return this.addOfCheckpoint(kind, id, found);
    if (offset < proven.passed) return this.addLate(kind, id, found);
    this.topics.get(kind)?.wait(id, found);
    return undefined;
  }

  /** Only what the checkpoint says was still to come can be compared. */
  private addOfCheckpoint(
    kind: SentKind,
    id: string,
    found: FoundOutput,
  ): Promise<void> | undefined {
    const known = kind === 'pool-values' ? undefined : this.messages[kind].of(id);
    if (known && known !== 'forgotten' && known.digest !== undefined) {
      return this.addLate(kind, id, found);
    }
    this.ofCheckpoint += 1;
    return undefined;
  }

  /** A message that the fold has given before. */
  private addLate(kind: SentKind, id: string, found: FoundOutput): Promise<void> | undefined {
    const list = kind === 'pool-values' ? this.values : this.messages[kind];
    const known = list.of(id);
    if (known !== 'forgotten' && known.digest === found.digest) {
      if (kind !== 'pool-values') this.messages[kind].settle(id, !('text' in found.at));
      return undefined;
    }
    if (known !== 'forgotten' && known.digest === undefined) {
      return this.addNeverGiven(kind, id, found);
    }
    if (this.isOfBefore(id, found)) return undefined;
    return this.differences.addRead(async () => {
      const text = await this.textOf(kind, found);
      return lateDifference(this.spot(kind, found, id), id, text, known === 'forgotten');
    });
  }

  /** What the fold has not given. */
  async addNeverGiven(kind: SentKind, id: string, found: FoundOutput): Promise<void> {
    const { partition, offset } = originOfId(id);
    const proven = this.proven.get(partition);
    if (this.isOfBefore(id, found)) return;
    const isAbove = proven !== undefined && offset >= proven.snapshot.position;
    const now = isAbove ? await positionOf(this.live, partition) : 0;
    // Redis had gone back when it was read, and has it again.
    if (isAbove && offset < now) return;
    await this.differences.addRead(async () => {
      const text = await this.textOf(kind, found);
      return messageDifference(this.spot(kind, found, id), text, undefined, now);
    });
  }

  /** Counts what is of another log by an operator's word; `verify` says how many. */
  private isOfBefore(id: string, { writtenAtMs, at }: FoundOutput): boolean {
    const { partition } = originOfId(id);
    const own = this.proven.get(partition);
    // What names no partition may be of any.
    const times = [...(own ? [own] : this.proven.values())].map(({ rebuiltAtMs }) => rebuiltAtMs);
    const rebuiltAtMs = Math.min(...times);
    const isOfBefore = !('text' in at) && writtenAtMs < rebuiltAtMs;
    if (isOfBefore) this.ofBefore += 1;
    return isOfBefore;
  }

  private spot(kind: SentKind, found: FoundOutput | undefined, id: string) {
    const { partition } = originOfId(id);
    return {
      kind,
      partition: Number.isInteger(partition) ? partition : null,
      topic: this.live.topic(kind),
      at: found?.at,
    };
  }

  /** The text of a message; undefined where its topic does not have it any more. */
  private async textOf(kind: SentKind, { at }: FoundOutput): Promise<string | undefined> {
    if ('text' in at) return at.text;
    const record = await this.live.nextRecord(kind, at.partition, at.offset);
    return record?.offset === at.offset ? String(record.value ?? '') : undefined;
  }

  /** After the fold: adds what differs, and what has not come. */
  async end(): Promise<void> {
    for (const { kind, found, given } of this.different) {
      await this.differences.addRead(async () => {
        const text = await this.textOf(kind, found);
        return messageDifference(this.spot(kind, found, given.id), text, given);
      });
    }
    for (const messages of Object.values(this.messages)) messages.end();
  }
}

/** For what is no message of its topic. */
function nameOf({ at }: FoundOutput): string {
  return 'text' in at ? 'waiting' : `record ${at.partition}/${at.offset}`;
}

export async function positionOf({ ledger }: LiveLedger, partition: number): Promise<number> {
  return (await ledger.readBalances(partition, [])).position;
}

import { chainBlock, digestOf, journalGenesis, type OutboxEntry } from '#ledger';
import type { LogRecord } from '#log';
import type { Checkpoint } from '../checkpoint-file.js';
import { Differences, type Difference } from '../compare/difference.js';
import type { FoldVisitor } from '../fold/refold.js';
import { OutputsProof } from '../outputs/outputs-proof.js';
import type { ComparedKind } from '../outputs/message-id.js';
import type { LiveLedger } from '../source/live-ledger.js';
import {
  home,
  jackpotAt,
  partitions,
  type StoryMessage,
  type StoryValue,
} from './outputs-messages.js';

/** Messages between two reads of the topics; they are also read after the first message. */
const perTurn = 1_000;

interface StorySetting {
  /** The ledger's position before the outbox is read, in the snapshot, and after it. */
  before: number;
  position: number;
  now: number;
  /** The beginning of the fold. */
  origin: number;
  /** Newest Kafka time before each folded record, ms. */
  beganMs: number;
  /** Beginnings of the topics. */
  low: Partial<Record<ComparedKind, number>>;
  /** Beginnings of the topics after their first read. */
  lowNow: number;
  /** Number of records of each topic that came after the proof began. */
  written: number;
  acts: readonly { readonly act: string; readonly at?: string; readonly from?: number }[];
  checkpoint: Partial<Checkpoint> | undefined;
}

/** A proof of messages that a fold gives, against messages on a topic or in an outbox. */
export class OutputsStory {
  private readonly setting: StorySetting = {
    ...{ before: 100, position: 100, now: 100, origin: 0, beganMs: 1e12 },
    ...{ low: {}, lowNow: 0, written: 0, acts: [], checkpoint: undefined },
  };
  private readonly outbox: OutboxEntry[] = [];
  /** Hashes of the blocks on the chain. */
  private readonly onChain: string[] = [];
  private readonly given: (StoryMessage | StoryValue)[] = [];
  private readonly topics = new Map<ComparedKind, LogRecord[]>();
  /** Number of requests for the ledger's position. */
  private looks = 0;

  has(setting: Partial<StorySetting>): this {
    Object.assign(this.setting, setting);
    return this;
  }

  /** The fold gives these messages, each in a block of its own. */
  gives(...all: readonly (StoryMessage | StoryValue)[]): this {
    for (const each of all) this.given.push(each);
    return this;
  }

  /** The topics have these messages, as the relay writes them, each at 1,000 ms plus its offset. */
  finds(...all: readonly StoryMessage[]): this {
    for (const each of all) this.findsAs(each, {});
    return this;
  }

  findsAs({ kind, key, id, value }: StoryMessage, changes: object): this {
    const records = this.topics.get(kind) ?? [];
    this.topics.set(kind, records);
    const [partition = '', offset = ''] = id.split('/');
    const at = (this.setting.low[kind] ?? 0) + records.length;
    records.push({
      ...{ partition: home, offset: at, recordedAtMs: 1_000 + at },
      ...{ key: key === '' ? null : Buffer.from(key), value: Buffer.from(value) },
      headers: { id, partition, offset },
      ...changes,
    });
    return this;
  }

  /** The fold gives these messages, and the topics have them. */
  sends(...all: readonly StoryMessage[]): this {
    return this.sendsAll(all);
  }

  sendsAll(all: readonly StoryMessage[]): this {
    for (const each of all) this.gives(each).finds(each);
    return this;
  }

  /** A commit of these messages waits in the outbox. */
  waits(...all: readonly StoryMessage[]): this {
    const offset = Number(all[0]?.id.split('/')[1]);
    const outputs = all.map(({ kind: topic, key, id, value }) => ({ topic, key, id, value }));
    const block = chainBlock({
      ...{ partition: home, block: 1, from: offset, to: offset, at: '2026-11-21T04:00:00.000Z' },
      ...{ postings: [], digest: digestOf(outputs), state: 'e'.repeat(64) },
      previous: journalGenesis,
    });
    this.onChain.push(block.hash);
    const id = `${home}/${offset}/journal/${block.hash}`;
    const journal = { topic: 'journal', key: String(home), id, value: JSON.stringify(block) };
    for (const output of [...outputs, journal]) {
      this.outbox.push({ outboxId: `${offset}-${this.outbox.length + 1}`, ...output });
    }
    return this;
  }

  /** A commit of these messages waits in the outbox, but its block is not on a chain. */
  strays(...all: readonly StoryMessage[]): this {
    this.waits(...all);
    this.onChain.pop();
    return this;
  }

  /** A message waits in the outbox without a block. */
  loses(...all: readonly StoryMessage[]): this {
    this.waits(...all);
    this.outbox.pop();
    return this;
  }

  /** Runs the proof as `prove` does. @returns its verdicts and its counts, in order. */
  async run(): Promise<string> {
    const { checkpoint, origin, position, beganMs, acts } = this.setting;
    const differences = new Differences();
    const whole = checkpoint && { ...emptyCheckpoint(), ...checkpoint };
    const proof = await OutputsProof.begin(this.live(), differences, whole);
    for (const hash of this.onChain) proof.onLink(home, { hash } as never);
    const visitors: FoldVisitor[] = [];
    const watch = (visitor: FoldVisitor) => void visitors.push(visitor);
    const refold = { origin: { position: origin }, watch };
    const blocks = acts.map(({ act, at = '1970-01-01T00:00:00Z', from = 0 }) => {
      return { recovery: { act }, at, from };
    });
    proof.watch(home, refold as never, { position } as never, blocks as never);
    await proof.takeOutboxes();
    for (const [index, each] of this.given.entries()) {
      for (const visitor of visitors) fold(visitor, each, beganMs);
      if (index % perTurn === 0) await proof.follow();
    }
    await proof.end();
    const { ofBefore, ofCheckpoint, cuts } = proof.facts();
    const named = differences.first.map(verdictOf);
    const counts = { more: differences.count - named.length, ofBefore, ofCheckpoint };
    return [
      ...named.sort(),
      ...Object.entries(counts).flatMap(([name, count]) => (count > 0 ? `${name} ${count}` : [])),
      ...cuts.map(({ topic, offset }) => `cut ${topic} ${offset}`),
      ...proof.owed().map(({ id }) => `owed ${id.split('/')[1]}`),
    ].join(', ');
  }

  private live(): LiveLedger {
    const { before, now, low, lowNow, written } = this.setting;
    const hasBegun = (): boolean => this.looks > partitions;
    const recordsOf = (kind: ComparedKind, partition: number, from: number) =>
      (this.topics.get(kind) ?? []).filter((each) => {
        return each.partition === partition && each.offset >= from;
      });
    const marksOf = (kind: ComparedKind) => {
      const first = low[kind] ?? 0;
      const high = Math.max(0, first + (this.topics.get(kind) ?? []).length - written);
      return { low: hasBegun() ? Math.max(first, lowNow) : first, high };
    };
    const live = {
      partitions: () => Promise.resolve([0, 1, 2]),
      clusterId: () => Promise.resolve('cluster'),
      topic: (kind: string) => `jackpot.${kind}`,
      ledger: {
        readPlace: () => {
          this.looks += 1;
          return Promise.resolve({ position: hasBegun() ? now : before });
        },
        readOutbox: (partition: number, _count: number, after: string | undefined) => {
          const next = this.outbox.findIndex(({ outboxId }) => outboxId === after) + 1;
          return Promise.resolve(partition === home ? this.outbox.slice(next) : []);
        },
      },
      watermarks: (kind: ComparedKind) => {
        const none = { low: 0, high: 0 };
        return Promise.resolve([none, none, none].with(home, marksOf(kind)));
      },
      read: (kind: ComparedKind, partition: number, from: number) => {
        const records = recordsOf(kind, partition, from).slice(0, 1_000);
        return Promise.resolve(from < lowNow ? undefined : records);
      },
      nextRecord: (kind: ComparedKind, partition: number, from: number) =>
        Promise.resolve(recordsOf(kind, partition, from)[0]),
    };
    return live as never;
  }
}

function emptyCheckpoint(): Checkpoint {
  const zeros = [0, 0, 0];
  return {
    ...{ at: '1970-01-01T00:00:01.002Z', cluster: 'cluster', partitions, owed: [] },
    ...{ ledger: [1, 2, 3] as never, previous: null },
    outputs: { awards: zeros, exceptions: zeros, statements: zeros, 'pool-values': zeros },
  };
}

function fold(visitor: FoldVisitor, given: StoryMessage | StoryValue, beganMs: number): void {
  const isValue = 'version' in given;
  if (isValue) visitor.onVersion?.(jackpotAt(given) as never, undefined);
  const offset = isValue ? given.version - 1 : Number(given.id.split('/')[1]);
  const outbox = isValue ? [] : [{ topic: given.kind, ...given }];
  visitor.onFolded?.({ partition: home, from: offset, to: offset, outbox } as never, beganMs);
}

/** `altered awards 2`: the fault, its place, and its offset on the topic, if it has one. */
function verdictOf({ in: place, sentence }: Difference): string {
  const verdict = /^(missing|extra|altered|out of order): /.exec(sentence)?.[1] ?? 'fault';
  const offset = /at offset (\d+) of/.exec(sentence)?.[1];
  return [verdict, place, offset].filter((each) => each !== undefined).join(' ');
}

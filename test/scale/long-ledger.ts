import { topicName, type OutputKind, type Root } from '#contract';
import { commitOf, foldRecords, readState } from '#engine';
import { Ledger, ledgerKeys, StateDigest, type EntryKind, type JournalBlock } from '#ledger';
import { anchorOf, TopicReader, type LogRecord, type OutgoingMessage } from '#log';
import { serializeAuthority, serializeRefusals, type PartitionState } from '#pools';
import { ledgerTexts } from '#testing/ledger-texts';
import type { connected } from '#testing/redis';
import type { TestStack } from '#testing/test-stack';
import { Table } from '../support/table.js';

type Redis = Awaited<ReturnType<typeof connected>>;

const tables = 50;
const perPiece = 2_000;
const blocksPerRequest = 250;
const betsPerRound = 3;

/**
 * Continues the ledger of one partition as a service would that commits each event by itself: the
 * events, a block and the messages of each are on the topics, and the ledger is in Redis.
 */
export class LongLedger {
  events = 0;
  private readonly pits: { readonly table: Table; round: number; seat: number }[] = [];
  private constructor(
    private readonly stack: TestStack,
    private readonly root: Root,
    private readonly redis: Redis,
    private readonly partition: number,
    private readonly jackpot: string,
    private readonly about: { readonly partitions: number; readonly clusterId: string },
    private readonly state: PartitionState,
    private readonly digest: StateDigest,
    private tip: { position: number; head: string; block: number },
    private readonly reader: TopicReader,
  ) {}

  /** @param jackpot one that a service has configured; the service has ended since */
  static async open(stack: TestStack, root: Root, redis: Redis, jackpot: string, home: number) {
    const snapshot = await new Ledger(redis, stack.prefix).load(home);
    const state = readState(snapshot);
    if ('outcome' in state) throw new Error(state.detail);
    const about = { partitions: 12, clusterId: snapshot.clusterId ?? '' };
    const reader = new TopicReader(stack.kafka, topicName(stack.prefix, 'events'));
    const digest = StateDigest.of(snapshot);
    const { position, head, block } = snapshot;
    const tip = { position, head, block };
    return new LongLedger(stack, root, redis, home, jackpot, about, state, digest, tip, reader);
  }

  private anchor = '';
  private sentTo: string | undefined;

  /** Writes this number of further events, and what follows from them. */
  async play(count: number): Promise<void> {
    for (let left = count; left > 0; left -= perPiece) {
      const events = Array.from({ length: Math.min(left, perPiece) }, () => this.nextEvent());
      const from = this.tip.position;
      await this.stack.producer.send(events);
      for (let next = from; next < from + events.length;) {
        const read = (await this.reader.read(this.partition, next)) ?? [];
        next += read.length;
        for (let first = 0; first < read.length; first += blocksPerRequest) {
          await this.sendOutputs(read.slice(first, first + blocksPerRequest));
        }
      }
    }
  }

  private async sendOutputs(records: readonly LogRecord[]): Promise<void> {
    const first = this.tip.block + 1;
    const written = await this.stack.producer.send(records.flatMap((each) => this.commit(each)));
    const topic = topicName(this.stack.prefix, 'journal');
    const at = written.find((each) => each.topic === topic);
    if (at) this.sentTo = `${first}/${at.partition}/${at.baseOffset}`;
  }

  /** Stores the ledger as the last commit leaves it. */
  async store(): Promise<void> {
    const { redis, state, partition, stack, tip, about } = this;
    const keys = ledgerKeys(stack.prefix, partition);
    for (const [kind, texts] of Object.entries(ledgerTexts(state))) {
      if (texts.length > 0) await redis.hset(keys[kind as EntryKind], Object.fromEntries(texts));
    }
    for (const { id, offset } of state.jackpots.get(this.jackpot)?.claims.values() ?? []) {
      await redis.zadd(keys.awards(this.jackpot), offset, id);
    }
    await redis.hset(keys.position, {
      ...{ offset: tip.position, head: tip.head, block: tip.block, anchor: this.anchor },
      ...{ newestMs: state.newestMs, partitions: about.partitions, cluster: about.clusterId },
      refusals: serializeRefusals(state.refusals),
      authority: serializeAuthority(state.authority),
      ...(this.sentTo !== undefined && { sent: this.sentTo }),
    });
    await redis.del(keys.outbox);
  }

  async close(): Promise<void> {
    await this.reader.close();
  }

  private nextEvent(): OutgoingMessage {
    const pit = this.pitAt(this.events % tables);
    this.events += 1;
    const round = String(pit.round);
    if (pit.seat < betsPerRound) {
      pit.seat += 1;
      return pit.table.bet(round, pit.seat);
    }
    pit.seat = 0;
    pit.round += 1;
    // About one bet in six hundred wins.
    const isWon = (pit.round * tables + (this.events % tables)) % 200 === 0;
    return isWon ? pit.table.settle(round, [1, 'flush']) : pit.table.settle(round);
  }

  private pitAt(index: number) {
    const table = new Table(this.stack.prefix, this.jackpot, `T${index}`);
    return (this.pits[index] ??= { table, round: 0, seat: 0 });
  }

  private commit(record: LogRecord): OutgoingMessage[] {
    const { state, root, tip, about, digest } = this;
    const folded = foldRecords(state, [record], { partitions: about.partitions, root });
    this.anchor = anchorOf(record);
    const commit = commitOf(state, folded, { ...tip, ...about, anchor: this.anchor, digest });
    const { hash: head, block } = commit.block satisfies JournalBlock;
    this.tip = { position: commit.position, head, block };
    return commit.outbox.map(({ topic, key, id, value }) => {
      const [partition, offset] = id.split('/') as [string, string];
      const headers = { id, partition, offset, 'content-type': 'application/json' };
      const name = topicName(this.stack.prefix, topic as OutputKind);
      return { topic: name, key: key === '' ? null : key, value, headers };
    });
  }
}

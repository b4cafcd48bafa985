import { homePartition } from '#contract';
import { readBlock, type JournalBlock, type JournalPlace } from '#ledger';
import type { LogRecord, TopicReader } from '#log';

/** A block and its place on the topic. */
export interface FoundBlock {
  readonly block: JournalBlock;
  readonly at: JournalPlace;
}

/** Fewest of the newest records to search while somebody waits for the answer. */
export const blocksSearched = 20_000;
/** Records searched before the first match for a block with a greater number. */
const lateWithin = 1_000;
/** Records searched first; each next piece is four times as long. */
const firstPiece = 64;

/**
 * Number of reads at a place. A broker that was stopped, as when its machine was suspended, still
 * answers for some time as the leader that it no longer is: its topic then ends too early.
 */
const looksAtPlace = 4;
const lookAgainAfterMs = 1_000;

/** @param best the last match before it in the same piece */
type IsWanted = (block: JournalBlock, best?: JournalBlock) => boolean;

/**
 * Finds single blocks on the journal's topic. A search goes backwards in growing pieces, because
 * the wanted block is usually among the newest.
 * @throws kafkajs' error from every method.
 */
export class JournalTopic {
  constructor(private readonly reader: Pick<TopicReader, 'read' | 'marks'>) {}

  /**
   * The block of a partition with this hash; undefined if the topic has none.
   * @param sent its probable place.
   * @param atMost fewest records to search if it is not there.
   */
  async find(
    partition: number,
    hash: string,
    sent: JournalPlace | null,
    atMost = Infinity,
  ): Promise<FoundBlock | undefined> {
    const isIt = (block: JournalBlock) => block.partition === partition && block.hash === hash;
    const first = sent && (await this.recordAt(sent));
    const block = first ? blockOf(first.value) : undefined;
    if (sent && block && isIt(block)) return { block, at: sent };
    return this.search(partition, isIt, atMost);
  }

  /** The record at a place; undefined if it is missing there on every read. */
  private async recordAt({ partition, offset }: JournalPlace): Promise<LogRecord | undefined> {
    for (let look = 1; ; look += 1) {
      const records = await this.reader.read(partition, offset, 64 * 1024);
      const [first] = records ?? [];
      if (first) return first.offset === offset ? first : undefined;
      if (look === looksAtPlace) return undefined;
      await new Promise((resolve) => setTimeout(resolve, lookAgainAfterMs));
    }
  }

  /**
   * The block of a partition with the greatest number, the last of several; undefined without one.
   * A block that arrived late, as from an instance that was stopped, may come after it.
   * @param atMost fewest records to search; other partitions may share them.
   * @param above only blocks with a greater number match.
   * @param isLeftOut blocks that do not count.
   */
  newest(
    partition: number,
    atMost = Infinity,
    above = 0,
    isLeftOut: (block: JournalBlock) => boolean = () => false,
  ): Promise<FoundBlock | undefined> {
    const isWanted = (block: JournalBlock, best?: JournalBlock) =>
      block.partition === partition &&
      block.block > above &&
      block.block >= (best?.block ?? 0) &&
      !isLeftOut(block);
    return this.search(partition, isWanted, atMost, lateWithin);
  }

  /**
   * The block of a partition that reaches furthest in its log, even if a later act went back;
   * undefined without one. Reads the partition's whole journal.
   */
  async furthest(partition: number): Promise<JournalBlock | undefined> {
    let found: JournalBlock | undefined;
    await this.search(
      partition,
      (block) => {
        if (block.partition === partition && block.to > (found?.to ?? -1)) found = block;
        return false;
      },
      Infinity,
    );
    return found;
  }

  /**
   * The newest block of a partition that covers this record; undefined if none is found.
   * @param atMost as for `newest`.
   */
  withRecord(partition: number, offset: number, atMost: number): Promise<FoundBlock | undefined> {
    const hasIt = ({ partition: own, from, to }: JournalBlock) =>
      own === partition && from <= offset && offset <= to;
    return this.search(partition, hasIt, atMost);
  }

  /** @param beyond records to search after the first match. */
  private async search(
    partition: number,
    isWanted: IsWanted,
    atMost: number,
    beyond = 0,
  ): Promise<FoundBlock | undefined> {
    const marks = await this.reader.marks();
    const home = homePartition(String(partition), marks.length);
    const { low = 0, high = 0 } = marks[home] ?? {};
    let [to, until] = [high, atMost];
    let found: FoundBlock | undefined;
    for (let length = firstPiece; to > low && high - to < until; length *= 4) {
      const from = Math.max(low, to - length);
      const own = await this.searchPiece(home, from, to, isWanted);
      if (own && !found) until = Math.min(atMost, high - own.at.offset + beyond);
      if (own && (!found || own.block.block > found.block.block)) found = own;
      to = from;
    }
    return found;
  }

  /** The last wanted block of a piece. */
  private async searchPiece(
    home: number,
    from: number,
    to: number,
    isWanted: IsWanted,
  ): Promise<FoundBlock | undefined> {
    let found: FoundBlock | undefined;
    for (let next = from; next < to;) {
      const records = await this.reader.read(home, next);
      if (!records || records.length === 0) return found;
      for (const { offset, value } of records) {
        next = offset + 1;
        if (next > to) break;
        const block = blockOf(value);
        if (block && isWanted(block, found?.block))
          found = { block, at: { partition: home, offset } };
      }
    }
    return found;
  }
}

function blockOf(value: Buffer | null): JournalBlock | undefined {
  return value ? readBlock(value.toString()) : undefined;
}

import { homePartition } from '#contract';
import { readBlock, type JournalBlock, type JournalPlace } from '#ledger';
import type { LogRecord, TopicReader } from '#log';

/** A block and where it stands on the topic. */
export interface FoundBlock {
  readonly block: JournalBlock;
  readonly at: JournalPlace;
}

/** So many of the newest records are searched, at least, where somebody waits for the answer. */
export const blocksSearched = 20_000;
/** How many records before the first one found are searched for a greater number. */
const lateWithin = 1_000;
/** How many records are searched first; each next piece has four times as many. */
const firstPiece = 64;

/** @param best what was found before it in the same piece */
/**
 * A broker that has stood still, as when its machine was suspended, answers for some time as the
 * leader that it no longer is: its topic then ends too early.
 */
const looksAtPlace = 4;
const lookAgainAfterMs = 1_000;

type IsWanted = (block: JournalBlock, best?: JournalBlock) => boolean;

/**
 * Finds single blocks on the journal's topic. A search goes backwards in growing pieces, because
 * what is wanted is mostly among the newest.
 * @throws kafkajs' error from every method.
 */
export class JournalTopic {
  constructor(private readonly reader: Pick<TopicReader, 'read' | 'marks'>) {}

  /**
   * The block of a partition with this hash; undefined where the topic has none.
   * @param sent where it probably is.
   * @param atMost how many records are searched at least, where it is not there.
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

  /** The record at a place; undefined where there is none, also when it is asked for again. */
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
   * The block of a partition with the greatest number, of several the last; undefined where there
   * is none. A block that came late, as from an instance that had stood still, may stand behind it.
   * @param atMost how many records are searched at least; their partition may be shared.
   * @param above only blocks of a greater number are looked for.
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
   * The block of a partition that goes furthest in its log, whatever act has gone back since;
   * undefined where there is none. It reads all of the partition's journal.
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
   * The newest block of a partition that has this record; undefined where none is found.
   * @param atMost as for `newest`.
   */
  withRecord(partition: number, offset: number, atMost: number): Promise<FoundBlock | undefined> {
    const hasIt = ({ partition: own, from, to }: JournalBlock) =>
      own === partition && from <= offset && offset <= to;
    return this.search(partition, hasIt, atMost);
  }

  /** @param beyond how many records are searched after the first that is found. */
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

  /** The last block of a piece that is wanted. */
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

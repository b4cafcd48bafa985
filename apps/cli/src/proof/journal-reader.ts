import { homePartition } from '#contract';
import type { JournalBlock } from '#ledger';
import type { LogRecord } from '#log';
import type { Connections, OffsetRange } from '../connections.js';
import { Progress } from '../progress.js';
import { blocksRemembered, type ChainPoint, type ChainWalk } from './chain.js';
import type { LoosePiece, Piece } from './chain-pieces.js';
import { linkOf, readLink, type BlockLocation, type DamagedBlock, type Link } from './journal.js';

/** About so many bytes of the topic are in memory at a time, never four times as many. */
const bytesPerPiece = 4 * 1024 * 1024;
const bytesPerRead = 1024 * 1024;
const recordsPerPiece = { least: 64, most: 16_000 };

/** How far the journal is read. */
export interface Reading {
  /** To the beginning of each partition of the topic, also where all chains have ended. */
  readonly isWhole?: boolean;
  /** No chain goes on before these, by partition of the events. */
  readonly floors?:
    ReadonlyMap<number, { readonly partition: number; readonly offset: number }> | undefined;
  readonly onDamaged?: (damaged: DamagedBlock) => void;
}

/**
 * Walks chains over the outboxes and the journal's topic, the newest block first. The outboxes come
 * first: a block that leaves one afterwards is on the topic by the time that is read.
 */
export async function walkChains(
  connections: Connections,
  walks: ReadonlyMap<number, ChainWalk>,
  { isWhole = false, floors, onDamaged }: Reading = {},
): Promise<void> {
  const give = (value: Buffer, location: BlockLocation, own: readonly ChainWalk[]): void => {
    const link = readLink(value, location);
    if ('text' in link) {
      // It may stand on another partition of the topic than its own.
      const named = walks.get(Number(/^\{"partition":(\d+),/.exec(link.text)?.[1]));
      for (const walk of new Set([...own, ...(named ? [named] : [])])) walk.addDamaged(link);
      onDamaged?.(link);
      return;
    }
    const walk = own.find((each) => each.wants(link.hash)) ?? walks.get(link.partition);
    walk?.add(link);
  };
  for (const [partition, walk] of walks) {
    const values = await connections.unsent(partition, 'journal');
    for (const value of values.toReversed()) {
      give(Buffer.from(value), { outboxOf: partition }, [walk]);
    }
  }
  const marks = await connections.watermarks('journal');
  const homes = new Map<number, number[]>();
  for (const partition of walks.keys()) {
    const home = homePartition(String(partition), marks.length);
    homes.set(home, [...(homes.get(home) ?? []), partition]);
  }
  const readDown = async (at: number, floor: number, own: readonly ChainWalk[], isAll: boolean) => {
    const high = marks[at]?.high ?? 0;
    const what = `walking ${connections.topic('journal')}, partition ${at}`;
    const progress = new Progress(what, high - floor);
    await readBackwards(connections, at, { from: floor, to: high }, (records) => {
      for (const { offset, value } of records.toReversed()) {
        if (!isAll && own.every(({ isDone }) => isDone)) return false;
        give(value ?? Buffer.alloc(0), { topicPartition: at, offset }, own);
      }
      progress.add(records.length);
      return true;
    }).finally(() => progress.end());
  };
  for (const [at, { low }] of marks.entries()) {
    const partitions = homes.get(at) ?? [];
    const own = partitions.flatMap((partition) => walks.get(partition) ?? []);
    const floor = floorOf(
      partitions.map((partition) => floors?.get(partition)),
      at,
      low,
    );
    if (isWhole || own.some(({ isDone }) => !isDone)) await readDown(at, floor, own, isWhole);
  }
  if (floors) return;
  // A block is on the home partition of its number, or where that was before there were more.
  const left = [...walks].filter(([, { isDone }]) => !isDone);
  for (const [at, { low }] of marks.entries()) {
    const own = left.filter(([partition]) => !homes.get(at)?.includes(partition));
    const rest = own.map(([, walk]) => walk);
    if (rest.length > 0) await readDown(at, low, rest, false);
  }
}

/** Some blocks before a checkpoint's place: a block may stand before the one that it follows. */
function floorOf(
  floors: readonly ({ readonly partition: number; readonly offset: number } | undefined)[],
  topicPartition: number,
  low: number,
): number {
  const offsets = floors.map((floor) => (floor?.partition === topicPartition ? floor.offset : 0));
  return Math.max(low, Math.min(...offsets, Infinity) - blocksRemembered);
}

/** Reads a range of the journal's topic in pieces, the newest piece first. */
async function readBackwards(
  connections: Connections,
  partition: number,
  { from, to }: OffsetRange,
  onRecords: (records: readonly LogRecord[]) => boolean,
): Promise<void> {
  let length: number = recordsPerPiece.least;
  for (let end = to; end > from;) {
    const begin = Math.max(from, end - length);
    const { records, bytes } = await readPiece(connections, partition, { from: begin, to: end });
    if (!records) {
      length = Math.ceil((end - begin) / 8);
      continue;
    }
    if (!onRecords(records)) return;
    end = begin;
    const fitting = Math.floor((length * bytesPerPiece) / Math.max(bytes, 1));
    const { least, most } = recordsPerPiece;
    length = Math.min(Math.max(fitting, least), most, 2 * length);
  }
}

/** The records of a range; none where they have more bytes than memory shall hold. */
async function readPiece(
  connections: Connections,
  partition: number,
  { from, to }: OffsetRange,
): Promise<{ records: readonly LogRecord[] | undefined; bytes: number }> {
  const records: LogRecord[] = [];
  let bytes = 0;
  for (let next = from; next < to;) {
    const read = await connections.read('journal', partition, next, bytesPerRead);
    if (!read || read.length === 0) break;
    next = (read.at(-1) as LogRecord).offset + 1;
    for (const record of read) {
      if (record.offset >= to || record.steppedOver) continue;
      records.push(record);
      bytes += record.value?.length ?? 0;
    }
    if (bytes > 4 * bytesPerPiece && to - from > 1) return { records: undefined, bytes };
  }
  return { records, bytes };
}

/** Gives the blocks of a chain that was walked, the oldest first. */
export class ChainBlocks {
  private readonly left: Piece[];
  private next: number | undefined;

  /** @param after the block before the first. */
  constructor(
    private readonly connections: Connections,
    private readonly partition: number,
    pieces: readonly Piece[],
    private after: Pick<ChainPoint, 'head' | 'block'>,
  ) {
    this.left = [...pieces];
  }

  /**
   * Some blocks; none at the end.
   * @throws Error when the journal's topic is not what it was when it was walked.
   */
  async read(): Promise<readonly Link[]> {
    for (let [piece] = this.left; piece; [piece] = this.left) {
      const links = 'links' in piece ? this.readLoose(piece) : await this.readPiece(piece);
      for (const { previous, hash, block } of links) {
        if (previous !== this.after.head) throw this.changed();
        this.after = { head: hash, block };
      }
      if (links.length > 0) return links;
    }
    return [];
  }

  private readLoose({ links }: LoosePiece): readonly Link[] {
    this.left.shift();
    return links;
  }

  private async readPiece(piece: Exclude<Piece, LoosePiece>): Promise<readonly Link[]> {
    const { topicPartition, from, to } = piece;
    const next = this.next ?? from;
    const records = await this.connections.read('journal', topicPartition, next, bytesPerRead);
    if (!records || records.length === 0) throw this.changed();
    const links: Link[] = [];
    const begins = `{"partition":${this.partition},`;
    for (const { offset, value, steppedOver } of records) {
      if (offset > to || steppedOver || !value) continue;
      if (value.toString('latin1', 0, begins.length) !== begins) continue;
      // It was read to the byte when the chain was walked; now each must name the one before it.
      const block = JSON.parse(value.toString()) as JournalBlock;
      links.push(linkOf(block, { topicPartition, offset }));
    }
    this.next = (records.at(-1) as LogRecord).offset + 1;
    if (this.next > to) {
      this.left.shift();
      this.next = undefined;
    }
    return links;
  }

  private changed(): Error {
    const { block } = this.after;
    return new Error(
      `the journal’s topic has changed while it was read: block ${block + 1} of partition ${this.partition} is not where it was; run the command again`,
    );
  }
}

/**
 * The block of a chain whose range has an event; undefined where none has it.
 * @param pieces the oldest first
 */
export async function blockWith(
  connections: Connections,
  partition: number,
  pieces: readonly Piece[],
  event: number,
): Promise<Link | undefined> {
  const has = ({ from, to }: Link): boolean => from <= event && event <= to;
  // Of a ledger that was restored the newest piece counts: what it had before was folded again.
  const piece = pieces.findLast((each) =>
    'links' in each ? each.links.some(has) : each.firstEvent <= event && event <= each.lastEvent,
  );
  if (!piece) return undefined;
  if ('links' in piece) return piece.links.find(has);
  const { topicPartition } = piece;
  let { from, to } = piece;
  for (;;) {
    const middle = Math.floor((from + to) / 2);
    const link = await firstBlock(connections, partition, topicPartition, { from: middle, to });
    if (link && has(link)) return link;
    if (link && link.to < event && 'offset' in link.location) from = link.location.offset + 1;
    else to = middle - 1;
    if (from > to) return undefined;
  }
}

/** The first block of a partition in a range of the topic, its end included. */
async function firstBlock(
  connections: Connections,
  partition: number,
  topicPartition: number,
  { from, to }: OffsetRange,
): Promise<Link | undefined> {
  for (let next = from; next <= to;) {
    const records = await connections.read('journal', topicPartition, next, 64 * 1024);
    for (const { offset, value } of records ?? []) {
      const link = offset <= to && value ? readLink(value, { topicPartition, offset }) : undefined;
      if (link && !('text' in link) && link.partition === partition) return link;
      next = offset + 1;
    }
    if (!records || records.length === 0) return undefined;
  }
  return undefined;
}

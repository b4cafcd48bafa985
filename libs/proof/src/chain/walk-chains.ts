import { homePartition } from '#contract';
import type { LogRecord } from '#log';
import type { LiveLedger, OffsetRange } from '../source/live-ledger.js';
import { blocksRemembered, type ChainWalk } from './chain-walk.js';
import { readLink, type BlockLocation, type DamagedBlock } from './link.js';

/** Approximate bytes of the topic in memory at a time, never more than four times as many. */
const bytesPerPiece = 4 * 1024 * 1024;
const bytesPerRead = 1024 * 1024;
const recordsPerPiece = { least: 64, most: 16_000 };

export interface JournalReading {
  /** Reads to the beginning of each partition of the topic, even after all chains have ended. */
  readonly isWhole?: boolean;
  /** Lowest places that a chain needs, by partition of the events. */
  readonly floors?:
    ReadonlyMap<number, { readonly partition: number; readonly offset: number }> | undefined;
  readonly onDamaged?: (damaged: DamagedBlock) => void;
}

/** Walks chains over the journal's topic, newest block first. */
export async function walkChains(
  live: LiveLedger,
  walks: ReadonlyMap<number, ChainWalk>,
  { isWhole = false, floors, onDamaged }: JournalReading = {},
): Promise<void> {
  const give = (value: Buffer, location: BlockLocation, own: readonly ChainWalk[]): void => {
    const link = readLink(value, location);
    if ('text' in link) {
      // It may be on another partition of the topic than its own.
      const named = walks.get(Number(/^\{"partition":(\d+),/.exec(link.text)?.[1]));
      for (const walk of new Set([...own, ...(named ? [named] : [])])) walk.addDamaged(link);
      onDamaged?.(link);
      return;
    }
    const walk = own.find((each) => each.wants(link.hash)) ?? walks.get(link.partition);
    walk?.add(link);
  };
  const marks = await live.watermarks('journal');
  const homes = new Map<number, number[]>();
  for (const partition of walks.keys()) {
    const home = homePartition(String(partition), marks.length);
    homes.set(home, [...(homes.get(home) ?? []), partition]);
  }
  const readDown = async (at: number, floor: number, own: readonly ChainWalk[], isAll: boolean) => {
    const high = marks[at]?.high ?? 0;
    const what = `walking ${live.topic('journal')}, partition ${at}`;
    const progress = live.progress(what, high - floor);
    await readBackwards(live, at, { from: floor, to: high }, (records) => {
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
  // A block is on the home partition of its number, or on its old one if partitions were added
  // since.
  const left = [...walks].filter(([, { isDone }]) => !isDone);
  for (const [at, { low }] of marks.entries()) {
    const own = left.filter(([partition]) => !homes.get(at)?.includes(partition));
    const rest = own.map(([, walk]) => walk);
    if (rest.length > 0) await readDown(at, low, rest, false);
  }
}

/**
 * Some blocks before a checkpoint's place: a block may be earlier on the topic than its
 * predecessor.
 */
function floorOf(
  floors: readonly ({ readonly partition: number; readonly offset: number } | undefined)[],
  topicPartition: number,
  low: number,
): number {
  const offsets = floors.map((floor) => (floor?.partition === topicPartition ? floor.offset : 0));
  return Math.max(low, Math.min(...offsets, Infinity) - blocksRemembered);
}

/** Reads a range of the journal's topic in pieces, newest piece first. */
async function readBackwards(
  live: LiveLedger,
  partition: number,
  { from, to }: OffsetRange,
  onRecords: (records: readonly LogRecord[]) => boolean,
): Promise<void> {
  let length: number = recordsPerPiece.least;
  for (let end = to; end > from;) {
    const begin = Math.max(from, end - length);
    const { records, bytes } = await readPiece(live, partition, { from: begin, to: end });
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

/** Reads the records of a range; returns none if they exceed the memory limit. */
async function readPiece(
  live: LiveLedger,
  partition: number,
  { from, to }: OffsetRange,
): Promise<{ records: readonly LogRecord[] | undefined; bytes: number }> {
  const records: LogRecord[] = [];
  let bytes = 0;
  for (let next = from; next < to;) {
    const read = await live.read('journal', partition, next, bytesPerRead);
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

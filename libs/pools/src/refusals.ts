import type { RecordPosition } from './position.js';

/** Refusals are counted in windows of the partition's Kafka time. */
const windowMs = 10_000;

/**
 * How often records of a partition were refused in the running window. Refusals have a message
 * each, but what is refused over and over is summed up: the first record of a later window makes
 * one message for each sum. The log alone decides, so a replay makes the same ones.
 */
export interface RefusalCounts {
  /** Whole windows since 1970; 0 while nothing was refused in the running one. */
  window: number;
  /** How many of the window's refusals had a message of their own. */
  messages: number;
  /** By `<reason> <source>`. */
  readonly sums: Map<string, RefusalSum>;
}

/** What one source was refused for in the running window, for one reason. */
export interface RefusalSum {
  messages: number;
  /** How many had no message of their own, and the offsets of the first and the last of them. */
  summed: number;
  from: number;
  to: number;
}

/** A source has so many messages a window for one reason. */
export const messagesOfSource = 100;
/** All sources of a partition together have so many. */
export const messagesOfPartition = 500;
/** More sources and reasons than this are not distinguished: the rest counts as no source's. */
export const sourcesSummed = 200;

export function noRefusals(): RefusalCounts {
  return { window: 0, messages: 0, sums: new Map() };
}

/**
 * Counts a refusal, after `beginWindow` of its record.
 * @returns whether it has a message of its own.
 */
export function countRefusal(
  counts: RefusalCounts,
  reason: string,
  source: string,
  { offset, recordedAtMs }: RecordPosition,
): boolean {
  counts.window = windowOf(recordedAtMs);
  const sum = refusalSum(counts, `${reason} ${source}`, `${reason} `);
  if (sum.messages < messagesOfSource && counts.messages < messagesOfPartition) {
    sum.messages += 1;
    counts.messages += 1;
    return true;
  }
  if (sum.summed === 0) sum.from = offset;
  sum.summed += 1;
  sum.to = offset;
  return false;
}

/** Ends the window before that of a record, and gives its sums in their order. */
export function beginWindow(
  counts: RefusalCounts,
  recordedAtMs: number,
): { reason: string; source: string; sum: RefusalSum }[] {
  if (counts.sums.size === 0 || windowOf(recordedAtMs) <= counts.window) return [];
  const sums = [...counts.sums].filter(([, { summed }]) => summed > 0);
  counts.window = 0;
  counts.messages = 0;
  counts.sums.clear();
  return sums.map(([key, sum]) => {
    const [reason = '', source = ''] = key.split(' ');
    return { reason, source, sum };
  });
}

/** As the ledger keeps them: equal counts give equal texts, and no refusal an empty one. */
export function serializeRefusals({ window, messages, sums }: RefusalCounts): string {
  if (sums.size === 0) return '';
  const kept = [...sums].map(([key, sum]) => [key, sum.messages, sum.summed, sum.from, sum.to]);
  return JSON.stringify([window, messages, kept]);
}

/** @throws Error for what `serializeRefusals` did not write. */
export function parseRefusals(text: string): RefusalCounts {
  if (text === '') return noRefusals();
  const [window, total, kept] = JSON.parse(text) as [
    number,
    number,
    [string, number, number, number, number][],
  ];
  const sums = kept.map(
    ([key, messages, summed, from, to]) => [key, { messages, summed, from, to }] as const,
  );
  return { window, messages: total, sums: new Map(sums) };
}

function windowOf(recordedAtMs: number): number {
  return Math.floor(recordedAtMs / windowMs);
}

function refusalSum({ sums }: RefusalCounts, own: string, common: string): RefusalSum {
  const key = sums.has(own) || sums.size < sourcesSummed ? own : common;
  const known = sums.get(key);
  if (known) return known;
  const sum = { messages: 0, summed: 0, from: 0, to: 0 };
  sums.set(key, sum);
  return sum;
}

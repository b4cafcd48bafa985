import type { RecordPosition } from './position.js';

/** Refusals are counted in windows of the partition's Kafka time. */
const windowMs = 10_000;

/**
 * Counts of a partition's refused records in the current window. Each refusal has its own message,
 * but repeated ones are summed up: the first record of a later window makes one message for each
 * sum. The log alone decides, so a replay makes the same messages.
 */
export interface RefusalCounts {
  /** Whole windows since 1970; 0 while nothing was refused in the current one. */
  window: number;
  readonly budgets: Readonly<Record<Budget, BudgetCounts>>;
}

/**
 * Groups whose refusals count together, so that strangers do not suppress the messages of others
 * (contract 8.3).
 */
export const budgets = ['signed', 'repeated', 'listed', 'others'] as const;
export type Budget = (typeof budgets)[number];

interface BudgetCounts {
  /** Number of the window's refusals with their own message. */
  messages: number;
  /** Sums by `<reason> <source>`. */
  readonly sums: Map<string, RefusalSum>;
}

/** The refusals of one source in the current window, for one reason. */
export interface RefusalSum {
  messages: number;
  /**
   * Number of refusals without their own message, and the offsets of the first and the last of
   * them.
   */
  summed: number;
  from: number;
  to: number;
}

/** Most messages of a source in a window for one reason. */
export const messagesOfSource = 100;
/** Most messages of all sources of a budget together. */
export const messagesOfBudget = 500;
/** Most distinguished pairs of source and reason: the rest counts without a source. */
export const sourcesSummed = 200;

export function noRefusals(): RefusalCounts {
  const none = (): BudgetCounts => ({ messages: 0, sums: new Map() });
  const all = budgets.map((budget) => [budget, none()] as const);
  return { window: 0, budgets: Object.fromEntries(all) as RefusalCounts['budgets'] };
}

/**
 * Counts a refusal, after `beginWindow` of its record.
 * @returns whether it has its own message.
 */
export function countRefusal(
  counts: RefusalCounts,
  budget: Budget,
  reason: string,
  source: string,
  { offset, recordedAtMs }: RecordPosition,
): boolean {
  counts.window = windowOf(recordedAtMs);
  const own = counts.budgets[budget];
  const sum = refusalSum(own, `${reason} ${source}`, `${reason} `);
  if (sum.messages < messagesOfSource && own.messages < messagesOfBudget) {
    sum.messages += 1;
    own.messages += 1;
    return true;
  }
  if (sum.summed === 0) sum.from = offset;
  sum.summed += 1;
  sum.to = offset;
  return false;
}

/** Ends the window before that of a record, and returns its sums in order. */
export function beginWindow(
  counts: RefusalCounts,
  recordedAtMs: number,
): { budget: Budget; reason: string; source: string; sum: RefusalSum }[] {
  if (isEmpty(counts) || windowOf(recordedAtMs) <= counts.window) return [];
  counts.window = 0;
  return budgets.flatMap((budget) => {
    const own = counts.budgets[budget];
    const sums = [...own.sums].filter(([, { summed }]) => summed > 0);
    own.messages = 0;
    own.sums.clear();
    return sums.map(([key, sum]) => {
      const [reason = '', source = ''] = key.split(' ');
      return { budget, reason, source, sum };
    });
  });
}

/** The reasons refused in the current window, and its start, ms. */
export function latestRefusals({ window, budgets: all }: RefusalCounts): [string, number][] {
  const keys = budgets.flatMap((budget) => [...all[budget].sums.keys()]);
  return keys.map((key) => [key.split(' ', 1)[0] as string, window * windowMs]);
}

type KeptSum = [key: string, messages: number, summed: number, from: number, to: number];
type KeptCounts = [window: number, ...[messages: number, sums: KeptSum[]][]];

/** The text that the ledger stores: equal counts give equal texts, empty without a refusal. */
export function serializeRefusals(counts: RefusalCounts): string {
  if (isEmpty(counts)) return '';
  const kept = budgets.map((budget): KeptCounts[1] => {
    const { messages, sums } = counts.budgets[budget];
    return [
      messages,
      [...sums].map(([key, { messages: own, summed, from, to }]) => [key, own, summed, from, to]),
    ];
  });
  return JSON.stringify([counts.window, ...kept]);
}

/** @throws Error for a text that `serializeRefusals` did not write. */
export function parseRefusals(text: string): RefusalCounts {
  const counts = noRefusals();
  if (text === '') return counts;
  const [window, ...kept] = JSON.parse(text) as KeptCounts;
  counts.window = window;
  budgets.forEach((budget, index) => {
    const [messages, sums] = kept[index] as KeptCounts[1];
    counts.budgets[budget].messages = messages;
    for (const [key, own, summed, from, to] of sums) {
      counts.budgets[budget].sums.set(key, { messages: own, summed, from, to });
    }
  });
  return counts;
}

/** Checks the sums, because the window is not enough: 1970 begins with window 0. */
function isEmpty(counts: RefusalCounts): boolean {
  return budgets.every((budget) => counts.budgets[budget].sums.size === 0);
}

function windowOf(recordedAtMs: number): number {
  return Math.floor(recordedAtMs / windowMs);
}

function refusalSum({ sums }: BudgetCounts, own: string, common: string): RefusalSum {
  const key = sums.has(own) || sums.size < sourcesSummed ? own : common;
  const known = sums.get(key);
  if (known) return known;
  const sum = { messages: 0, summed: 0, from: 0, to: 0 };
  sums.set(key, sum);
  return sum;
}

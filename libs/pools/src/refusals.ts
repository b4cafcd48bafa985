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
  readonly budgets: Readonly<Record<Budget, BudgetCounts>>;
}

/** Whose refusals count together, so that strangers drown nobody else’s (contract 8.3). */
export const budgets = ['signed', 'repeated', 'listed', 'others'] as const;
export type Budget = (typeof budgets)[number];

interface BudgetCounts {
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
/** All sources of a budget together have so many. */
export const messagesOfBudget = 500;
/** More sources and reasons than this are not distinguished: the rest counts as no source's. */
export const sourcesSummed = 200;

export function noRefusals(): RefusalCounts {
  const none = (): BudgetCounts => ({ messages: 0, sums: new Map() });
  const all = budgets.map((budget) => [budget, none()] as const);
  return { window: 0, budgets: Object.fromEntries(all) as RefusalCounts['budgets'] };
}

/**
 * Counts a refusal, after `beginWindow` of its record.
 * @returns whether it has a message of its own.
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

/** Ends the window before that of a record, and gives its sums in their order. */
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

/** The reasons that were refused in the running window, and when it began, ms. */
export function latestRefusals({ window, budgets: all }: RefusalCounts): [string, number][] {
  const keys = budgets.flatMap((budget) => [...all[budget].sums.keys()]);
  return keys.map((key) => [key.split(' ', 1)[0] as string, window * windowMs]);
}

type KeptSum = [key: string, messages: number, summed: number, from: number, to: number];
type KeptCounts = [window: number, ...[messages: number, sums: KeptSum[]][]];

/** As the ledger keeps them: equal counts give equal texts, and no refusal an empty one. */
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

/** @throws Error for what `serializeRefusals` did not write. */
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

/** The window alone does not say it: 1970 begins with window 0. */
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

import { readFileSync } from 'node:fs';

/** The processes that take part in the way of a bet. */
export const processNames = ['service', 'Redis', 'broker', 'gateway', 'sender'] as const;
export type ProcessName = (typeof processNames)[number];

/** Something of each process that takes part; the others are missing. */
export type ByProcess<T> = Readonly<Partial<Record<ProcessName, T>>>;

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** Processor time of each process since its start, ms; without those that Linux does not know. */
export function processorTimes(pids: ByProcess<number>): ByProcess<number> {
  const times = processNames.flatMap((name) => {
    const ms = processorMs(pids[name]);
    return ms === null ? [] : [[name, ms] as const];
  });
  return Object.fromEntries(times);
}

/** What each process took between two readings, by a count of what was done in it; microseconds. */
export function spentMicros(
  before: ByProcess<number>,
  after: ByProcess<number>,
  count: number,
): ByProcess<number> {
  const spent = processNames.flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (from === undefined || to === undefined) return [];
    return [[name, (1_000 * (to - from)) / count] as const];
  });
  return Object.fromEntries(spent);
}

export function mapProcesses(
  of: ByProcess<number>,
  make: (value: number) => number,
): ByProcess<number> {
  const made = processNames.flatMap((name) => {
    const value = of[name];
    return value === undefined ? [] : [[name, make(value)] as const];
  });
  return Object.fromEntries(made);
}

/** One of each process, made of the rounds; a process that was missing in one is left out. */
export function acrossProcesses<T>(
  rounds: readonly ByProcess<number>[],
  make: (rounds: readonly number[]) => T,
): ByProcess<T> {
  const all = processNames.flatMap((name) => {
    const own = rounds.flatMap((round) => round[name] ?? []);
    return own.length > 0 && own.length === rounds.length ? [[name, make(own)] as const] : [];
  });
  return Object.fromEntries(all);
}

/** All threads of it, user and system; null where there is no such process, or no Linux. */
function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may have spaces, and stands in parentheses.
    const [user = '', system = ''] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
    return (Number(user) + Number(system)) * tickMs;
  } catch {
    return null;
  }
}

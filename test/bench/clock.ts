import { readFileSync } from 'node:fs';
import type { Round } from './measures.js';

/** The measured processes, by their names in the tables. */
export type Pids = Readonly<Record<string, number | undefined>>;

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/**
 * The number of records done at a moment, and the processor time of each process since its start,
 * ms.
 */
export interface Look {
  readonly done: number;
  readonly at: number;
  readonly times: Round;
}

/** Looks at the processes; leaves out those that Linux does not know. */
export function look(done: number, pids: Pids, at = performance.now()): Look {
  const times = Object.entries(pids).map(([name, pid]) => [name, processorMs(pid)] as const);
  return { done, at, times: Object.fromEntries(times.filter(([, ms]) => ms !== null)) as Round };
}

/**
 * Events per second between two looks, and the processor time of each process per event,
 * microseconds.
 */
export function between(from: Look, to: Look): Round {
  const done = to.done - from.done;
  const spent = Object.entries(to.times).flatMap(([name, ms]) => {
    const before = from.times[name];
    return before === undefined ? [] : [[name, (1_000 * (ms - before)) / done] as const];
  });
  return { 'events/s': (1_000 * done) / (to.at - from.at), ...Object.fromEntries(spent) };
}

/**
 * The narrowest window of the looks that contains the events `from` to `to`.
 * @param looks in their order, from one at the beginning to one past `to`
 */
export function windowOf(looks: readonly Look[], from: number, to: number): Round {
  const end = looks.find(({ done }) => done >= to) as Look;
  return between(looks.findLast(({ done }) => done <= from) as Look, end);
}

/**
 * The processor time of all threads, user and system; null without such a process or without Linux.
 */
function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses and may contain spaces.
    const [user = '', system = ''] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
    return (Number(user) + Number(system)) * tickMs;
  } catch {
    return null;
  }
}

/**
 * The share of a round that only warms up the process, its compiled code and the brokers' cache.
 */
const warmUpShare = 0.1;

/**
 * The rate of one candidate in one round. The clock runs from the moment when a tenth of the
 * records is done until all are, so the start of the process and the joining of the group do not
 * count.
 */
export class Stopwatch {
  private last: Look;
  private first: Look | null = null;
  private readonly begins: number;
  private readonly pids: Pids;

  /**
   * @param warmUp the share of the records that does not count
   * @param pids whose processor time is measured too
   */
  constructor(
    private readonly records: number,
    { at = performance.now(), warmUp = warmUpShare, pids = {} as Pids } = {},
  ) {
    this.pids = pids;
    this.last = look(0, pids, at);
    this.begins = records * warmUp;
  }

  /**
   * Tells how many records are done.
   * @param mayBegin false if `done` does not include all work so far
   * @returns the figures of the round, once all are done
   */
  see(done: number, mayBegin = true, at = performance.now()): Round | null {
    const now = look(done, this.pids, at);
    const isOver = done >= this.records;
    // If all were done between two looks, the first of these looks is the beginning.
    if (isOver || (done >= this.begins && mayBegin)) this.first ??= isOver ? this.last : now;
    this.last = now;
    return this.first && isOver ? between(this.first, now) : null;
  }
}

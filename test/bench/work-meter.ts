import type { PositionWatch } from './catching-up.js';
import type { BenchStack } from './bench-stack.js';
import { processorTimes, spentMicros, type ByProcess } from './processors.js';

/** What the processes did for the events of one round. */
export interface Work {
  /** Processor time of one event, microseconds. */
  readonly perEvent: ByProcess<number>;
  readonly perSecond: number;
  /** Commits of the ledger; 0 where there is none. */
  readonly commits: number;
  readonly events: number;
}

/** Reads what each process has taken and how many commits there are, before a round and after. */
export class WorkMeter {
  private begun: Reading | null = null;
  private found: Work | null = null;
  private readonly pids: ByProcess<number>;

  /**
   * The sender is this process, which also listens: to the signs, or as bare kafkajs.
   * @param pids of the others that take part, but the broker
   * @param ledger whose commits are counted; null where none takes part
   */
  constructor(
    stack: BenchStack,
    pids: ByProcess<number>,
    private readonly ledger: Pick<PositionWatch, 'commits'> | null,
  ) {
    this.pids = { ...pids, broker: stack.brokerPid, sender: process.pid };
  }

  async begin(events: number): Promise<void> {
    this.begun = await this.read(events);
  }

  async end(events: number): Promise<void> {
    const [from, to] = [this.begun, await this.read(events)];
    if (!from) throw new Error('the round was over before its warming up');
    const sent = to.events - from.events;
    this.found = {
      perEvent: spentMicros(from.times, to.times, sent),
      perSecond: (1_000 * (to.commits - from.commits)) / (to.at - from.at),
      commits: to.commits - from.commits,
      events: sent,
    };
  }

  /** Of the round that has ended. */
  work(): Work {
    if (!this.found) throw new Error('no round has ended');
    return this.found;
  }

  private async read(events: number): Promise<Reading> {
    const commits = (await this.ledger?.commits()) ?? 0;
    return { times: processorTimes(this.pids), commits, events, at: performance.now() };
  }
}

interface Reading {
  readonly times: ByProcess<number>;
  readonly commits: number;
  readonly events: number;
  readonly at: number;
}

import TinyQueue from 'tinyqueue';
import { Controller, type PitRecord } from './controller.js';
import { jackpotOfTable, type PitJackpot } from './jackpots.js';
import { disturb, undisturbed } from './misbehaviour.js';
import { Random } from './random.js';
import { Table, type Habits } from './table.js';

export interface PitOptions extends Habits {
  readonly tables: number;
  /** Over all tables; 0 for no limit. */
  readonly rounds: number;
  readonly seed: string;
  /** Share of the events that are disturbed. */
  readonly misbehaveShare: number;
  readonly firstSequence: bigint;
}

/** A table and its records that are not taken yet. */
interface TableRun {
  /** If two tables have a record at the same time, the lower goes first. */
  readonly order: number;
  readonly table: Table;
  readonly controller: Controller;
  readonly jackpot: PitJackpot;
  /** Separate random numbers, so that the same rounds are played with misbehaviour and without. */
  readonly misbehaviour: Random;
  roundsLeft: number;
  records: PitRecord[];
  next: number;
  hasBegun: boolean;
}

/**
 * The records of all tables in order of time, from the options alone. Each table's records keep
 * their order.
 */
export class Pit {
  private readonly queue = new TinyQueue<TableRun>(
    [],
    (one, other) => atSeconds(one) - atSeconds(other) || one.order - other.order,
  );

  constructor(
    private readonly options: PitOptions,
    jackpots: readonly PitJackpot[],
  ) {
    for (let index = 0; index < options.tables; index += 1) {
      const run = this.openTable(jackpotOfTable(jackpots, index), index);
      this.playOn(run);
    }
  }

  /** Time of the next record; Infinity when everything is played. */
  get nextAtSeconds(): number {
    const run = this.queue.peek();
    return run ? atSeconds(run) : Infinity;
  }

  next(): PitRecord | null {
    const run = this.queue.pop();
    if (!run) return null;
    const record = run.records[run.next] as PitRecord;
    run.next += 1;
    this.playOn(run);
    return record;
  }

  /** Ends new rounds at all tables; rounds under way are played to the end. */
  close(): void {
    for (const run of this.queue.data) run.roundsLeft = 0;
  }

  private openTable(jackpot: PitJackpot, index: number): TableRun {
    const { tables, rounds, seed, firstSequence } = this.options;
    const source = `F3-${String(index + 1).padStart(Math.max(2, String(tables).length), '0')}`;
    const random = new Random(`${seed}/${index}/play`);
    return {
      order: index,
      table: new Table(jackpot, this.options, firstSequence, random),
      controller: new Controller(source, jackpot, firstSequence),
      jackpot,
      misbehaviour: new Random(`${seed}/${index}/faults`),
      roundsLeft:
        rounds === 0 ? Infinity : Math.floor(rounds / tables) + (index < rounds % tables ? 1 : 0),
      records: [],
      next: 0,
      hasBegun: false,
    };
  }

  /** Queues the table's next record, and plays a round first if none is left. */
  private playOn(run: TableRun): void {
    if (run.next === run.records.length) {
      run.records = this.moreRecords(run);
      run.next = 0;
    }
    if (run.next < run.records.length) this.queue.push(run);
  }

  private moreRecords(run: TableRun): PitRecord[] {
    const { table, controller, jackpot, misbehaviour } = run;
    const events = run.roundsLeft > 0 ? table.playRound() : table.close();
    if (run.roundsLeft > 0) run.roundsLeft -= 1;
    const isFirst = !run.hasBegun;
    run.hasBegun = true;
    const share = this.options.misbehaveShare;
    if (share === 0) return controller.records(undisturbed(events));
    return controller.records(disturb(misbehaviour, events, { share, jackpot, isFirst }));
  }
}

/** Returns the time of the next record of a queued table. */
function atSeconds({ records, next }: TableRun): number {
  return (records[next] as PitRecord).atSeconds;
}

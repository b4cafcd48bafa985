import { PriorityQueue } from './priority-queue.js';
import { Controller, type PitRecord } from './controller.js';
import { jackpotOfTable, type PitJackpot } from './jackpots.js';
import { disturb, undisturbed } from './misbehaviour.js';
import { Random } from './random.js';
import { Table, type Habits } from './table.js';

export interface PitOptions extends Habits {
  readonly tables: number;
  /** Over all tables; 0 for no end. */
  readonly rounds: number;
  readonly seed: string;
  /** Share of the events that are disturbed. */
  readonly misbehaveShare: number;
  readonly firstSequence: bigint;
}

/** A table, and the records of it that are still to be taken. */
interface TableRun {
  readonly table: Table;
  readonly controller: Controller;
  readonly jackpot: PitJackpot;
  /** The misbehaviour's own, so that the same rounds are played with it and without. */
  readonly faults: Random;
  roundsLeft: number;
  records: PitRecord[];
  next: number;
  hasBegun: boolean;
}

/**
 * All tables, their records in one order: that of the clock on the wall, and of each table that in
 * which it sends them. It depends on the options alone.
 */
export class Pit {
  private readonly agenda = new PriorityQueue<TableRun>();

  constructor(
    private readonly options: PitOptions,
    jackpots: readonly PitJackpot[],
  ) {
    for (let index = 0; index < options.tables; index += 1) {
      const place = this.openTable(jackpotOfTable(jackpots, index), index);
      this.playOn(place, index);
    }
  }

  /** When the next record is due, in seconds; Infinity when all is played. */
  get nextAt(): number {
    return this.agenda.nextAt;
  }

  next(): PitRecord | null {
    const due = this.agenda.take();
    if (!due) return null;
    const { item: place, order } = due;
    const record = place.records[place.next] as PitRecord;
    place.next += 1;
    this.playOn(place, order);
    return record;
  }

  /** No table begins another round; those that have begun are played to their end. */
  close(): void {
    for (const place of this.agenda.items()) place.roundsLeft = 0;
  }

  private openTable(jackpot: PitJackpot, index: number): TableRun {
    const { tables, rounds, seed, firstSequence } = this.options;
    const source = `F3-${String(index + 1).padStart(Math.max(2, String(tables).length), '0')}`;
    const table = new Table(
      jackpot,
      this.options,
      firstSequence,
      new Random(`${seed}/${index}/play`),
    );
    return {
      table,
      controller: new Controller(source, jackpot, firstSequence),
      jackpot,
      faults: new Random(`${seed}/${index}/faults`),
      roundsLeft:
        rounds === 0 ? Infinity : Math.floor(rounds / tables) + (index < rounds % tables ? 1 : 0),
      records: [],
      next: 0,
      hasBegun: false,
    };
  }

  /** Puts the table's next record on the agenda, playing a round for it where there is none left. */
  private playOn(place: TableRun, order: number): void {
    if (place.next === place.records.length) {
      place.records = this.moreRecords(place);
      place.next = 0;
    }
    const next = place.records[place.next];
    if (next) this.agenda.add(place, next.at, order);
  }

  private moreRecords(place: TableRun): PitRecord[] {
    const { table, controller, jackpot, faults } = place;
    const plays = place.roundsLeft > 0 ? table.playRound() : table.close();
    if (place.roundsLeft > 0) place.roundsLeft -= 1;
    const isFirst = !place.hasBegun;
    place.hasBegun = true;
    const share = this.options.misbehaveShare;
    if (share === 0) return controller.records(undisturbed(plays));
    return controller.records(disturb(faults, plays, { share, jackpot, isFirst }));
  }
}

import type { TableEvent } from './events.js';
import type { RecordPosition } from './position.js';
import type { Outcome } from './outcome.js';
import type { Approval, Jackpot, PartitionState, TableState } from './state.js';

/** One event of a table in the fold: what it acts on and, filled in as it goes, what it did. */
export interface Step {
  readonly jackpot: Jackpot;
  /** What is remembered of the event's source for this jackpot. */
  readonly table: TableState;
  readonly event: TableEvent;
  readonly position: RecordPosition;
  readonly outcome: Outcome;
  /** All of the partition. */
  readonly tables: PartitionState['tables'];
}

/** What a command acts on, and what it did. */
export interface Acted extends Pick<Step, 'jackpot' | 'outcome' | 'position' | 'tables'> {
  /** Everybody who has signed it, in the order of their records. */
  readonly people: readonly Approval[];
}

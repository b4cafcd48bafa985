import type { TableEvent } from './events.js';
import type { RecordPosition } from './position.js';
import type { Outcome } from './outcome.js';
import type { Approval, Jackpot, PartitionState, TableState } from './state.js';

/**
 * One event of a table in the fold: the state it acts on and, filled in step by step, its effect.
 */
export interface Step {
  readonly jackpot: Jackpot;
  /** The state of the event's source for this jackpot. */
  readonly table: TableState;
  readonly event: TableEvent;
  readonly position: RecordPosition;
  readonly outcome: Outcome;
  /** All of the partition. */
  readonly tables: PartitionState['tables'];
}

/** The state that a command acts on, and its effect. */
export interface Acted extends Pick<Step, 'jackpot' | 'outcome' | 'position' | 'tables'> {
  /** Everybody who has signed it, in the order of their records. */
  readonly people: readonly Approval[];
}

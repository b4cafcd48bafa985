import type { Gate } from './gate.js';
import type { Halt, HaltReason } from './halting.js';
import { Pace } from './pace.js';
import { Opening, type ReadingState } from './partition-state.js';

export interface PartitionStatus {
  readonly partition: number;
  /** `opening`: the ledger or the log has not answered yet. */
  readonly state: ReadingState['name'];
  readonly reason: HaltReason | undefined;
  readonly detail: string | undefined;
  /** If false, position and lag are 0. */
  readonly isPositionKnown: boolean;
  /** Offset of the next record to apply. */
  readonly position: number;
  /** Records that wait in the log; 0 while the position is unknown. */
  readonly lag: number;
  /** Age of the oldest waiting record, see `Backlog`; undefined if it is unknown. */
  readonly lagForMs: number | undefined;
  /**
   * See `Backlog`; for a halted partition at least the time since the halt; undefined while the
   * position is unknown.
   */
  readonly behindMs: number | undefined;
  /** Time with lag but without progress, or time waited for the brokers while opening. */
  readonly stuckForMs: number | undefined;
}

/**
 * An assigned partition. Opening it again makes a new object, so that work under way for the old
 * one has no effect.
 */
export class AssignedPartition {
  readonly pace = new Pace();
  /** True while a batch of it is processed. */
  isBusy = false;
  /** Work without a batch, such as a commit of what was left; it is not fetched meanwhile. */
  committing: Promise<void> | undefined;

  constructor(
    readonly partition: number,
    private current: ReadingState = new Opening(),
  ) {}

  get state(): ReadingState {
    return this.current;
  }

  /** @throws Error if it is not being opened. */
  open(gate: Gate, position: number, high: number, newestMs = 0): void {
    if (this.current.name !== 'opening') throw this.cannot('be opened');
    this.current = this.current.open(gate, position, high, newestMs);
  }

  halt(reason: Halt): void {
    this.current = this.current.halt(reason);
  }

  /** @throws Error while it is being opened: that attempt must end first. */
  again(): AssignedPartition {
    if (this.current.name === 'opening') throw this.cannot('be opened again');
    return new AssignedPartition(this.partition, this.current.reopen());
  }

  status(): PartitionStatus {
    const { name, unresolvedHalt, backlog } = this.current;
    const waitsFor = this.current.name === 'opening' ? this.current.waitsFor : undefined;
    return {
      partition: this.partition,
      state: unresolvedHalt ? 'halted' : name,
      reason: unresolvedHalt?.reason,
      detail: unresolvedHalt?.detail ?? waitsFor,
      isPositionKnown: backlog !== undefined,
      position: backlog?.position ?? 0,
      lag: backlog?.records ?? 0,
      lagForMs: backlog?.ageMs(),
      behindMs: this.current.behindMs(),
      stuckForMs: this.current.stuckForMs(),
    };
  }

  private cannot(what: string): Error {
    return new Error(`partition ${this.partition} cannot ${what} while it is ${this.current.name}`);
  }
}

import type { Gate } from './gate.js';
import type { Halt, HaltReason } from './halting.js';

export interface PartitionStatus {
  readonly partition: number;
  /** `opening`: the ledger or the log has not answered yet. */
  readonly state: 'opening' | 'open' | 'halted';
  readonly reason: HaltReason | null;
  readonly detail: string | null;
  readonly position: number;
  /** Records that wait in the log. */
  readonly lag: number;
  readonly stuckSinceMs: number | null;
}

/** What the server knows of a partition from one assignment to the next. */
export class AssignedPartition {
  gate: Gate | null = null;
  halted: Halt | null = null;
  /** The halt of the attempt before, so that the same finding is not reported again. */
  lastHalt: Halt | null = null;
  position = 0;
  high = 0;
  private settle: () => void = () => undefined;
  private readonly settled = new Promise<void>((resolve) => (this.settle = resolve));
  private progressAt = Date.now();
  private haltedAt = 0;

  constructor(readonly partition: number) {}

  open(gate: Gate, position: number, high: number): void {
    this.gate = gate;
    this.position = position;
    this.high = high;
    this.lastHalt = null;
    this.settle();
  }

  halt(reason: Halt): void {
    this.halted = reason;
    this.haltedAt = Date.now();
    this.settle();
  }

  haltedForMs(): number {
    return this.halted ? Date.now() - this.haltedAt : 0;
  }

  advance(position: number): void {
    this.gate?.advance(position);
    this.position = position;
    this.progressAt = Date.now();
  }

  /** Waits until the partition is open or halted, a few seconds at the most, keeping the session. */
  async untilSettled(heartbeat: () => Promise<void>): Promise<void> {
    for (let waited = 0; waited < 5; waited += 1) {
      if (this.gate || this.halted) return;
      let timer: NodeJS.Timeout | undefined;
      const second = new Promise((resolve) => (timer = setTimeout(resolve, 1_000)));
      await Promise.race([this.settled, second]);
      clearTimeout(timer);
      await heartbeat();
    }
  }

  status(): PartitionStatus {
    const lag = Math.max(0, this.high - this.position);
    if (lag === 0) this.progressAt = Date.now();
    const halted = this.halted ?? (this.gate ? null : this.lastHalt);
    return {
      partition: this.partition,
      state: halted ? 'halted' : this.gate ? 'open' : 'opening',
      reason: halted?.reason ?? null,
      detail: halted?.detail ?? null,
      position: this.position,
      lag,
      stuckSinceMs: lag > 0 && !halted ? Date.now() - this.progressAt : null,
    };
  }
}

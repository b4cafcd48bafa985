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
  /** For how long it has been opening, or has had lag without progress; null when neither. */
  readonly stuckForMs: number | null;
}

/** What the server knows of a partition from one assignment to the next. */
export class AssignedPartition {
  gate: Gate | null = null;
  halted: Halt | null = null;
  /**
   * The halt of the attempt before, until the log has shown that it is over: so the same finding is
   * not reported again, and the partition does not seem well for the moment of the look.
   */
  lastHalt: Halt | null = null;
  /** When the last batch came. */
  heardAt = 0;
  /** When it was done with; where that took long, when it came. */
  doneAt = 0;
  /** More records waited behind that batch, as the broker said with it. */
  moreWaited = false;
  /** What it waits for while it is being opened. */
  waitsFor: string | null = null;
  position = 0;
  private leaderEpoch: number | null = null;
  private high = 0;
  private settle: () => void = () => undefined;
  private readonly settled = new Promise<void>((resolve) => (this.settle = resolve));
  private progressAt = Date.now();
  private haltedAt = 0;
  private isReload = false;

  constructor(readonly partition: number) {}

  /** The partition as it is opened again. Only records applied are progress, not this. */
  again(): AssignedPartition {
    const next = new AssignedPartition(this.partition);
    next.lastHalt = this.halted ?? this.lastHalt;
    if (!this.halted) {
      next.progressAt = this.progressAt;
      next.isReload = true;
    }
    return next;
  }

  open(gate: Gate, position: number, high: number): void {
    this.gate = gate;
    this.position = position;
    this.high = high;
    if (gate.wanted >= high) this.lastHalt = null;
    if (!this.isReload) this.progressAt = Date.now();
    this.settle();
  }

  /** The gate has let through what the log gave, the last of it written under this leader. */
  passed(leaderEpoch: number | null): void {
    this.lastHalt = null;
    this.leaderEpoch = leaderEpoch;
  }

  /** Whoever leads now may not have had all that the leader before had, and may have other records. */
  hasOtherLeader(leaderEpoch: number | null): boolean {
    return this.leaderEpoch !== null && leaderEpoch !== this.leaderEpoch;
  }

  /** Open, and nothing is known to wait. */
  isQuiet(): boolean {
    return this.gate !== null && !this.halted && this.lag() === 0;
  }

  halt(reason: Halt): void {
    this.halted = reason;
    this.haltedAt = Date.now();
    this.settle();
  }

  haltedForMs(): number {
    return this.halted ? Date.now() - this.haltedAt : 0;
  }

  advance(position: number, anchor: string | null): void {
    this.gate?.advance(position, anchor);
    this.position = position;
    this.progressAt = Date.now();
  }

  /** The log ends at `high` now; a partition that had no lag has not been stuck until now. */
  seeHigh(high: number): void {
    if (this.lag() === 0) this.progressAt = Math.max(this.progressAt, Date.now());
    this.high = high;
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
    const lag = this.lag();
    const halted = this.halted ?? this.lastHalt;
    const isWaiting = this.gate ? !this.halted && lag > 0 : !halted;
    return {
      partition: this.partition,
      state: halted ? 'halted' : this.gate ? 'open' : 'opening',
      reason: halted?.reason ?? null,
      detail: halted?.detail ?? (this.gate ? null : this.waitsFor),
      position: this.position,
      lag,
      stuckForMs: isWaiting ? Date.now() - this.progressAt : null,
    };
  }

  private lag(): number {
    return this.gate ? Math.max(0, this.high - this.position) : 0;
  }
}

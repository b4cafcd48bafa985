import type { Gate } from './gate.js';
import type { Halt } from './halting.js';
import { SilenceRule } from './silence-rule.js';

/** What a partition is; README.md has the diagram. Each state has its transitions as methods. */
export type PartitionState = Opening | Open | Halted;

interface PreviousState {
  /** When it last made progress, if it was open until now. */
  readonly progressAtMs?: number;
  /** The halt of the attempt before, until the log has shown that it is over. */
  readonly unresolvedHalt?: Halt | undefined;
}

/** The ledger has not yet said its position, or the brokers where the log begins and ends. */
export class Opening {
  readonly name = 'opening';
  readonly isPositionKnown = false;
  readonly position = 0;
  readonly lag = 0;
  readonly unresolvedHalt: Halt | undefined;
  /** What it waits for, as a sentence. */
  waitsFor: string | undefined;
  private progressAtMs: number;
  private readonly wasOpen: boolean;

  constructor({ progressAtMs, unresolvedHalt }: PreviousState = {}) {
    this.wasOpen = progressAtMs !== undefined;
    this.progressAtMs = progressAtMs ?? Date.now();
    this.unresolvedHalt = unresolvedHalt;
  }

  /** Only applied records are progress: being opened again is not. */
  open(gate: Gate, position: number, high: number): Open {
    return new Open(gate, position, high, {
      progressAtMs: this.wasOpen ? this.progressAtMs : Date.now(),
      unresolvedHalt: gate.wanted >= high ? undefined : this.unresolvedHalt,
    });
  }

  halt(reason: Halt): Halted {
    return new Halted(reason);
  }

  /** While the brokers answer, nothing in the log is stuck. */
  seeHigh(_high: number): void {
    this.progressAtMs = Date.now();
  }

  stuckForMs(): number | undefined {
    return this.unresolvedHalt ? undefined : Date.now() - this.progressAtMs;
  }
}

/** Records pass its gate and are applied. */
export class Open {
  readonly name = 'open';
  readonly isPositionKnown = true;
  readonly silence = new SilenceRule();
  unresolvedHalt: Halt | undefined;
  private progressAtMs: number;

  constructor(
    readonly gate: Gate,
    private nextOffset: number,
    private high: number,
    { progressAtMs, unresolvedHalt }: PreviousState & { readonly progressAtMs: number },
  ) {
    this.progressAtMs = progressAtMs;
    this.unresolvedHalt = unresolvedHalt;
  }

  /** The offset of the next record to apply. */
  get position(): number {
    return this.nextOffset;
  }

  get lag(): number {
    return Math.max(0, this.high - this.nextOffset);
  }

  /** The gate has let records through, so the log is the one that was applied. */
  passed(leaderEpoch: number | undefined): void {
    this.unresolvedHalt = undefined;
    this.silence.passed(leaderEpoch);
  }

  advance(position: number, anchor: string | undefined): void {
    this.gate.advance(position, anchor);
    this.nextOffset = position;
    this.progressAtMs = Date.now();
  }

  /** The log ends at `high` now. Without lag a partition was not stuck until now. */
  seeHigh(high: number): void {
    if (this.lag === 0) this.progressAtMs = Math.max(this.progressAtMs, Date.now());
    this.high = high;
  }

  stuckForMs(): number | undefined {
    return this.lag > 0 ? Date.now() - this.progressAtMs : undefined;
  }

  halt(reason: Halt): Halted {
    return new Halted(reason, this);
  }

  reopen(): Opening {
    const { progressAtMs, unresolvedHalt } = this;
    return new Opening({ progressAtMs, unresolvedHalt });
  }
}

/** Nothing is applied. A commit that was under way when it was halted may still end. */
export class Halted {
  readonly name = 'halted';
  private readonly haltedAtMs = Date.now();

  constructor(
    readonly unresolvedHalt: Halt,
    private readonly open?: Open,
  ) {}

  /** Not where it was halted before it was open. */
  get isPositionKnown(): boolean {
    return this.open !== undefined;
  }

  get position(): number {
    return this.open?.position ?? 0;
  }

  get lag(): number {
    return this.open?.lag ?? 0;
  }

  haltedForMs(): number {
    return Date.now() - this.haltedAtMs;
  }

  seeHigh(high: number): void {
    this.open?.seeHigh(high);
  }

  stuckForMs(): undefined {
    return undefined;
  }

  /** The commit that was under way has found something worse, or the same. */
  halt(reason: Halt): Halted {
    return new Halted(reason, this.open);
  }

  reopen(): Opening {
    return new Opening({ unresolvedHalt: this.unresolvedHalt });
  }
}

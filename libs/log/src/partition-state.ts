import { Backlog } from './backlog.js';
import type { Gate } from './gate.js';
import type { Halt } from './halting.js';
import { anchorOf, type LogRecord } from './record.js';
import { SilenceRule } from './silence-rule.js';

/**
 * The states of a partition; README.md has the diagram. Each state has its transitions as methods.
 */
export type ReadingState = Opening | Open | Halted;

interface PreviousState {
  /** Time of the last progress, ms of `performance.now()`, if it was open until now. */
  readonly progressAtMs?: number;
  /** The halt of the previous attempt, until the log has shown that it is over. */
  readonly unresolvedHalt?: Halt | undefined;
  /** Its unapplied records, if its position was known. */
  readonly backlog?: Backlog | undefined;
}

/** The ledger has not given its position yet, or the brokers the begin and end of the log. */
export class Opening {
  readonly name = 'opening';
  /** Unknown before it is open; `backlog` has the earlier position. */
  readonly position = 0;
  readonly next = 0;
  readonly lag = 0;
  readonly backlog: Backlog | undefined;
  readonly unresolvedHalt: Halt | undefined;
  /** The cause of the wait, as a sentence. */
  waitsFor: string | undefined;
  private progressAtMs: number;
  private readonly wasOpen: boolean;

  constructor({ progressAtMs, unresolvedHalt, backlog }: PreviousState = {}) {
    this.wasOpen = progressAtMs !== undefined;
    this.progressAtMs = progressAtMs ?? performance.now();
    this.unresolvedHalt = unresolvedHalt;
    this.backlog = backlog;
  }

  /** Only applied records are progress: being opened again is not. */
  open(gate: Gate, position: number, high: number, newestMs: number): Open {
    const known = this.backlog?.reopen(position, high);
    const backlog = known ?? new Backlog(position, high, newestMs);
    return new Open(gate, backlog, {
      progressAtMs: this.wasOpen ? this.progressAtMs : performance.now(),
      unresolvedHalt: gate.wanted >= high ? undefined : this.unresolvedHalt,
    });
  }

  halt(reason: Halt): Halted {
    return new Halted(reason, this.backlog);
  }

  behindMs(): number | undefined {
    return this.backlog?.behindMs();
  }

  /** While the brokers answer, nothing in the log is stuck. */
  seeHigh(high: number): void {
    this.backlog?.seeEnd(high);
    this.progressAtMs = performance.now();
  }

  stuckForMs(): number | undefined {
    return this.unresolvedHalt ? undefined : Math.round(performance.now() - this.progressAtMs);
  }
}

/** The records applied after the last commit. */
interface Ahead {
  readonly lastAtMs: number | undefined;
  readonly newestMs: number | undefined;
  /** Time at which the last of them was applied, ms of `performance.now()`. */
  readonly appliedAtMs: number;
}

/** Records pass the gate and are applied. */
export class Open {
  readonly name = 'open';
  readonly silence = new SilenceRule();
  unresolvedHalt: Halt | undefined;
  private progressAtMs: number;
  private ahead: Ahead | undefined;

  constructor(
    readonly gate: Gate,
    readonly backlog: Backlog,
    { progressAtMs, unresolvedHalt }: PreviousState & { readonly progressAtMs: number },
  ) {
    this.progressAtMs = progressAtMs;
    this.unresolvedHalt = unresolvedHalt;
  }

  /** The position of the ledger. */
  get position(): number {
    return this.backlog.position;
  }

  /** The offset of the next record to apply: after the position if some are uncommitted. */
  get next(): number {
    return this.gate.next;
  }

  /** Time since the last uncommitted record was applied; -1 without one. */
  idleForMs(): number {
    return this.ahead ? performance.now() - this.ahead.appliedAtMs : -1;
  }

  get lag(): number {
    return this.backlog.records;
  }

  /** Notes that the gate has let records pass, so the log is the one that was applied. */
  passed(leaderEpoch: number | undefined): void {
    this.unresolvedHalt = undefined;
    this.silence.passed(leaderEpoch);
  }

  behindMs(): number | undefined {
    return this.backlog.behindMs();
  }

  /** Notes that these records were read, including those not applied yet. */
  deliver(records: readonly LogRecord[]): void {
    // The oldest record that waits for a commit is then already known.
    if (this.ahead) return;
    const next = records.find(({ offset }) => offset >= this.position);
    if (next) this.backlog.deliver(next.recordedAtMs, next.offset === this.position);
  }

  /**
   * @param next offset after the last applied record
   * @param applied records up to that one and perhaps later ones
   * @param isCommitted whether they are committed, with all before them; only a commit is progress
   */
  advance(next: number, applied: readonly LogRecord[], isCommitted = true): void {
    const last = applied.find(({ offset }) => offset === next - 1);
    this.gate.advance(next, last && anchorOf(last));
    const newestMs = newestOf(next, applied, this.ahead?.newestMs);
    this.ahead = { lastAtMs: last?.recordedAtMs, newestMs, appliedAtMs: performance.now() };
    if (isCommitted) this.committed();
  }

  /** Notes that all applied records are committed. */
  committed(): void {
    const { ahead } = this;
    if (!ahead) return;
    this.backlog.apply(this.next, ahead.lastAtMs, ahead.newestMs);
    this.progressAtMs = performance.now();
    this.ahead = undefined;
  }

  /**
   * Notes that the log now ends at `high`. A partition without lag was not stuck until now.
   * @param askedSteadyMs time of the request to the brokers, ms of `performance.now()`, if known
   */
  seeHigh(high: number, askedSteadyMs?: number): void {
    if (this.lag === 0) this.progressAtMs = Math.max(this.progressAtMs, performance.now());
    this.backlog.seeEnd(high, this.unresolvedHalt ? undefined : askedSteadyMs);
  }

  stuckForMs(): number | undefined {
    return this.lag > 0 ? Math.round(performance.now() - this.progressAtMs) : undefined;
  }

  halt(reason: Halt): Halted {
    return new Halted(reason, this.backlog);
  }

  reopen(): Opening {
    const { progressAtMs, unresolvedHalt, backlog } = this;
    return new Opening({ progressAtMs, unresolvedHalt, backlog });
  }
}

/**
 * The newest timestamp of the records before a position, and of older ones; undefined without any.
 */
function newestOf(
  position: number,
  records: readonly LogRecord[],
  newestMs?: number,
): number | undefined {
  for (const { offset, recordedAtMs } of records) {
    if (offset < position) newestMs = Math.max(newestMs ?? 0, recordedAtMs);
  }
  return newestMs;
}

/** Nothing is applied. A commit that was under way when it was halted may still end. */
export class Halted {
  readonly name = 'halted';
  private readonly haltedAtMs = performance.now();

  constructor(
    readonly unresolvedHalt: Halt,
    /** Undefined if it was halted before its position was known. */
    readonly backlog?: Backlog,
  ) {}

  get position(): number {
    return this.backlog?.position ?? 0;
  }

  get next(): number {
    return this.position;
  }

  get lag(): number {
    return this.backlog?.records ?? 0;
  }

  /** Not improved by a halt: records that were right before the halt may be wrong since then. */
  behindMs(): number | undefined {
    return this.backlog?.behindMs();
  }

  haltedForMs(): number {
    return performance.now() - this.haltedAtMs;
  }

  seeHigh(high: number): void {
    this.backlog?.seeEnd(high);
  }

  stuckForMs(): undefined {
    return undefined;
  }

  /** The commit under way has found something worse, or the same. */
  halt(reason: Halt): Halted {
    return new Halted(reason, this.backlog);
  }

  reopen(): Opening {
    const { unresolvedHalt, backlog } = this;
    return new Opening({ unresolvedHalt, backlog });
  }
}

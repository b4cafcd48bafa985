import { Backlog } from './backlog.js';
import type { Gate } from './gate.js';
import type { Halt } from './halting.js';
import { anchorOf, type LogRecord } from './record.js';
import { SilenceRule } from './silence-rule.js';

/** What a partition is; README.md has the diagram. Each state has its transitions as methods. */
export type ReadingState = Opening | Open | Halted;

interface PreviousState {
  /** When it last made progress, if it was open until now. */
  readonly progressAtMs?: number;
  /** The halt of the attempt before, until the log has shown that it is over. */
  readonly unresolvedHalt?: Halt | undefined;
  /** What it had not applied, if its position was known. */
  readonly backlog?: Backlog | undefined;
}

/** The ledger has not yet said its position, or the brokers where the log begins and ends. */
export class Opening {
  readonly name = 'opening';
  /** Not known before it is open; `backlog` has what it was. */
  readonly position = 0;
  readonly next = 0;
  readonly lag = 0;
  readonly backlog: Backlog | undefined;
  readonly unresolvedHalt: Halt | undefined;
  /** What it waits for, as a sentence. */
  waitsFor: string | undefined;
  private progressAtMs: number;
  private readonly wasOpen: boolean;

  constructor({ progressAtMs, unresolvedHalt, backlog }: PreviousState = {}) {
    this.wasOpen = progressAtMs !== undefined;
    this.progressAtMs = progressAtMs ?? Date.now();
    this.unresolvedHalt = unresolvedHalt;
    this.backlog = backlog;
  }

  /** Only applied records are progress: being opened again is not. */
  open(gate: Gate, position: number, high: number, newestMs: number): Open {
    const known = this.backlog?.reopen(position, high);
    const backlog = known ?? new Backlog(position, high, newestMs);
    return new Open(gate, backlog, {
      progressAtMs: this.wasOpen ? this.progressAtMs : Date.now(),
      unresolvedHalt: gate.wanted >= high ? undefined : this.unresolvedHalt,
    });
  }

  halt(reason: Halt): Halted {
    return new Halted(reason, this.backlog);
  }

  behindMs(): number | undefined {
    return this.backlog?.behindMs(Date.now());
  }

  /** While the brokers answer, nothing in the log is stuck. */
  seeHigh(high: number): void {
    this.backlog?.seeEnd(high);
    this.progressAtMs = Date.now();
  }

  stuckForMs(): number | undefined {
    return this.unresolvedHalt ? undefined : Date.now() - this.progressAtMs;
  }
}

/** What is applied after the last commit. */
interface Ahead {
  readonly lastAtMs: number | undefined;
  readonly newestMs: number | undefined;
  /** When the last of them was applied. */
  readonly appliedAtMs: number;
}

/** Records pass its gate and are applied. */
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

  /** The ledger's. */
  get position(): number {
    return this.backlog.position;
  }

  /** The offset of the next record to apply: after the position where some are not committed. */
  get next(): number {
    return this.gate.next;
  }

  /** How long ago the last uncommitted record was applied; -1 where there is none. */
  idleForMs(): number {
    return this.ahead ? Date.now() - this.ahead.appliedAtMs : -1;
  }

  get lag(): number {
    return this.backlog.records;
  }

  /** The gate has let records through, so the log is the one that was applied. */
  passed(leaderEpoch: number | undefined): void {
    this.unresolvedHalt = undefined;
    this.silence.passed(leaderEpoch);
  }

  behindMs(): number | undefined {
    return this.backlog.behindMs(Date.now());
  }

  /** These records were read, those that are not applied yet among them. */
  deliver(records: readonly LogRecord[]): void {
    // The oldest that waits for a commit is known then.
    if (this.ahead) return;
    const next = records.find(({ offset }) => offset >= this.position);
    if (next) this.backlog.deliver(next.recordedAtMs);
  }

  /**
   * @param next offset after the last that is applied
   * @param applied records up to that and perhaps after it
   * @param isCommitted with all before them; progress is what is committed
   */
  advance(next: number, applied: readonly LogRecord[], isCommitted = true): void {
    const last = applied.find(({ offset }) => offset === next - 1);
    this.gate.advance(next, last && anchorOf(last));
    const newestMs = newestOf(next, applied, this.ahead?.newestMs);
    this.ahead = { lastAtMs: last?.recordedAtMs, newestMs, appliedAtMs: Date.now() };
    if (isCommitted) this.committed();
  }

  /** All that is applied is committed. */
  committed(): void {
    const { ahead } = this;
    if (!ahead) return;
    this.backlog.apply(this.next, ahead.lastAtMs, ahead.newestMs);
    this.progressAtMs = Date.now();
    this.ahead = undefined;
  }

  /**
   * The log ends at `high` now. Without lag a partition was not stuck until now.
   * @param askedAtMs when the brokers were asked, where that is known
   */
  seeHigh(high: number, askedAtMs?: number): void {
    if (this.lag === 0) this.progressAtMs = Math.max(this.progressAtMs, Date.now());
    this.backlog.seeEnd(high, this.unresolvedHalt ? undefined : askedAtMs);
  }

  stuckForMs(): number | undefined {
    return this.lag > 0 ? Date.now() - this.progressAtMs : undefined;
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
 * The newest timestamp of the records before a position, and of those before them; undefined where
 * there are none.
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
  private readonly haltedAtMs = Date.now();

  constructor(
    readonly unresolvedHalt: Halt,
    /** Undefined where it was halted before its position was known. */
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

  /** It stays as old as it was: what was right before the halt may be wrong since then. */
  behindMs(): number | undefined {
    return this.backlog?.behindMs(Date.now());
  }

  haltedForMs(): number {
    return Date.now() - this.haltedAtMs;
  }

  seeHigh(high: number): void {
    this.backlog?.seeEnd(high);
  }

  stuckForMs(): undefined {
    return undefined;
  }

  /** The commit that was under way has found something worse, or the same. */
  halt(reason: Halt): Halted {
    return new Halted(reason, this.backlog);
  }

  reopen(): Opening {
    const { unresolvedHalt, backlog } = this;
    return new Opening({ unresolvedHalt, backlog });
  }
}

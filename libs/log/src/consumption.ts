import type { EachBatchPayload } from 'kafkajs';
import { AssignedPartition, type PartitionStatus } from './assigned-partition.js';
import { logBehind, logTrimmed, watermarksOf, whyCountWrong, type Watermarks } from './gate.js';
import type { ConsumptionParts } from './consumption-parts.js';
import { findPosition, whyTopicUnsafe } from './find-position.js';
import { handOver } from './hand-over.js';
import { isTemporary, type Halt } from './halting.js';
import { leaderEpochOf, toRecords, watchOf } from './kafka.js';
import type { Applied } from './log-handler.js';
import { LogEnds } from './log-ends.js';
import { recordsPerApply } from './pace.js';
import { PartitionLines } from './partition-lines.js';
import type { Open } from './partition-state.js';
import type { LogRecord } from './record.js';

/**
 * Time limit for all runs of one delivery: until it is done, kafkajs fetches no other partition.
 * The rest is delivered again.
 */
export const turnMs = 50;
/** Time after which the work on a batch goes on without it, so that others are fetched. */
const standAsideMs = 500;
const lookAgainEveryMs = 10_000;
/** Time without a batch after which uncommitted records are committed. */
const idleMs = 2_000;

/**
 * The partitions of one consumer: opens them, hands over records in order, and halts on a fault.
 */
export class Consumption {
  private readonly partitions = new Map<number, AssignedPartition>();
  private readonly lines: PartitionLines;
  readonly ends = new LogEnds();

  constructor(private readonly parts: ConsumptionParts) {
    this.lines = new PartitionLines(parts.sink);
  }

  statuses(): PartitionStatus[] {
    return [...this.partitions.values()].map((assigned) => assigned.status());
  }

  /** Tells whether every partition that is fetched has applied all records known to exist. */
  isCaughtUp(): boolean {
    return [...this.partitions.values()].every(
      ({ state, committing }) => committing !== undefined || state.name !== 'open' || !state.lag,
    );
  }

  /** Stops opening and applying; work under way ends by itself. */
  end(): void {
    this.partitions.clear();
  }

  /** Called by kafkajs, so it never throws: `openPartition` retries failed steps. */
  join(assignment: readonly number[]): void {
    this.partitions.clear();
    const joined = [...assignment].sort((a, b) => a - b).map((each) => new AssignedPartition(each));
    for (const assigned of joined) {
      this.partitions.set(assigned.partition, assigned);
      this.pause(assigned);
    }
    void Promise.resolve(this.parts.ledger.assigned(assignment))
      .catch((error: unknown) => this.lines.notAssigned(error))
      .then(() => Promise.all(joined.map((assigned) => this.openPartition(assigned))));
  }

  /** After a join kafkajs may forget its seek, or deliver older fetches: the gate detects it. */
  async onBatch(payload: EachBatchPayload): Promise<void> {
    const assigned = this.partitions.get(payload.batch.partition);
    if (!assigned) return;
    assigned.isBusy = true;
    try {
      await this.pass(assigned, payload);
    } finally {
      assigned.isBusy = false;
    }
  }

  private async pass(assigned: AssignedPartition, payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, isStale } = payload;
    const open = assigned.state;
    if (open.name !== 'open' || isStale() || !this.has(assigned) || assigned.committing) return;

    const { gate, silence } = open;
    const nowMs = performance.now();
    const epoch = leaderEpochOf(batch.messages[0]);
    // If the process was stopped since the fetch, the batch is as old as the fetch.
    const { sinceMs = nowMs, untilMs = nowMs } = watchOf(batch) ?? {};
    if (silence.mustRecognise(nowMs, epoch, sinceMs)) gate.doubt();
    silence.heard(Math.min(nowMs, untilMs));
    open.seeHigh(Number(batch.highWatermark));
    const { records, fault } = toRecords(batch.partition, batch.messages.slice(0, recordsPerApply));
    open.deliver(records);
    const decision = gate.pass(records, fault);
    if ('seek' in decision) return this.seek(batch.partition, decision.seek);
    if ('outcome' in decision) return this.refuse(assigned, open, decision, heartbeat);
    this.lines.passed(batch.partition, open.unresolvedHalt);
    open.passed(leaderEpochOf(batch.messages.at(-1)));
    const work = this.applyAll(assigned, open, decision.apply, payload).then(() =>
      silence.done(performance.now(), open.next < Number(batch.highWatermark)),
    );
    const isOver = await isOverWithin(work, standAsideMs);
    if (isOver || !this.has(assigned) || assigned.state !== open) return work;
    this.standAside(assigned, open, work);
  }

  /** A commit that waits, as for one Redis of several, holds up no other partition. */
  private standAside(assigned: AssignedPartition, open: Open, work: Promise<void>): void {
    this.pause(assigned);
    assigned.committing = work
      .catch(() => undefined)
      .then(() => {
        assigned.committing = undefined;
        // If it was halted, or is opened again, it is not this work that lets it go on.
        if (this.has(assigned) && assigned.state === open) this.resume(assigned);
      });
  }

  /** Compares the log's ends with the positions, and opens halted partitions again. */
  async watch(onAnswer: () => void): Promise<void> {
    // Commits continue while the brokers answer, so the answer is valid for the earlier positions.
    const before = new Map([...this.partitions.values()].map((each) => [each, each.state.next]));
    const askedSteadyMs = performance.now();
    const offsets = await this.parts.admin.fetchTopicOffsets(this.parts.topic);
    onAnswer();
    this.ends.see(offsets);
    const unsafe = await whyTopicUnsafe(this.parts);
    for (const [assigned, next] of before) {
      if (!this.has(assigned)) continue;
      const { state } = assigned;
      const { low, high } = watermarksOf(offsets, assigned.partition) ?? { low: 0, high: 0 };
      const hasPosition = state.name !== 'opening';
      if (this.handleLost(assigned, next, { low, high })) continue;
      const wrong =
        whyCountWrong(this.parts.identity.partitions, offsets.length) ??
        (hasPosition ? unsafe : undefined) ??
        (hasPosition && high < next ? logBehind(next, high) : undefined) ??
        (hasPosition && low > state.next ? logTrimmed(state.next, low) : undefined);
      if (!wrong) state.seeHigh(Math.max(high, state.next), askedSteadyMs);
      else if (state.name !== 'halted') this.halt(assigned, wrong);
      this.lookAgain(assigned);
    }
    await Promise.all([...this.partitions.values()].map((each) => this.lookAtLedger(each)));
  }

  /**
   * Drops uncommitted records that the log has lost at its end, and commits those that retention
   * has deleted since they were read. @returns false if neither has happened
   */
  private handleLost(assigned: AssignedPartition, next: number, log: Watermarks): boolean {
    const { state } = assigned;
    if (state.name !== 'open' || state.next === state.position) return false;
    if (log.high < next) this.reopen(assigned, `the log ends at ${log.high}, not at ${next}`);
    else if (log.low > state.next) this.commitAlone(assigned, state);
    else return false;
    return true;
  }

  private lookAgain(assigned: AssignedPartition): void {
    const { state } = assigned;
    if (state.name !== 'halted' || !isTemporary(state.unresolvedHalt.reason)) return;
    if (state.haltedForMs() > lookAgainEveryMs) this.reopen(assigned);
  }

  /** Without new records no commit would find out that the ledger has gone back. */
  private async lookAtLedger(assigned: AssignedPartition): Promise<void> {
    const { partition, state } = assigned;
    const { position } = state;
    if (state.name !== 'open' || state.lag > 0) return;
    const answer = await this.parts.ledger.look({ partition, position });
    if (answer.outcome === 'same') return;
    if (!this.has(assigned) || assigned.state.position !== position) return;
    if (answer.outcome === 'halt') this.halt(assigned, answer);
    else this.reopen(assigned, answer.detail);
  }

  private has(assigned: AssignedPartition): boolean {
    return this.partitions.get(assigned.partition) === assigned;
  }

  private async openPartition(assigned: AssignedPartition): Promise<void> {
    const { partition, state: opening } = assigned;
    if (opening.name !== 'opening') return;
    const isOpening = (): boolean => this.has(assigned) && assigned.state === opening;
    await findPosition(this.parts, partition, opening, this.lines, isOpening, (found) => {
      if ('outcome' in found) return this.halt(assigned, found);
      const { gate, opened, high } = found;
      this.seek(partition, gate.wanted);
      this.resume(assigned);
      const before = assigned.state.unresolvedHalt;
      assigned.open(gate, opened.position, high, opened.newestMs);
      if (!assigned.state.unresolvedHalt) this.lines.passed(partition, before);
    });
  }

  private async applyAll(
    assigned: AssignedPartition,
    open: Open,
    records: readonly LogRecord[],
    { resolveOffset, heartbeat, batch }: EachBatchPayload,
  ): Promise<void> {
    const { pace } = assigned;
    let spentMs = 0;
    for (let start = 0; start < records.length && spentMs < turnMs;) {
      const run = records.slice(start, start + pace.records);
      open.deliver(run);
      const waiting = Number(batch.highWatermark) - (run.at(-1)?.offset ?? 0) - 1;
      const { applied, lost } = await this.apply(assigned, run, waiting, heartbeat);
      if (this.has(assigned) && 'position' in applied) {
        open.advance(applied.position, run, applied.outcome === 'applied');
        resolveOffset(String(applied.position - 1));
        pace.took(run.length, applied.foldMs);
        spentMs += applied.foldMs;
        // The ledger may have applied fewer records than it was given.
        start += run.filter(({ offset }) => offset < applied.position).length || run.length;
      }
      // kafkajs joins the group again, or crashes and is restarted.
      if (lost) throw lost.error;
      if (!this.goesOn(assigned, applied)) return;
      await heartbeat();
    }
    // Records that the gate held back (after a gap) are delivered again, at the start of their
    // batch.
    const last = Number(batch.lastOffset());
    if (records.length === 0 && open.next > last) resolveOffset(String(last));
  }

  /** Commits idle partitions; must be called regularly. */
  commitIdle(): void {
    for (const assigned of this.partitions.values()) {
      const { state } = assigned;
      if (state.name === 'open' && state.idleForMs() >= idleMs) this.commitAlone(assigned, state);
    }
  }

  /** Commits without a batch. */
  private commitAlone(assigned: AssignedPartition, open: Open): void {
    if (assigned.isBusy || assigned.committing) return;
    this.standAside(
      assigned,
      open,
      this.commitRest(assigned, open, () => Promise.resolve()),
    );
  }

  /** @throws the heartbeat's error. */
  private async commitRest(
    assigned: AssignedPartition,
    open: Open,
    heartbeat: () => Promise<void>,
  ): Promise<void> {
    if (open.next === open.position) return;
    const { applied, lost } = await this.apply(assigned, [], 0, heartbeat);
    if (applied.outcome === 'applied') open.committed();
    this.goesOn(assigned, applied);
    if (lost) throw lost.error;
  }

  /** Tells whether the next run may be applied. */
  private goesOn(assigned: AssignedPartition, applied: Applied): boolean {
    if (!this.has(assigned)) return false;
    if ('position' in applied) return true;
    if (applied.outcome === 'halt') this.halt(assigned, applied);
    else this.reopen(assigned, applied.detail);
    return false;
  }

  private apply(
    assigned: AssignedPartition,
    records: readonly LogRecord[],
    waiting: number,
    heartbeat: () => Promise<void>,
  ) {
    const { ledger, identity } = this.parts;
    const { partition } = assigned;
    const work = { partition, ...identity, records, waiting, heartbeat };
    return handOver(ledger, work, () => !this.has(assigned));
  }

  private seek(partition: number, offset: number): void {
    this.parts.consumer.seek({ topic: this.parts.topic, partition, offset: String(offset) });
  }

  /** A log that begins after the wanted offset is not a gap: retention has deleted the records. */
  private async refuse(
    assigned: AssignedPartition,
    open: Open,
    reason: Halt,
    heartbeat: () => Promise<void>,
  ): Promise<void> {
    if (open.next > open.position) {
      // The uncommitted records are not in this log; the ledger may still agree with it.
      if (reason.reason === 'log-replaced') return this.reopen(assigned, reason.detail);
      await this.commitRest(assigned, open, heartbeat);
      if (!this.has(assigned) || assigned.state !== open) return;
    }
    if (reason.reason === 'log-gap') {
      const offsets = await this.parts.admin.fetchTopicOffsets(this.parts.topic);
      if (!this.has(assigned)) return;
      const log = watermarksOf(offsets, assigned.partition);
      if (!log || log.low > open.gate.wanted) return this.reopen(assigned);
    }
    this.halt(assigned, reason);
  }

  private halt(assigned: AssignedPartition, reason: Halt): void {
    const { permanentHalts } = this.parts;
    const { partition } = assigned;
    const known = assigned.state.unresolvedHalt ?? permanentHalts.get(partition);
    assigned.halt(reason);
    if (!isTemporary(reason.reason)) permanentHalts.set(partition, reason);
    this.lines.halted(partition, reason, known);
    this.pause(assigned);
  }

  /** kafkajs keeps a partition paused from one assignment to the next. */
  private pause(assigned: AssignedPartition): void {
    this.steer('pause', assigned);
  }

  private resume(assigned: AssignedPartition): void {
    this.steer('resume', assigned);
  }

  private steer(how: 'pause' | 'resume', { partition }: AssignedPartition): void {
    try {
      this.parts.consumer[how]([{ topic: this.parts.topic, partitions: [partition] }]);
    } catch {
      // kafkajs has left its group, so it fetches nothing; the next join steers every partition.
    }
  }

  /** @param detail the reason, for the log; omitted if the log already has a line about it */
  private reopen(assigned: AssignedPartition, detail?: string): void {
    if (detail !== undefined) this.lines.reopened(assigned.partition, detail);
    const again = assigned.again();
    this.partitions.set(assigned.partition, again);
    this.pause(again);
    void this.openPartition(again);
  }
}

/** Tells whether work ends, well or not, within a time. */
async function isOverWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<false>((resolve) => (timer = setTimeout(resolve, limitMs, false)));
  const end = work.then(
    () => true,
    () => true,
  );
  const isOver = await Promise.race([end, limit]);
  clearTimeout(timer);
  return isOver;
}

import type { Admin, Consumer, EachBatchPayload } from 'kafkajs';
import { AssignedPartition, type PartitionStatus } from './assigned-partition.js';
import { watchedSinceOf } from './fetch-watch.js';
import { Gate, logBehind, logTrimmed } from './gate.js';
import { halt, haltOfBug, isTemporary, type Halt } from './halting.js';
import type { Applied, LogHandler, Opened } from './log-handler.js';
import { LogEnds } from './log-ends.js';
import type { LogSink } from './log-sink.js';
import { recordsPerFetch } from './batch-decoder.js';
import { PartitionLines } from './partition-lines.js';
import type { Open } from './partition-state.js';
import { leaderEpochOf, toRecords, type LogRecord } from './record.js';

export interface ConsumptionParts {
  readonly topic: string;
  readonly sink: LogSink;
  readonly consumer: Consumer;
  readonly admin: Admin;
  /** The cluster and the topic as the brokers described them at the start. */
  readonly identity: { readonly clusterId: string; readonly partitions: number };
  /** Halts that last until the service is started again, by partition. */
  readonly permanentHalts: Map<number, Halt>;
  readonly ledger: LogHandler;
  /** Why the settings of the topics are wrong; undefined where they are right, or not known. */
  readonly whyUnsafe?: (() => Promise<string | undefined>) | undefined;
}

/**
 * What the runs of one delivery may cost together: until it is done, kafkajs fetches no other
 * partition. What is left is delivered again.
 */
export const turnMs = 50;
const [lookAgainEveryMs, askAgainAfterMs] = [10_000, 300];

/** The partitions of one consumer: opens, hands over in order, and halts what cannot be right. */
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

  /** Whether every open partition has applied all that it is known to have. */
  isCaughtUp(): boolean {
    const all = [...this.partitions.values()];
    return all.every(({ state }) => state.name !== 'open' || state.lag === 0);
  }

  /** Opens and applies nothing more; what is under way ends by itself. */
  end(): void {
    this.partitions.clear();
  }

  /** Called by kafkajs, so it never throws: `openPartition` retries what fails. */
  join(assignment: readonly number[]): void {
    this.partitions.clear();
    const joined = [...assignment].sort((a, b) => a - b).map((each) => new AssignedPartition(each));
    for (const assigned of joined) this.partitions.set(assigned.partition, assigned);
    void Promise.resolve(this.parts.ledger.assigned(assignment))
      .catch((error: unknown) => this.lines.notAssigned(error))
      .then(() => Promise.all(joined.map((assigned) => this.openPartition(assigned))));
  }

  /** After a join kafkajs may forget its seek, or deliver older fetches: the gate sees it. */
  async onBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, isStale } = payload;
    const assigned = this.partitions.get(batch.partition);
    if (!assigned) return;
    await assigned.untilSettled(heartbeat);
    const open = assigned.state;
    if (open.name !== 'open' || isStale() || !this.has(assigned)) return;

    const { gate, silence } = open;
    const nowMs = Date.now();
    const epoch = leaderEpochOf(batch.messages[0]);
    if (silence.mustRecognise(nowMs, epoch, watchedSinceOf(batch))) gate.doubt();
    silence.heard(nowMs);
    open.seeHigh(Number(batch.highWatermark));
    const { records, fault } = toRecords(batch.partition, batch.messages.slice(0, recordsPerFetch));
    open.deliver(records);
    const decision = gate.pass(records, fault);
    if ('seek' in decision) return this.seek(batch.partition, decision.seek);
    if ('outcome' in decision) return this.refuse(assigned, gate, decision);
    this.lines.passed(batch.partition, open.unresolvedHalt);
    open.passed(leaderEpochOf(batch.messages.at(-1)));
    await this.applyAll(assigned, open, decision.apply, payload);
    silence.done(Date.now(), open.position < Number(batch.highWatermark));
  }

  /** Compares the log's ends with the positions, and opens halted partitions again. */
  async watch(onAnswer: () => void): Promise<void> {
    // Commits go on while the brokers answer, so the answer holds for the positions of before.
    const before = new Map(
      [...this.partitions.values()].map((each) => [each, each.state.position]),
    );
    const askedAtMs = Date.now();
    const offsets = await this.parts.admin.fetchTopicOffsets(this.parts.topic);
    onAnswer();
    this.ends.see(offsets);
    const unsafe = await this.whyUnsafe();
    for (const [assigned, position] of before) {
      if (!this.has(assigned)) continue;
      const { state } = assigned;
      const found = offsets.find(({ partition }) => partition === assigned.partition);
      const high = found ? Number(found.high) : 0;
      const low = found ? Number(found.low) : 0;
      const hasPosition = state.name !== 'opening';
      const wrong =
        this.whyCountWrong(offsets.length) ??
        (hasPosition ? unsafe : undefined) ??
        (hasPosition && high < position ? logBehind(position, high) : undefined) ??
        (hasPosition && low > state.position ? logTrimmed(state.position, low) : undefined);
      if (!wrong) state.seeHigh(Math.max(high, state.position), askedAtMs);
      else if (state.name !== 'halted') this.halt(assigned, wrong);
      this.lookAgain(assigned);
    }
    await Promise.all([...this.partitions.values()].map((each) => this.lookAtLedger(each)));
  }

  private lookAgain(assigned: AssignedPartition): void {
    const { state } = assigned;
    if (state.name !== 'halted' || !isTemporary(state.unresolvedHalt.reason)) return;
    if (state.haltedForMs() > lookAgainEveryMs) this.reopen(assigned);
  }

  /** Without records there is no commit that would find out that the ledger has gone back. */
  private async lookAtLedger(assigned: AssignedPartition): Promise<void> {
    const { partition, state } = assigned;
    const { position } = state;
    if (state.name !== 'open' || state.lag > 0) return;
    const answer = await this.parts.ledger.look({ partition, position });
    if (answer.outcome === 'same') return;
    if (!this.has(assigned) || assigned.state.position !== position) return;
    if (answer.outcome === 'halt') return this.halt(assigned, answer);
    this.lines.reopened(partition, answer.detail);
    this.reopen(assigned);
  }

  private has(assigned: AssignedPartition): boolean {
    return this.partitions.get(assigned.partition) === assigned;
  }

  /** Asks the ledger for its position until it answers, then opens the gate there or halts. */
  private async openPartition(assigned: AssignedPartition): Promise<void> {
    const { partition, state: opening } = assigned;
    if (opening.name !== 'opening') return;
    const isOpening = (): boolean => this.has(assigned) && assigned.state === opening;
    const permanentHalt = this.parts.permanentHalts.get(partition);
    while (isOpening()) {
      try {
        if (permanentHalt) return this.halt(assigned, permanentHalt);
        const unsafe = await this.whyUnsafe();
        if (!isOpening()) return;
        if (unsafe) return this.halt(assigned, unsafe);
        const { identity, topic } = this.parts;
        const answer = await this.parts.ledger.open({ partition, ...identity });
        if (!isOpening()) return;
        if (answer.outcome === 'halt') return this.halt(assigned, answer);
        if (answer.outcome === 'opened') {
          const offsets = await this.parts.admin.fetchTopicOffsets(topic);
          if (!isOpening()) return;
          const wrong = this.whyCountWrong(offsets.length);
          if (wrong) return this.halt(assigned, wrong);
          return this.openAt(assigned, answer, offsets);
        }
        opening.waitsFor = answer.detail;
      } catch (error) {
        opening.waitsFor = this.lines.waits(partition, error);
      }
      await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs));
    }
  }

  /** @throws Error when the brokers do not know the partition. */
  private openAt(
    assigned: AssignedPartition,
    { position, anchor, newestMs }: Extract<Opened, { outcome: 'opened' }>,
    offsets: readonly { partition: number; high: string; low: string }[],
  ): void {
    const { partition } = assigned;
    const found = offsets.find((each) => each.partition === partition);
    if (!found) throw new Error(`partition ${partition} is not in the topic`);
    const log = { low: Number(found.low), high: Number(found.high) };
    const gate = Gate.open(position, anchor, log);
    if (!(gate instanceof Gate)) return this.halt(assigned, gate);
    this.seek(partition, gate.wanted);
    // kafkajs keeps a partition paused from one assignment to the next.
    this.parts.consumer.resume([{ topic: this.parts.topic, partitions: [partition] }]);
    const before = assigned.state.unresolvedHalt;
    assigned.open(gate, position, log.high, newestMs);
    if (!assigned.state.unresolvedHalt) this.lines.passed(partition, before);
  }

  private async applyAll(
    assigned: AssignedPartition,
    open: Open,
    records: readonly LogRecord[],
    { resolveOffset, heartbeat, batch }: EachBatchPayload,
  ): Promise<void> {
    const { partition, pace } = assigned;
    let spentMs = 0;
    for (let start = 0; start < records.length && spentMs < turnMs;) {
      const run = records.slice(start, start + pace.records);
      start += run.length;
      open.deliver(run);
      const { applied, lost } = await this.apply(assigned, run, heartbeat);
      if (this.has(assigned) && applied.outcome === 'applied') {
        open.advance(applied.position, run);
        resolveOffset(String(applied.position - 1));
        pace.took(run.length, applied.foldMs);
        spentMs += applied.foldMs;
      }
      // kafkajs joins the group again, or crashes and is started again.
      if (lost) throw lost.error;
      if (!this.has(assigned)) return;
      if (applied.outcome === 'halt') return this.halt(assigned, applied);
      if (applied.outcome === 'reload') {
        this.lines.reopened(partition, applied.detail);
        return this.reopen(assigned);
      }
      await heartbeat();
    }
    // What the gate held back (after a gap) is delivered again, at the start of its batch.
    const last = Number(batch.lastOffset());
    if (records.length === 0 && open.position > last) resolveOffset(String(last));
  }

  /** A failed heartbeat is kept and thrown later: inside the handler it would count as a bug. */
  private async apply(
    assigned: AssignedPartition,
    records: readonly LogRecord[],
    heartbeat: () => Promise<void>,
  ): Promise<{ applied: Applied; lost: { error: unknown } | undefined }> {
    let lost: { error: unknown } | undefined;
    const work = {
      partition: assigned.partition,
      ...this.parts.identity,
      records,
      heartbeat: () => heartbeat().catch((error: unknown) => void (lost = { error })),
      abandoned: () => lost !== undefined || !this.has(assigned),
    };
    try {
      const applied = await this.parts.ledger.apply(work);
      return { applied, lost };
    } catch (error) {
      return { applied: haltOfBug(' on the records', error), lost };
    }
  }

  private seek(partition: number, offset: number): void {
    this.parts.consumer.seek({ topic: this.parts.topic, partition, offset: String(offset) });
  }

  /** If the log begins after the wanted offset, it is no gap: retention has deleted the records. */
  private async refuse(assigned: AssignedPartition, gate: Gate, reason: Halt): Promise<void> {
    if (reason.reason === 'log-gap') {
      const offsets = await this.parts.admin.fetchTopicOffsets(this.parts.topic);
      if (!this.has(assigned)) return;
      const found = offsets.find(({ partition }) => partition === assigned.partition);
      if (!found || Number(found.low) > gate.wanted) return this.reopen(assigned);
    }
    this.halt(assigned, reason);
  }

  private halt(assigned: AssignedPartition, reason: Halt): void {
    const { topic, permanentHalts, consumer } = this.parts;
    const { partition } = assigned;
    const known = assigned.state.unresolvedHalt ?? permanentHalts.get(partition);
    assigned.halt(reason);
    if (!isTemporary(reason.reason)) permanentHalts.set(partition, reason);
    this.lines.halted(partition, reason, known);
    consumer.pause([{ topic, partitions: [partition] }]);
  }

  private reopen(assigned: AssignedPartition): void {
    const again = assigned.again();
    this.partitions.set(assigned.partition, again);
    void this.openPartition(again);
  }

  private async whyUnsafe(): Promise<Halt | undefined> {
    const detail = await this.parts.whyUnsafe?.();
    return detail === undefined ? undefined : halt('log-unsafe', detail);
  }

  private whyCountWrong(partitions: number): Halt | undefined {
    const { identity } = this.parts;
    if (partitions === identity.partitions) return undefined;
    return halt(
      'partition-count-changed',
      `The topic had ${identity.partitions} partitions and has ${partitions} now.`,
    );
  }
}

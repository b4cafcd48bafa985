import { randomUUID } from 'node:crypto';
import { build } from '#contract';
import {
  LoadedTables,
  readState,
  whyDiverged,
  whyNewerEdition,
  whyOtherLog,
  whyOtherRoot,
  type Folded,
} from '#engine';
import { isDenial, isMarked, Ledger } from '#ledger';
import {
  halt,
  type Applied,
  type ApplyRecords,
  type LookAtLedger,
  type Looked,
  type Opened,
  type OpenPartition,
} from '#log';
import { Inject, Injectable } from '@nestjs/common';
import type { JackpotEnv } from '../env.js';
import { LedgerMetrics } from '../metrics.js';
import { PartitionViews } from './partition-views.js';
import { ReadBack } from './read-back.js';
import { Relay } from './relay.js';
import { commitBounds, type CommitBounds } from './commit-bounds.js';
import { ENV } from './injection-tokens.js';
import { countedBefore } from './counted.js';
import { foldBatch, type FoldedCommit, type Folds } from './fold-batch.js';
import { LedgerCheck } from './ledger-check.js';
import { LedgerFaults } from './ledger-faults.js';
import { outcomeOf } from './opening-error.js';
import { Traces, type BatchTrace } from './traces.js';

interface Kept extends Folds {
  /** Of the ledger. */
  readonly position: number;
  /** Of what is uncommitted. */
  readonly trace?: BatchTrace | undefined;
}

/**
 * The folded state of this instance's partitions. It is dropped unless its commit did what was
 * expected.
 */
@Injectable()
export class PartitionKeeper {
  readonly views = new PartitionViews();
  readonly readBack = new ReadBack();
  protected readonly bounds: CommitBounds = commitBounds;
  private readonly kept = new Map<number, Kept>();
  private readonly faults: LedgerFaults;
  /** The records before this offset were counted, by partition: folded again, they are not. */
  private readonly counted = new Map<number, number>();
  /** Partitions whose outbox has what this instance knows no commit of, or may not trim. */
  private readonly doubted = new Map<number, string>();
  /** Before this offset each run has its own commit, by partition: see `FoldFailed`. */
  private readonly apart = new Map<number, number>();
  /** Partitions whose records are folded or committed just now. */
  private readonly applying = new Set<number>();

  constructor(
    @Inject(ENV) private readonly env: JackpotEnv,
    private readonly ledger: Ledger,
    private readonly relay: Relay,
    private readonly metrics: LedgerMetrics,
    private readonly traces: Traces,
    private readonly ledgerCheck: LedgerCheck,
  ) {
    this.faults = new LedgerFaults(ledger);
    relay.listenToFaults((partition, sentence) => this.doubted.set(partition, sentence));
  }

  assign(partitions: readonly number[]): void {
    this.kept.clear();
    this.views.keepOnly(partitions);
    this.readBack.keepOnly(partitions);
    this.relay.assign(partitions);
  }

  async open(asked: OpenPartition): Promise<Opened> {
    const { partition } = asked;
    this.views.hide(partition);
    const opened = await this.openFromLedger(asked);
    if (opened.outcome === 'halt' && this.views.idsOf(partition).length === 0) {
      const ids = await this.ledger.readJackpotIds(partition).catch(() => []);
      this.views.remember(partition, ids);
    }
    return opened;
  }

  private async openFromLedger({
    partition,
    clusterId,
    partitions,
  }: OpenPartition): Promise<Opened> {
    this.kept.delete(partition);
    this.relay.forget(partition);
    try {
      const unsafe = await this.ledger.whyUnsafe();
      if (unsafe !== undefined) return halt('redis-unsafe', unsafe);
      const denied = await this.ledger.whyDenied(partition);
      if (denied !== undefined) return halt('redis-unsafe', denied);
      const loaded = new LoadedTables();
      const snapshot = await this.ledger.load(partition, loaded);
      const known = await this.faults.known(partition, snapshot);
      if (known) return known;
      const otherLog = whyOtherLog(snapshot, { clusterId, partitions });
      if (otherLog) return otherLog;
      const unreadable = whyOtherRoot(snapshot, this.env.root) ?? whyNewerEdition(snapshot);
      if (unreadable) return unreadable;
      const state = readState(snapshot, loaded);
      if ('outcome' in state) return await this.faults.haltFor(partition, snapshot, state);
      const digest = loaded.digestWith(snapshot);
      this.doubted.delete(partition);
      const checked = await this.ledgerCheck.check(partition, snapshot, digest);
      if (checked.outcome === 'halt')
        return await this.faults.haltFor(partition, snapshot, checked);
      if (checked.outcome === 'wait') return checked;
      await this.ledger.describeLog(clusterId, partitions);
      const { position, anchor, newestMs, head, block, build: last } = snapshot;
      this.counted.set(partition, countedBefore(snapshot, this.counted.get(partition)));
      this.kept.set(partition, { state, digest, position, head, block, build: last });
      this.views.show(partition, state);
      this.metrics.know(state.jackpots.keys());
      this.metrics.knowKeys(state.authority.keys.keys());
      this.readBack.begin(partition, state);
      this.relay.expectOnly(partition, checked.unsent);
      this.relay.kick(partition);
      return { outcome: 'opened', position, anchor: anchor ?? undefined, newestMs };
    } catch (error) {
      const outcome = outcomeOf(error, this.ledger.waitingSinceMs !== undefined);
      if (outcome) return outcome;
      throw error;
    }
  }

  /** Finds a Redis that came back without its last second, or another Redis instead of it. */
  async look({ partition, position }: LookAtLedger): Promise<Looked> {
    const kept = this.kept.get(partition);
    const doubt = this.doubted.get(partition);
    if (kept && doubt !== undefined) return { outcome: 'reload', detail: doubt };
    // A fold changes the state before its commit changes the ledger.
    const canCompare =
      kept?.position === position && !kept.uncommitted && !this.applying.has(partition);
    return canCompare ? this.compare(partition, kept) : { outcome: 'same' };
  }

  /**
   * Compares the ledger with memory: its place in the log and, when some are due, balances. The
   * same place means the same commits, so another balance was not written by one. It is read twice
   * all the same, because it halts the partition.
   */
  private async compare(partition: number, kept: Kept): Promise<Looked> {
    const { state, position, head } = kept;
    const slice = this.readBack.due(partition, state);
    let seen: string | undefined;
    try {
      for (let look = 1; ; look += 1) {
        const ids = slice?.jackpots.map(({ id }) => id);
        const found = await this.ledger.readBalances(partition, slice?.fields ?? [], ids);
        // A commit, or another assignment, has come in between.
        if (this.kept.get(partition) !== kept) return { outcome: 'same' };
        if (found.position !== position || found.head !== head) {
          const detail = `the ledger is at ${found.position} and was left at ${position}`;
          return { outcome: 'reload', detail };
        }
        seen = slice && this.readBack.take(partition, slice, found);
        if (seen === undefined) return { outcome: 'same' };
        if (look === 2) break;
      }
    } catch (error) {
      // Its opening says by name what is denied.
      if (isDenial(error)) return { outcome: 'reload', detail: (error as Error).message };
      // The ledger logs that it waits for Redis; without an answer no change is known.
      return { outcome: 'same' };
    }
    this.kept.delete(partition);
    return this.faults.haltFor(partition, kept, halt('ledger-diverged', seen));
  }

  async apply(work: ApplyRecords): Promise<Applied> {
    const hasRoom = await this.relay.makeRoom(work.partition, () => stillOwns(work));
    if (!hasRoom) return { outcome: 'reload', detail: 'the partition was taken away' };
    this.applying.add(work.partition);
    try {
      return await this.applyRecords(work);
    } finally {
      this.applying.delete(work.partition);
    }
  }

  private async applyRecords(work: ApplyRecords): Promise<Applied> {
    const { partition } = work;
    const kept = this.kept.get(partition);
    const doubt = this.doubted.get(partition);
    if (doubt !== undefined || !kept || !continues(kept, work)) {
      return { outcome: 'reload', detail: doubt ?? 'its state is not at these records' };
    }
    // Until the reply the state is ahead of the ledger, so it is kept only if they agree then.
    this.kept.delete(partition);
    const trace = kept.trace ?? this.traces.begin(work);
    const context = { partitions: work.partitions, root: this.env.root };
    const isApart = kept.position < (this.apart.get(partition) ?? 0);
    const bounds = isApart ? { ...this.bounds, waiting: Infinity } : this.bounds;
    const countedFrom = this.counted.get(partition);
    const made = foldBatch(kept, work, { context, countedFrom, bounds });
    if ('to' in made) this.apart.set(partition, made.to);
    // Neither is a fault of the ledger; another instance may have the build of a newer edition.
    if ('outcome' in made && ('to' in made || made.reason === 'newer-edition')) return made;
    if ('outcome' in made) return this.faults.haltFor(partition, kept, made);
    if ('commit' in made) return this.commit(work, kept, made, trace);
    const { uncommitted, foldMs } = made;
    this.kept.set(partition, { ...kept, uncommitted, trace });
    return { outcome: 'folded', position: uncommitted.folding.to + 1, foldMs };
  }

  private async commit(
    work: ApplyRecords,
    kept: Kept,
    { folded, commit, foldMs }: FoldedCommit,
    trace: BatchTrace | undefined,
  ): Promise<Applied> {
    const { partition } = work;
    const { state, digest } = kept;
    const frames = trace?.folded(commit) ?? commit.frames;
    this.relay.expect(partition, commit.block.hash);
    const stopTimer = this.metrics.commitDuration.startTimer();
    const sent = { id: randomUUID(), ...commit, frames };
    const result = await this.ledger.commit(partition, sent, () => stillOwns(work));
    stopTimer();
    trace?.committed(result?.result);
    if (result?.result === 'ok' || result?.result === 'duplicate') this.count(partition, folded);
    switch (result?.result) {
      case undefined:
        return { outcome: 'reload', detail: 'the partition was taken away before Redis answered' };
      case 'fenced':
        return { outcome: 'reload', detail: `fenced: the ledger is at ${result.position}` };
      case 'refused': {
        if (isMarked(result.detail)) return { outcome: 'reload', detail: result.detail };
        const why = `Redis cannot take the commit: ${result.detail}.`;
        return this.faults.haltFor(partition, kept, halt('ledger-diverged', why));
      }
      case 'denied':
        // Nothing was written. The partition is opened again until the permission is back.
        this.relay.forget(partition);
        return halt('redis-unsafe', result.detail);
      case 'ok': {
        const divergence = whyDiverged(state, result.balances);
        if (divergence === undefined) break;
        const committed = { position: commit.position, head: commit.block.hash };
        return this.faults.haltFor(partition, committed, halt('ledger-diverged', divergence));
      }
      case 'duplicate':
        break;
      default:
        return result satisfies never;
    }
    if (work.abandoned()) {
      return { outcome: 'reload', detail: 'the partition was taken away during the commit' };
    }
    if (folded.newer) {
      // Opened again, it halts at the first record that this build cannot read.
      const { offset, edition } = folded.newer;
      return { outcome: 'reload', detail: `edition ${edition} begins at offset ${offset}` };
    }
    const { position, block } = commit;
    const now = { state, digest, position, head: block.hash, block: block.block, build };
    this.kept.set(partition, now);
    this.views.show(partition, state);
    if (folded.authorityChanged) this.metrics.knowKeys(state.authority.keys.keys());
    this.relay.kick(partition, commit.outbox.length);
    // Where bets come all the time there is no rest in which `look` would read back.
    const applied = { outcome: 'applied', position, foldMs } as const;
    if (!this.readBack.isDue(partition)) return applied;
    const looked = await this.compare(partition, now);
    return looked.outcome === 'same' ? applied : looked;
  }

  private count(partition: number, folded: Folded): void {
    this.metrics.committed(folded);
    this.counted.set(partition, Math.max(this.counted.get(partition) ?? 0, folded.to + 1));
  }
}

/** Whether these records, or none, are next for a state. */
function continues({ position, uncommitted }: Kept, { records: [first] }: ApplyRecords): boolean {
  if (!first) return uncommitted !== undefined;
  return first.offset === (uncommitted ? uncommitted.folding.to + 1 : position);
}

/** Tells Kafka that this instance is still there; false where the partition was taken away. */
async function stillOwns(work: ApplyRecords): Promise<boolean> {
  await work.heartbeat();
  return !work.abandoned();
}

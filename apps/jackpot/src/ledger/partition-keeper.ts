import { randomUUID } from 'node:crypto';
import { commitOf, foldRecords, readState, whyDiverged, whyOtherLog, type Folded } from '#engine';
import { isDenial, Ledger, type LedgerSnapshot } from '#ledger';
import {
  anchorOf,
  halt,
  type Applied,
  type ApplyRecords,
  type Halt,
  type HaltReason,
  type LookAtLedger,
  type Looked,
  type Opened,
  type OpenPartition,
} from '#log';
import { AssertionError, type PartitionState } from '#pools';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../env.js';
import { Metrics } from '../metrics.js';
import { Relay } from './relay.js';
import { ENV } from './tokens.js';

interface Kept {
  readonly state: PartitionState;
  position: number;
  head: string;
  block: number;
}

interface Fault {
  readonly position: number;
  readonly head: string;
  readonly halted: Halt;
}

/**
 * Keeps the folded state of the partitions that this instance has: opens them from the ledger,
 * folds records into them and commits. Memory goes away whenever a commit does not answer `ok`.
 */
@Injectable()
export class PartitionKeeper {
  private readonly kept = new Map<number, Kept>();
  /** What was found wrong with the ledger itself, and where it stood then. */
  private readonly faults = new Map<number, Fault>();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly ledger: Ledger,
    private readonly relay: Relay,
    private readonly metrics: Metrics,
  ) {
    metrics.watch(() => this.states());
  }

  /** The states in memory, for metrics. */
  *states(): Iterable<PartitionState> {
    for (const { state } of this.kept.values()) yield state;
  }

  assign(partitions: readonly number[]): void {
    this.kept.clear();
    this.relay.assign(partitions);
  }

  async open({ partition, clusterId, partitions }: OpenPartition): Promise<Opened> {
    this.kept.delete(partition);
    try {
      const unsafe = await this.ledger.whyUnsafe();
      if (unsafe !== null) return halt('redis-unsafe', unsafe);
      const denied = await this.ledger.whyDenied(partition);
      if (denied !== null) return halt('redis-unsafe', denied);
      const snapshot = await this.ledger.load(partition);
      const known = await this.knownFault(partition, snapshot);
      if (known) return known;
      const otherLog = whyOtherLog(snapshot, { clusterId, partitions });
      if (otherLog) return otherLog;
      const state = readState(snapshot);
      if ('outcome' in state) return await this.haltFor(partition, snapshot, state);
      await this.ledger.describeLog(clusterId, partitions);
      const { position, anchor, head, block } = snapshot;
      this.kept.set(partition, { state, position, head, block });
      this.relay.kick(partition);
      return { outcome: 'opened', position, anchor: anchor ?? undefined };
    } catch (error) {
      if (isDenial(error)) {
        return halt('redis-unsafe', `Redis denies a command: ${(error as Error).message}.`);
      }
      // A key of another type than the ledger's was made by another hand.
      const { message } = error as Error;
      if (message.startsWith('WRONGTYPE')) return halt('ledger-diverged', `${message}.`);
      // Redis can be waited for; what fails while it answers is a bug, and waiting would hide it.
      if (this.ledger.waitingSince === null) throw error;
      return { outcome: 'wait', detail: `Redis did not give the partition: ${String(error)}` };
    }
  }

  /** A Redis that came back without its last second, or another one in its place, is found here. */
  async look({ partition, position }: LookAtLedger): Promise<Looked> {
    const kept = this.kept.get(partition);
    if (kept?.position !== position) return { outcome: 'same' };
    try {
      const found = await this.ledger.readPosition(partition);
      if (found.position === position && found.head === kept.head) return { outcome: 'same' };
      const detail = `the ledger is at ${found.position} and was left at ${position}`;
      return { outcome: 'reload', detail };
    } catch {
      // Whoever waits for Redis says so; without an answer nothing is known to have changed.
      return { outcome: 'same' };
    }
  }

  async apply(work: ApplyRecords): Promise<Applied> {
    const { partition, records } = work;
    const kept = this.kept.get(partition);
    const last = records.at(-1);
    if (!kept || records[0]?.offset !== kept.position || !last) {
      return { outcome: 'reload', detail: 'its memory is not at these records' };
    }
    // From here to the reply memory is ahead of the ledger, so it is kept only if they agree.
    this.kept.delete(partition);
    const { state } = kept;
    let folded: Folded;
    let commit;
    try {
      folded = foldRecords(state, records, {
        partitions: work.partitions,
        keys: this.env.commandKeys,
      });
      commit = commitOf(state, folded, { ...kept, ...work, anchor: anchorOf(last) });
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error;
      return this.haltFor(partition, kept, halt('ledger-unbalanced', `${error.message}.`));
    }
    const stopTimer = this.metrics.commitDuration.startTimer();
    const result = await this.ledger.commit(
      partition,
      { id: randomUUID(), ...commit },
      async () => {
        await work.heartbeat();
        return !work.abandoned();
      },
    );
    stopTimer();
    switch (result?.result) {
      case undefined:
        return { outcome: 'reload', detail: 'the partition was taken away before Redis answered' };
      case 'fenced':
        return { outcome: 'reload', detail: `fenced: the ledger is at ${result.position}` };
      case 'refused':
        return this.haltFor(
          partition,
          kept,
          halt('ledger-diverged', `Redis cannot take the commit: ${result.detail}.`),
        );
      case 'ok': {
        const divergence = whyDiverged(state, result.balances);
        if (divergence === undefined) break;
        const committed = { position: commit.position, head: commit.block.hash };
        return this.haltFor(partition, committed, halt('ledger-diverged', divergence));
      }
      case 'duplicate':
        break;
      default:
        return result satisfies never;
    }
    if (work.abandoned()) {
      return { outcome: 'reload', detail: 'the partition was taken away during the commit' };
    }
    const { position, block } = commit;
    this.kept.set(partition, { state, position, head: block.hash, block: block.block });
    this.metrics.committed(folded);
    this.relay.kick(partition);
    return { outcome: 'applied', position };
  }

  /**
   * The ledger itself is at fault, so the halt is left in it: it holds for every instance and after
   * a restart, until an operator has recovered the partition. Memory keeps it as well, for a Redis
   * that cannot be told now, and tells it at the next look.
   */
  private async haltFor(
    partition: number,
    { position, head }: Pick<LedgerSnapshot, 'position' | 'head'>,
    halted: Halt,
  ): Promise<Halt> {
    this.faults.set(partition, { position, head, halted });
    await this.ledger.markHalted(partition, { position, head }, halted).catch(() => undefined);
    return halted;
  }

  /** A ledger that is no longer where it was found wrong has been recovered, or went on elsewhere. */
  private async knownFault(partition: number, snapshot: LedgerSnapshot): Promise<Halt | null> {
    const { position, head, halted } = snapshot;
    if (halted) return halt(halted.reason as HaltReason, halted.detail);
    const fault = this.faults.get(partition);
    if (fault?.position === position && fault.head === head) {
      return this.haltFor(partition, fault, fault.halted);
    }
    this.faults.delete(partition);
    return null;
  }
}

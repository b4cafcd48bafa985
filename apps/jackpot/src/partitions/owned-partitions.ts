import { Ledger } from '#ledger';
import type { Applied, ApplyRecords, LookAtLedger, Looked, Opened, OpenPartition } from '#log';
import type { Jackpot } from '#pools';
import { Inject, Injectable } from '@nestjs/common';
import type { JackpotEnv } from '../env.js';
import { ENV } from '../ledger/injection-tokens.js';
import { LedgerMetrics } from '../metrics.js';
import { commitBounds, type CommitBounds } from './commit-bounds.js';
import { LedgerCheck } from './ledger-check.js';
import { OwnedPartition } from './owned-partition.js';
import { Relay } from './relay.js';
import { Traces } from './traces.js';

/** The partitions that this instance owns. */
@Injectable()
export class OwnedPartitions {
  protected readonly bounds: CommitBounds = commitBounds;
  private readonly owned = new Map<number, OwnedPartition>();

  constructor(
    @Inject(ENV) private readonly env: JackpotEnv,
    private readonly ledger: Ledger,
    private readonly relay: Relay,
    private readonly metrics: LedgerMetrics,
    private readonly traces: Traces,
    private readonly check: LedgerCheck,
  ) {}

  /** Returns all of them, by number. */
  all(): Iterable<readonly [partition: number, OwnedPartition]> {
    return this.owned;
  }

  *jackpots(): Iterable<readonly [partition: number, Jackpot]> {
    for (const [partition, { state }] of this.owned) {
      for (const jackpot of state?.jackpots.values() ?? []) yield [partition, jackpot];
    }
  }

  /** Returns the ids of the jackpots of a partition, as far as they are known. */
  jackpotIdsOf(partition: number): readonly string[] {
    return this.owned.get(partition)?.jackpotIds() ?? [];
  }

  assign(partitions: readonly number[]): void {
    for (const [number, own] of this.owned) {
      if (partitions.includes(number)) own.forget();
      else {
        own.leave();
        this.owned.delete(number);
      }
    }
    const { env, ledger, relay, metrics, traces, check, bounds } = this;
    const parts = { env, ledger, relay, metrics, traces, check, bounds };
    for (const each of partitions) {
      if (!this.owned.has(each)) this.owned.set(each, new OwnedPartition(each, parts));
    }
  }

  open(asked: OpenPartition): Promise<Opened> {
    const own = this.owned.get(asked.partition);
    const detail = 'the partition was taken away';
    return own?.open(asked) ?? Promise.resolve({ outcome: 'wait', detail });
  }

  look(asked: LookAtLedger): Promise<Looked> {
    return this.owned.get(asked.partition)?.look(asked) ?? Promise.resolve({ outcome: 'same' });
  }

  apply(work: ApplyRecords): Promise<Applied> {
    const own = this.owned.get(work.partition);
    const detail = 'the partition was taken away';
    return own?.apply(work) ?? Promise.resolve({ outcome: 'reload', detail });
  }

  /** Finishes the running batches; the rest stays in the outboxes for the next owners. */
  async stop(): Promise<void> {
    await this.relay.stop();
    while ([...this.owned.values()].some(({ sender }) => sender.isRunning)) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

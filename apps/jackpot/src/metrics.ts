import type { Folded } from '#engine';
import { recordsPerApply, type LogStatus } from '#log';
import { accountNames, type PartitionState } from '#pools';
import { ServiceMetrics } from '#service';
import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';

/** Every metric of the service. No label is a round, a bet or a player. */
@Injectable()
export class Metrics extends ServiceMetrics {
  readonly events = this.counter(
    'jackpot_events_total',
    'Records of the log by effect: applied, duplicate or refused.',
    'effect',
  );
  readonly exceptions = this.counter(
    'jackpot_exceptions_total',
    'Messages on the exceptions topic by reason.',
    'reason',
  );
  readonly payouts = this.counter(
    'jackpot_payouts_total',
    'Payouts by jackpot and hand.',
    'jackpot',
    'hand',
  );
  readonly outputs = this.counter(
    'jackpot_outputs_total',
    'Messages sent to the output topics.',
    'topic',
  );
  readonly commitDuration = new Histogram({
    name: 'jackpot_commit_duration_seconds',
    help: 'Time from sending a commit to its answer, including the wait for Redis.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers: [this.registry],
  });
  readonly commitRecords = new Histogram({
    name: 'jackpot_commit_records',
    help: 'Records in a commit.',
    buckets: [1, 10, 100, 500, 1_000, 2_000, recordsPerApply],
    registers: [this.registry],
  });

  committed({ counts, awards, from, to }: Folded): void {
    this.commitRecords.observe(to - from + 1);
    this.events.inc({ effect: 'applied' }, counts.applied);
    this.events.inc({ effect: 'duplicate' }, counts.duplicate);
    this.events.inc({ effect: 'refused' }, counts.refused);
    for (const [reason, count] of counts.exceptions) this.exceptions.inc({ reason }, count);
    for (const { jackpot, payouts } of awards) {
      for (const { hand } of payouts) this.payouts.inc({ jackpot, hand });
    }
  }

  /** Registers the gauges that are read from the ledger's state. */
  watchLedger(states: () => Iterable<PartitionState>): void {
    const jackpots = () => [...states()].flatMap((state) => [...state.jackpots.values()]);
    this.watched(
      'jackpot_account_balance',
      'Balance of an account in major units of the currency; a double, for display only.',
      ['jackpot', 'account', 'currency'],
      () =>
        jackpots().flatMap(({ id, accounts, configuration: { currency } }) =>
          accountNames.map((account) => {
            return [{ jackpot: id, account, currency }, Number(accounts[account]) / 1e6] as const;
          }),
        ),
    );
    this.watched(
      'jackpot_accounts_sum_micros',
      'Sum of the accounts of a jackpot in micro-units; anything but 0 is a fault (M1).',
      ['jackpot'],
      () =>
        jackpots().map(({ id, accounts }) => {
          const sum = accountNames.reduce((total, account) => total + accounts[account], 0n);
          return [{ jackpot: id }, Number(sum)];
        }),
    );
    this.watched(
      'jackpot_seed',
      'The seed that the pool restarts from, in major units.',
      ['jackpot'],
      () => jackpots().map(({ id, terms }) => [{ jackpot: id }, Number(terms.seedMicros) / 1e6]),
    );
    this.watched(
      'jackpot_unsettled_rounds',
      'Rounds neither settled nor voided although their table has begun a later round.',
      ['jackpot'],
      () => [
        ...jackpots().map(({ id }) => [{ jackpot: id }, 0] as const),
        ...[...states()].flatMap(({ tables }) =>
          [...tables].map(([key, { rounds }]) => {
            const jackpot = key.slice(0, key.indexOf('/'));
            return [{ jackpot }, rounds.filter(({ unsettled }) => unsettled).length] as const;
          }),
        ),
      ],
    );
  }

  /** Registers the gauges that are read from the status of the log's partitions. */
  watchLog(status: () => LogStatus): void {
    this.watched(
      'jackpot_partition_lag_records',
      'Records of a partition that are not applied yet.',
      ['partition'],
      () => status().partitions.map(({ partition, lag }) => [{ partition }, lag]),
    );
    this.watched(
      'jackpot_partition_position',
      'Offset of the next record to apply.',
      ['partition'],
      () => status().partitions.map(({ partition, position }) => [{ partition }, position]),
    );
    this.watched(
      'jackpot_partition_halted',
      '1 for a halted partition, with the reason.',
      ['partition', 'reason'],
      () =>
        status().partitions.flatMap(({ partition, reason }) =>
          reason === undefined ? [] : [[{ partition, reason }, 1]],
        ),
    );
    this.watched(
      'jackpot_stuck_seconds',
      'How long a partition with lag has made no progress.',
      [],
      () => [[{}, (status().stuckForMs ?? 0) / 1000]],
    );
  }
}

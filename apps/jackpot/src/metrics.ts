import type { Folded } from '#engine';
import { recordsPerApply, type LogStatus } from '#log';
import { accountNames, type PartitionState } from '#pools';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Every metric of the service. No label is a round, a bet or a player. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly events = new Counter({
    name: 'jackpot_events_total',
    help: 'Records of the log by effect: applied, duplicate or refused.',
    labelNames: ['effect'],
    registers: [this.registry],
  });
  readonly exceptions = new Counter({
    name: 'jackpot_exceptions_total',
    help: 'Messages on the exceptions topic by reason.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly payouts = new Counter({
    name: 'jackpot_payouts_total',
    help: 'Payouts by jackpot and hand.',
    labelNames: ['jackpot', 'hand'],
    registers: [this.registry],
  });
  readonly outputs = new Counter({
    name: 'jackpot_outputs_total',
    help: 'Messages sent to the output topics.',
    labelNames: ['topic'],
    registers: [this.registry],
  });
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

  private states: () => Iterable<PartitionState> = () => [];
  private log: () => LogStatus | null = () => null;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.registerLedger();
    this.registerLog();
  }

  /** Sets where the gauges of the ledger get their values when they are read. */
  watch(states: () => Iterable<PartitionState>): void {
    this.states = states;
  }

  watchLog(log: () => LogStatus): void {
    this.log = log;
  }

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

  private registerLedger(): void {
    const watched = () => this.states();
    const registers = [this.registry];
    new Gauge({
      name: 'jackpot_account_balance',
      help: 'Balance of an account in major units of the currency; a double, for display only.',
      labelNames: ['jackpot', 'account', 'currency'],
      registers,
      collect() {
        this.reset();
        for (const { jackpots } of watched()) {
          for (const { id, accounts, configuration } of jackpots.values()) {
            const { currency } = configuration;
            for (const account of accountNames) {
              this.set({ jackpot: id, account, currency }, Number(accounts[account]) / 1e6);
            }
          }
        }
      },
    });
    new Gauge({
      name: 'jackpot_accounts_sum_micros',
      help: 'Sum of the accounts of a jackpot in micro-units; anything but 0 is a fault (M1).',
      labelNames: ['jackpot'],
      registers,
      collect() {
        this.reset();
        for (const { jackpots } of watched()) {
          for (const { id, accounts } of jackpots.values()) {
            const sum = accountNames.reduce((total, account) => total + accounts[account], 0n);
            this.set({ jackpot: id }, Number(sum));
          }
        }
      },
    });
    new Gauge({
      name: 'jackpot_seed',
      help: 'The seed that the pool restarts from, in major units.',
      labelNames: ['jackpot'],
      registers,
      collect() {
        this.reset();
        for (const { jackpots } of watched()) {
          for (const { id, terms } of jackpots.values()) {
            this.set({ jackpot: id }, Number(terms.seedMicros) / 1e6);
          }
        }
      },
    });
    new Gauge({
      name: 'jackpot_unsettled_rounds',
      help: 'Rounds neither settled nor voided although their table has begun a later round.',
      labelNames: ['jackpot'],
      registers,
      collect() {
        this.reset();
        for (const { jackpots, tables } of watched()) {
          for (const id of jackpots.keys()) this.set({ jackpot: id }, 0);
          for (const [key, { rounds }] of tables) {
            const jackpot = key.slice(0, key.indexOf('/'));
            const unsettled = rounds.filter((round) => round.unsettled).length;
            if (unsettled > 0) this.inc({ jackpot }, unsettled);
          }
        }
      },
    });
  }

  private registerLog(): void {
    const status = () => this.log();
    const registers = [this.registry];
    new Gauge({
      name: 'jackpot_partition_lag_records',
      help: 'Records of a partition that are not applied yet.',
      labelNames: ['partition'],
      registers,
      collect() {
        this.reset();
        for (const { partition, lag } of status()?.partitions ?? []) this.set({ partition }, lag);
      },
    });
    new Gauge({
      name: 'jackpot_partition_position',
      help: 'Offset of the next record to apply.',
      labelNames: ['partition'],
      registers,
      collect() {
        this.reset();
        for (const each of status()?.partitions ?? []) {
          this.set({ partition: each.partition }, each.position);
        }
      },
    });
    new Gauge({
      name: 'jackpot_partition_halted',
      help: '1 for a halted partition, with the reason.',
      labelNames: ['partition', 'reason'],
      registers,
      collect() {
        this.reset();
        for (const { partition, reason } of status()?.partitions ?? []) {
          if (reason !== undefined) this.set({ partition, reason }, 1);
        }
      },
    });
    new Gauge({
      name: 'jackpot_stuck_seconds',
      help: 'How long a partition with lag has made no progress.',
      registers,
      collect() {
        this.set((status()?.stuckForMs ?? 0) / 1000);
      },
    });
  }
}

import { Ledger } from '#ledger';
import { silentPeers, throttledPeers } from '#log';
import { LogServer } from '#log/server';
import { accountNames, type Jackpot, type Transfer } from '#pools';
import { ServiceMetrics } from '#service';
import { Injectable } from '@nestjs/common';
import { watchClaims } from './claim-gauges.js';
import { PartitionWatch, type PartitionProgress } from './ledger/partition-watch.js';
import { RedisWatch } from './ledger/redis-watch.js';
import { major } from './metrics.js';
import { OwnedPartitions } from './partitions/owned-partitions.js';
import { watchTables } from './table-gauges.js';

/** Values that are read for each page of metrics, from memory alone; see contract 9.4. */

const logStates = ['waiting', 'running', 'stopped'] as const;

/** Sources of the gauges. */
export interface GaugeSources {
  readonly partitions: Pick<OwnedPartitions, 'all' | 'jackpots' | 'jackpotIdsOf'>;
  readonly log: Pick<LogServer, 'report'>;
  readonly ledger: Pick<Ledger, 'waitingSinceMs' | 'reconnects'>;
  readonly redisWatch: Pick<RedisWatch, 'facts'>;
  readonly partitionWatch: Pick<PartitionWatch, 'seen'>;
}

/** The gauges of the service's page of metrics. */
@Injectable()
export class Gauges {
  constructor(
    service: ServiceMetrics,
    partitions: OwnedPartitions,
    log: LogServer,
    ledger: Ledger,
    redisWatch: RedisWatch,
    partitionWatch: PartitionWatch,
  ) {
    watchAll(service, { partitions, log, ledger, redisWatch, partitionWatch });
  }
}

export function watchAll(service: ServiceMetrics, sources: GaugeSources): void {
  watchJackpots(service, sources);
  watchTables(service, sources.partitions);
  watchClaims(service, sources.partitions);
  watchReadBack(service, sources);
  watchPartitions(service, sources);
  watchLog(service, sources);
  watchUnsent(service, sources);
  watchRedis(service, sources);
}

function watchJackpots(service: ServiceMetrics, { partitions }: GaugeSources): void {
  const jackpots = () => [...partitions.jackpots()];
  service.watch(
    'gauge',
    'jackpot_info',
    'Always 1: what a jackpot is.',
    ['jackpot', 'currency', 'partition', 'ruleset'],
    () =>
      jackpots().map(([partition, { id, configuration }]) => {
        return [id, configuration.currency, partition, configuration.ruleset, 1] as const;
      }),
  );
  service.watch(
    'gauge',
    'jackpot_balance_major_units',
    'Balance of an account; a double, for looking at.',
    ['jackpot', 'account'],
    () =>
      jackpots().flatMap(([, { id, accounts }]) =>
        accountNames.map((account) => [id, account, major(accounts[account])] as const),
      ),
  );
  service.watch(
    'gauge',
    'jackpot_seed_major_units',
    'What the pool restarts from.',
    ['jackpot'],
    () => jackpots().map(([, { id, inForce }]) => [id, major(inForce.seedMicros)] as const),
  );
  service.watch(
    'gauge',
    'jackpot_pool_ceiling_ratio',
    'Pool by ceiling; no series where there is no ceiling.',
    ['jackpot'],
    () =>
      jackpots().flatMap(([, { id, accounts, inForce }]) => {
        const ceiling = Number(inForce.ceilingMicros ?? 0n);
        return ceiling === 0 ? [] : [[id, Number(accounts.pool) / ceiling] as const];
      }),
  );
  service.watch('gauge', 'jackpot_suspended', '1 while bets are refused.', ['jackpot'], () =>
    jackpots().map(
      ([, { id, suspended, retired }]) => [id, suspended && !retired ? 1 : 0] as const,
    ),
  );
  watchEnds(service, jackpots);
  service.watch(
    'gauge',
    'jackpot_closed_day_timestamp_seconds',
    'Midnight UTC of the last gaming day that was closed; no series before the first, and after that of a jackpot that has ended.',
    ['jackpot'],
    () =>
      jackpots().flatMap(([, { id, closed, retired }]) =>
        closed && !(retired && closed.offset > retired.offset)
          ? [[id, Date.parse(closed.day) / 1_000] as const]
          : [],
      ),
  );
}

function majorOf({ poolMicros, reserveMicros }: Transfer): number {
  return major(poolMicros + reserveMicros);
}

/** The gauges of the amounts that ended jackpots left, and of the shares that others received. */
function watchEnds(
  service: ServiceMetrics,
  jackpots: () => readonly (readonly [number, Jackpot])[],
): void {
  service.watch(
    'gauge',
    'jackpot_transfer_sent_major_units',
    'What a jackpot that has ended has left to another one.',
    ['from', 'to'],
    () =>
      jackpots().flatMap(([, { id, retired }]) =>
        retired && retired.other !== 'house' && majorOf(retired) > 0
          ? [[id, retired.other, majorOf(retired)] as const]
          : [],
      ),
  );
  service.watch(
    'gauge',
    'jackpot_transfer_received_major_units',
    'What a jackpot has got of one that has ended.',
    ['from', 'to'],
    () =>
      jackpots().flatMap(([, { id, received }]) =>
        received.map((each) => [each.other, id, majorOf(each)] as const),
      ),
  );
}

/** The gauges of the check of conservation. */
function watchReadBack(service: ServiceMetrics, { partitions }: GaugeSources): void {
  const jackpots = () =>
    [...partitions.all()].flatMap(([, { readBack }]) => [...(readBack?.jackpots ?? [])]);
  service.watch(
    'gauge',
    'jackpot_readback_difference_micros',
    'Sum over the accounts of how far Redis and the log are apart; not 0 is a fault.',
    ['jackpot'],
    () => jackpots().map(([id, own]) => [id, own.differenceMicros] as const),
  );
  service.watch(
    'gauge',
    'jackpot_accounts_sum_micros',
    'Sum of the accounts as read back from Redis; not 0 is a fault (M1).',
    ['jackpot'],
    () => jackpots().map(([id, own]) => [id, own.sumMicros] as const),
  );
  service.watch(
    'gauge',
    'jackpot_readback_timestamp_seconds',
    'When the accounts of a partition were last read back whole.',
    ['partition'],
    () =>
      [...partitions.all()].flatMap(([partition, { readBack }]) =>
        readBack ? [[partition, readBack.wholeAtMs / 1_000] as const] : [],
      ),
  );
}

function watchPartitions(service: ServiceMetrics, sources: GaugeSources): void {
  const partitions = () => sources.log.report().partitions;
  const all = () => allPartitions(sources);
  service.watch(
    'gauge',
    'jackpot_partition_position',
    'Offset of the next record to apply.',
    ['partition'],
    () => all().map(({ partition, position }) => [partition, position] as const),
  );
  service.watch(
    'gauge',
    'jackpot_partition_lag_records',
    'Records that are not applied yet.',
    ['partition'],
    () => all().map(({ partition, lag }) => [partition, lag] as const),
  );
  service.watch(
    'gauge',
    'jackpot_partition_lag_seconds',
    'Age of the oldest record that is not applied yet; 0 if there is none.',
    ['partition'],
    () => all().map(({ partition, lagForMs = 0 }) => [partition, lagForMs / 1_000] as const),
  );
  service.watch(
    'gauge',
    'jackpot_partition_halted',
    '1 for a partition that stopped, else 0.',
    ['partition'],
    () => partitions().map(({ partition, reason }) => [partition, reason ? 1 : 0] as const),
  );
  service.watch(
    'gauge',
    'jackpot_halted',
    '1 for each jackpot that a halted partition stops.',
    ['jackpot', 'partition', 'reason'],
    () =>
      partitions().flatMap(({ partition, reason }) =>
        reason === undefined
          ? []
          : sources.partitions
              .jackpotIdsOf(partition)
              .map((id) => [id, partition, reason, 1] as const),
      ),
  );
}

/**
 * Returns all partitions. For its own ones this instance knows more, once it has opened or halted
 * them.
 */
function allPartitions({ log, partitionWatch }: GaugeSources): PartitionProgress[] {
  const found = new Map<number, PartitionProgress>();
  const own = log.report().partitions;
  for (const each of own) found.set(each.partition, each);
  for (const each of partitionWatch.seen()) {
    const known = own.find(({ partition }) => partition === each.partition);
    if (!known || (!known.isPositionKnown && !known.reason)) found.set(each.partition, each);
  }
  return [...found.values()].sort((one, other) => one.partition - other.partition);
}

function watchLog(service: ServiceMetrics, { log }: GaugeSources): void {
  const report = () => log.report();
  service.watch(
    'gauge',
    'jackpot_stuck_seconds',
    'Longest time that a partition with lag has made no progress; 0 if none is stuck.',
    [],
    () => [[(report().stuckForMs ?? 0) / 1_000]],
  );
  service.watch(
    'gauge',
    'jackpot_log_state',
    '1 for the present state of the consumer of the log.',
    ['state'],
    () => logStates.map((state) => [state, report().state === state ? 1 : 0] as const),
  );
  service.watch(
    'gauge',
    'jackpot_group_foreign',
    '1 while members that are not of this ledger hold the Kafka group.',
    [],
    () => [[report().isGroupForeign ? 1 : 0]],
  );
  service.watch(
    'counter',
    'jackpot_rebalances_total',
    'Number of partition assignments (rebalances), including the first.',
    [],
    () => [[report().rebalances]],
  );
  service.watch(
    'counter',
    'jackpot_peer_silences_total',
    'How often connections to a broker were given up because it did not answer.',
    ['peer'],
    () => silentPeers.counted(),
  );
  service.watch(
    'counter',
    'jackpot_kafka_throttled_seconds_total',
    'Seconds for which a broker has throttled this instance because of a quota.',
    ['peer'],
    () => throttledPeers.counted(),
  );
  service.watch(
    'counter',
    'jackpot_consumer_restarts_total',
    'How often the consumer of the log was started again.',
    [],
    () => [[report().restarts]],
  );
}

/** The gauges of the messages that wait for Kafka. */
function watchUnsent(service: ServiceMetrics, { partitions }: GaugeSources): void {
  const outboxes = () =>
    [...partitions.all()].flatMap(
      ([
        partition,
        {
          sender: { seen },
        },
      ]) => (seen ? [[partition, seen] as const] : []),
    );
  service.watch(
    'gauge',
    'jackpot_outbox_messages',
    'Messages not sent to Kafka yet.',
    ['partition'],
    () => outboxes().map(([partition, { messages }]) => [partition, messages] as const),
  );
  service.watch(
    'gauge',
    'jackpot_outbox_full',
    '1 while a partition waits for its outbox, which is over its bound.',
    ['partition'],
    () =>
      [...partitions.all()].map(
        ([partition, { sender }]) => [partition, sender.isHeldBack ? 1 : 0] as const,
      ),
  );
  service.watch(
    'gauge',
    'jackpot_outbox_oldest_seconds',
    'Age of the oldest message not sent yet; 0 if there is none.',
    ['partition'],
    () => outboxes().map(([partition, own]) => [partition, own.oldestForMs / 1_000] as const),
  );
  service.watch(
    'gauge',
    'jackpot_unsent_seconds',
    'How long something has waited for Kafka without anything being sent; 0 while none does.',
    ['partition'],
    () =>
      [...partitions.all()].map(
        ([partition, { sender }]) => [partition, sender.unsentForMs() / 1_000] as const,
      ),
  );
}

function watchRedis(service: ServiceMetrics, { ledger, redisWatch: watch }: GaugeSources): void {
  service.watch('gauge', 'jackpot_redis_up', '1 while Redis answers.', [], () => [
    [ledger.waitingSinceMs === undefined ? 1 : 0],
  ]);
  service.watch(
    'gauge',
    'jackpot_redis_safe',
    '1 while the settings and the append-only file of Redis are right.',
    [],
    () => (watch.facts ? [[watch.facts.isSafe ? 1 : 0]] : []),
  );
  service.watch('gauge', 'jackpot_redis_memory_bytes', 'Memory that Redis uses.', [], () =>
    watch.facts ? [[watch.facts.memoryBytes]] : [],
  );
  service.watch(
    'gauge',
    'jackpot_redis_memory_limit_bytes',
    'Limit of that memory; 0 for none.',
    [],
    () => (watch.facts ? [[watch.facts.memoryLimitBytes]] : []),
  );
  service.watch(
    'counter',
    'jackpot_redis_reconnects_total',
    'How often the connection to Redis was made again.',
    [],
    () => [[ledger.reconnects]],
  );
}

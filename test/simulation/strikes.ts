import { ledgerKeys } from '#ledger';
import { parseTable, serializeTable } from '#pools';
import { Random } from '#pit/random';
import type { InjectedFault } from './faults.js';
import { forgeCommit } from './forged-commit.js';
import type { Instance } from './instance.js';
import type { SimulatedCluster } from './simulated-cluster.js';

export function strike(cluster: SimulatedCluster, kind: InjectedFault): void {
  cluster.count(kind);
  const strikeSomething = strikes[kind];
  if (strikeSomething) strikeSomething(cluster);
  else damage(cluster, kind);
}

const strikes: Partial<Record<InjectedFault, (cluster: SimulatedCluster) => void>> = {
  'redis-crash': ({ redis }) => redis.crash(false),
  'redis-rollback': ({ redis }) => redis.crash(true),
  'redis-fail-over': ({ redis }) => redis.failOver(0),
  'redis-split': ({ redis, random }) => redis.failOver(random.between(200, 6_000)),
  'redis-unsafe': ({ redis, broker, clock }) => {
    redis.policy = 'allkeys-lru';
    // The setting is checked when a partition is opened.
    broker.rebalance();
    clock.after(5_000, () => (redis.policy = 'noeviction'));
  },
  transaction: (cluster) => {
    const { random } = cluster;
    const partition = random.below(cluster.broker.logs.length);
    for (let left = random.below(4); left > 0; left -= 1) cluster.stepOver(partition, 'aborted');
    cluster.stepOver(partition, 'marker');
  },
  rebalance: ({ broker }) => broker.rebalance(),
  zombie: (cluster) => instanceOf(cluster).turnDeaf(cluster.random.between(500, 8_000)),
  'broker-silent': (cluster) => instanceOf(cluster).hush(cluster.random.between(1_000, 20_000)),
  'broker-down': ({ broker, random }) => broker.goDown(random.between(100, 6_000)),
  'process-killed': (cluster) => instanceOf(cluster).kill(),
  'process-frozen': (cluster) => instanceOf(cluster).freeze(cluster.random.between(500, 9_000)),
};

function instanceOf({ random, instances }: SimulatedCluster): Instance {
  return random.pick(instances);
}

/** Damages a log or a ledger, at most once in each partition. */
function damage(cluster: SimulatedCluster, kind: InjectedFault): void {
  const { random, broker } = cluster;
  const healthy = broker.logs
    .map((_, partition) => partition)
    .filter((partition) => !cluster.damaged.has(partition) && broker.log(partition).high > 4);
  if (healthy.length === 0) return;
  const partition = random.pick(healthy);
  const log = broker.log(partition);
  cluster.damaged.set(partition, kind);
  if (kind !== 'ledger-spoiled') cluster.load.forget(partition);
  const offset = random.below(log.high - 1) + 1;
  cluster.tell(`${kind}: partition ${partition} at offset ${offset} of ${log.high}`);
  if (kind === 'log-trimmed') return log.trim(offset);
  // Near the end, which the ledger may not have reached yet.
  const next = log.high + random.below(10);
  if (kind === 'log-gap') return void log.gaps.add(next);
  if (kind === 'log-damaged') return void (log.damagedAt = next);
  if (kind === 'ledger-spoiled') return spoil(cluster, partition);
  if (kind === 'log-truncated') return cut(cluster, partition, Math.max(offset, log.high - 12));
  if (kind === 'log-overwritten' || random.chance(0.5)) {
    return writeAnew(cluster, partition, kind === 'log-recreated' ? 0 : offset);
  }
  // Neither a frozen process nor a reader whose commit waits for Redis notices.
  const stopMs = random.between(3_000, 6_000);
  if (random.chance(0.5)) cluster.redis.crash(false);
  else for (const instance of cluster.instances) instance.freeze(stopMs);
  for (let n = 0; n < 10; n += 1) cluster.produce();
  cluster.clock.after(300, () => writeAnew(cluster, partition, 0));
}

/** The id of a message that no commit has written. */
export const forgedId = '0/0/forged';

/** Appends other records up to about the old end of the log. */
function writeAnew(cluster: SimulatedCluster, partition: number, from: number): void {
  const log = cluster.broker.log(partition);
  const targetHigh = log.high + cluster.random.below(8) - 4;
  cut(cluster, partition, from);
  for (let tries = 0; log.high < targetHigh && tries < 300; tries += 1) cluster.produce();
}

function cut(cluster: SimulatedCluster, partition: number, high: number): void {
  const log = cluster.broker.log(partition);
  log.truncate(high);
  log.changedAtMs = cluster.clock.now;
  // Electing a new leader takes a moment; recreating a topic takes seconds.
  const silentMs =
    high === 0 ? cluster.random.between(2_100, 4_000) : cluster.random.between(5, 400);
  log.silentUntil = cluster.clock.now + silentMs;
  cluster.oracles[partition]?.branch(high);
}

/**
 * Edits the ledger by hand, in some stories only, where nothing happens any more and no partition
 * is opened again, so that only reading back can find it.
 * @returns whether anything was edited
 */
export function spoilAtRest(cluster: SimulatedCluster): boolean {
  const { broker, redis, damaged, seed } = cluster;
  const random = new Random(`${seed}/at rest`);
  const healthy = [...broker.logs.keys()].filter(
    (each) =>
      !damaged.has(each) && redis.master.state.hash(ledgerKeys('jackpot.', each).tables).size > 0,
  );
  if (!random.chance(0.3) || healthy.length === 0) return false;
  const partition = random.pick(healthy);
  damaged.set(partition, 'ledger-spoiled');
  cluster.tell(`somebody edits the ledger of partition ${partition} at rest`);
  spoil(cluster, partition, { random, isAtRest: true });
  return true;
}

/** Edits the ledger by hand. */
function spoil(
  cluster: SimulatedCluster,
  partition: number,
  { random = cluster.random, isAtRest = false } = {},
): void {
  const { redis, checks } = cluster;
  const { accounts, jackpots, tables, claims, values, position, outbox } = ledgerKeys(
    'jackpot.',
    partition,
  );
  const { state } = redis.master;
  const [first, other] = state.hash(accounts);
  if (!first || !other) return;
  const [field, balance] = first;
  const money = ['no amount', 'one more', 'moved'];
  const texts = ['jackpot', 'table', 'value', 'claim', 'one table more', 'keys', 'time'];
  // The content of an outbox is found when the next commit is sent.
  const unsent = isAtRest ? [] : ['award', 'topic', ...Array<string>(8).fill('commit')];
  let way = random.pick([...money, ...money, ...money, ...texts, ...texts, ...unsent]);
  if (way === 'commit') {
    // Gives it a next record.
    cluster.stepOver(partition, 'marker');
    if (!forgeCommit(cluster, partition)) way = 'one more';
  }
  if (way === 'no amount') state.setFields(accounts, [[field, 'much']]);
  if (way === 'one more') state.setFields(accounts, [[field, String(BigInt(balance) + 1n)]]);
  if (way === 'moved') {
    const [otherField, otherBalance] = other;
    state.setFields(accounts, [
      [field, String(BigInt(balance) + 10n)],
      [otherField, String(BigInt(otherBalance) - 10n)],
    ]);
  }
  // A running instance overwrites the text of a table or a value with its own, and continues.
  checks.spoiled.set(partition, { field: money.includes(way) ? field : null, commits: 0 });
  cluster.count(`spoiled: ${way}`);
  const [table] = state.hash(tables);
  if (way === 'table' && table) {
    const [key, text] = table;
    state.setFields(tables, [[key, serializeTable({ ...parseTable(text), sequence: 1n })]]);
  }
  const [value] = state.hash(values);
  if (way === 'value' && value) {
    const [jackpot, text] = value;
    state.setFields(values, [[jackpot, text.replace(/"version":\d+/, '"version":999999999999')]]);
  }
  const [jackpot] = state.hash(jackpots);
  if (way === 'jackpot' && jackpot) {
    const [id, text] = jackpot;
    state.setFields(jackpots, [[id, text.replace(/"slips":(\d+)/, '"slips":9$1')]]);
  }
  if (way === 'claim') state.setFields(claims, [['main/T1/9/1', '{}']]);
  if (way === 'one table more') state.setFields(tables, [['nobody/T1', '{}']]);
  if (way === 'keys') state.setFields(position, [['authority', '{}']]);
  const newestMs = state.hash(position).get('newestMs');
  if (way === 'time' && newestMs !== undefined) {
    state.setFields(position, [['newestMs', String(Number(newestMs) - 1)]]);
  }
  const [offset = 0, index = 0] = state.stream(outbox).last.split('-').map(Number);
  const topic = way === 'topic' ? 'events' : 'awards';
  const fields = ['topic', topic, 'key', 'main', 'id', forgedId, 'value', '{}'];
  const place = `${offset}-${index + 1}`;
  if (way === 'award' || way === 'topic') state.append(outbox, [{ place, fields }]);
}

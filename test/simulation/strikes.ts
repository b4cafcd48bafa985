import { ledgerKeys } from '#ledger';
import type { FaultKind } from './faults.js';
import type { Instance } from './instance.js';
import type { World } from './world.js';

/** A fault that strikes at a moment. */
export function strike(world: World, kind: FaultKind): void {
  world.count(kind);
  const strikeSomething = strikes[kind];
  if (strikeSomething) strikeSomething(world);
  else damage(world, kind);
}

const strikes: Partial<Record<FaultKind, (world: World) => void>> = {
  'redis-crash': ({ redis }) => redis.crash(false),
  'redis-rollback': ({ redis }) => redis.crash(true),
  'redis-fail-over': ({ redis }) => redis.failOver(0),
  'redis-split': ({ redis, random }) => redis.failOver(random.between(200, 6_000)),
  'redis-unsafe': ({ redis, broker, clock }) => {
    redis.policy = 'allkeys-lru';
    // It is looked at when a partition is opened.
    broker.rebalance();
    clock.after(5_000, () => (redis.policy = 'noeviction'));
  },
  rebalance: ({ broker }) => broker.rebalance(),
  zombie: (world) => instanceOf(world).turnDeaf(world.random.between(500, 8_000)),
  'broker-down': ({ broker, random }) => broker.goDown(random.between(100, 6_000)),
  'process-killed': (world) => instanceOf(world).kill(),
  'process-frozen': (world) => instanceOf(world).freeze(world.random.between(500, 9_000)),
};

function instanceOf({ random, instances }: World): Instance {
  return random.pick(instances);
}

/** What should never happen to a log or a ledger, once to one partition at the most. */
function damage(world: World, kind: FaultKind): void {
  const { random, broker } = world;
  const healthy = broker.logs
    .map((_, partition) => partition)
    .filter((partition) => !world.damaged.has(partition) && broker.log(partition).high > 4);
  if (healthy.length === 0) return;
  const partition = random.pick(healthy);
  const log = broker.log(partition);
  world.damaged.set(partition, kind);
  if (kind !== 'ledger-spoiled') world.load.forget(partition);
  const place = random.below(log.high - 1) + 1;
  world.tell(`${kind}: partition ${partition} at offset ${place} of ${log.high}`);
  if (kind === 'log-trimmed') return log.trim(place);
  // Near the end, where the ledger may not have been yet.
  if (kind === 'log-gap') return void log.gaps.add(log.high + random.below(10));
  if (kind === 'ledger-spoiled') return spoil(world, partition);
  if (kind === 'log-truncated') return cut(world, partition, Math.max(place, log.high - 12));
  if (kind === 'log-overwritten' || random.chance(0.5)) {
    return writeAnew(world, partition, kind === 'log-recreated' ? 0 : place);
  }
  // A commit that waits for Redis meanwhile holds its reader up, which does not notice.
  world.redis.crash(false);
  for (let n = 0; n < 10; n += 1) world.produce();
  world.clock.after(300, () => writeAnew(world, partition, 0));
}

/** Other records come to about where the log had ended. */
function writeAnew(world: World, partition: number, from: number): void {
  const log = world.broker.log(partition);
  const wanted = log.high + world.random.below(8) - 4;
  cut(world, partition, from);
  for (let tries = 0; log.high < wanted && tries < 300; tries += 1) world.produce();
}

function cut(world: World, partition: number, high: number): void {
  const log = world.broker.log(partition);
  log.truncate(high);
  // A new leader is there in a moment; to make a topic again takes seconds.
  const silentMs = high === 0 ? world.random.between(2_100, 4_000) : world.random.between(5, 400);
  log.silentUntil = world.clock.now + silentMs;
  world.oracles[partition]?.branch(high);
}

/** Somebody edits the ledger by hand. */
function spoil({ redis, random, checks }: World, partition: number): void {
  const { accounts } = ledgerKeys('jackpot.', partition);
  const { state } = redis.master;
  const [first] = state.hash(accounts);
  if (!first) return;
  const [field, balance] = first;
  checks.spoiled.set(partition, { field, commits: 0 });
  const changed = random.chance(0.5) ? 'much' : String(BigInt(balance) + 1n);
  state.setFields(accounts, [[field, changed]]);
}

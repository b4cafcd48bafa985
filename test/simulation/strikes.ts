import { ledgerKeys } from '#ledger';
import type { FaultKind } from './faults.js';
import type { World } from './world.js';

/** A fault that strikes at a moment. */
export function strike(world: World, kind: FaultKind): void {
  const { redis, broker, random, clock } = world;
  const instance = random.pick(world.instances);
  world.count(kind);
  switch (kind) {
    case 'redis-crash':
      return redis.crash(false);
    case 'redis-rollback':
      return redis.crash(true);
    case 'redis-fail-over':
      return redis.failOver(0);
    case 'redis-split':
      return redis.failOver(random.between(200, 6_000));
    case 'redis-unsafe':
      redis.policy = 'allkeys-lru';
      world.tell('somebody lets Redis evict keys');
      // It is looked at when a partition is opened.
      broker.rebalance();
      return void clock.after(5_000, () => (redis.policy = 'noeviction'));
    case 'rebalance':
      return broker.rebalance();
    case 'zombie':
      return instance.turnDeaf(random.between(500, 8_000));
    case 'broker-down':
      return broker.goDown(random.between(100, 6_000));
    case 'process-killed':
      return instance.kill();
    case 'process-frozen':
      return instance.freeze(random.between(500, 9_000));
    default:
      return damage(world, kind);
  }
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
  switch (kind) {
    case 'log-trimmed':
      return log.trim(place);
    case 'log-gap':
      // Near the end, where the ledger may not have been yet.
      return void log.gaps.add(log.high + random.below(10));
    case 'ledger-spoiled':
      return spoil(world, partition);
    case 'log-truncated':
      return cut(world, partition, Math.max(place, log.high - 12));
    case 'log-overwritten':
    case 'log-recreated': {
      const { high } = log;
      cut(world, partition, kind === 'log-recreated' ? 0 : place);
      const wanted = high + random.below(8) - 4;
      for (let tries = 0; log.high < wanted && tries < 300; tries += 1) world.produce();
      return;
    }
    default:
      throw new Error(`${kind} strikes no partition`);
  }
}

function cut(world: World, partition: number, high: number): void {
  world.broker.log(partition).truncate(high);
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

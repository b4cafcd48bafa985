import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProxy } from '#testing/server-proxy';
import { until } from '#testing/until';
import type { Random } from '#pit/random';
import { flipBit, flood, forgeRedis, joinGroup } from './intrusions.js';
import type { Kind } from './plan.js';
import { readPositions, type Probe } from './resume.js';
import type { FaultScenario, Stretch } from './scenario.js';
import { SentinelRedis } from './sentinel-redis.js';
import { SingleRedis } from './single-redis.js';

export interface Struck {
  /** The time when the broken part was back, on the clock of `performance.now()`. */
  readonly backAt: number;
  /** The fault and its cost, as readable text. */
  readonly detail: string;
  /** Repairs parts that the service does not need in order to continue. */
  readonly repair?: () => Promise<void>;
}

export interface Target {
  readonly scenario: FaultScenario;
  readonly stretch: Stretch;
  readonly probe: Probe;
  readonly chance: Random;
}

/** Breaks one thing, and brings it back as an init system would. */
export async function strike(kind: Kind, target: Target): Promise<Struck> {
  await sleep(target.chance.between(200, 1_000));
  switch (kind) {
    case 'kill':
      return killInstance(target);
    case 'stop':
      return stopInstance(target);
    case 'redis-tail':
    case 'redis-cut':
      return cutRedis(kind, target);
    case 'sentinel':
      return failOver(target);
    case 'broker':
      return restartBroker(target);
    case 'broker-silent':
      return stopBroker(target);
    case 'kafka-silent':
      return silence(target.scenario.kafka.proxy, target);
    case 'redis-silent':
      return silence(singleOf(target.scenario).proxy, target);
    case 'cut-reply':
      return cutReplies(target);
    case 'both':
      return strikeBoth(target);
    case 'log-bit':
      return flipBit(target);
    case 'redis-forged':
      return forgeRedis(target);
    case 'flood':
      return flood(target);
    case 'foreign-member':
      return joinGroup(target);
    case 'gateway':
      return killGateway(target);
    case 'lost-answers':
      return loseAnswers(target);
    default:
      return kind satisfies never;
  }
}

async function killInstance({ scenario, chance }: Target): Promise<Struck> {
  const index = chance.below(2);
  await scenario.instance(index).child.kill();
  const downMs = chance.between(0, 1_000);
  await sleep(downMs);
  const backAt = performance.now();
  await scenario.startInstance(index);
  return { backAt, detail: `instance ${index + 1} killed, down for ${seconds(downMs)}` };
}

/** The partitions go to the other instance when the session has ended, and come back later. */
async function stopInstance({ scenario, probe, chance }: Target): Promise<Struck> {
  const index = chance.below(2);
  const { child } = scenario.instance(index);
  child.signal('SIGSTOP');
  const stoppedAt = performance.now();
  await probe.comesThrough();
  const takenOverMs = performance.now() - stoppedAt;
  await sleep(chance.between(0, 2_000));
  child.signal('SIGCONT');
  const detail = `instance ${index + 1} stopped, the other took over after ${seconds(takenOverMs)}`;
  return { backAt: performance.now(), detail };
}

async function cutRedis(
  kind: 'redis-tail' | 'redis-cut',
  { scenario, chance }: Target,
): Promise<Struck> {
  const redis = singleOf(scenario);
  const file = redis.appendOnlyFile;
  const synced = file.size();
  // If the broker is down as well, nothing is written until it is back and the group has joined
  // again.
  await until('something to be written', () => file.size() > synced);
  // With appendfsync everysec, the kernel alone may have up to this much.
  await sleep(chance.between(100, 1_500));
  await redis.kill();
  const pick = (count: number): number => chance.below(count);
  const lost =
    kind === 'redis-tail'
      ? `${file.cutCommits(synced, pick)} commits`
      : `${file.cutBytes(synced, pick)} bytes`;
  await sleep(chance.between(0, 500));
  await redis.startAgain();
  return { backAt: performance.now(), detail: `Redis killed, its last ${lost} lost` };
}

/** Nothing needs to come back: the Sentinels' own time is part of the resume. */
async function failOver({ scenario, chance }: Target): Promise<Struck> {
  const { redis } = scenario;
  if (!(redis instanceof SentinelRedis)) throw new Error('There is no replica to fail over to.');
  const lagMs = chance.between(300, 2_500);
  await redis.cutReplication();
  await sleep(lagMs);
  const [master, replica] = [
    await readPositions(scenario),
    await readPositions(scenario, redis.replicaPort),
  ];
  let lost = 0;
  for (const [partition, position] of master) lost += position - (replica.get(partition) ?? 0);
  await redis.killMaster();
  const backAt = performance.now();
  await redis.promoted();
  const detail = `master killed, its replica ${seconds(lagMs)} and ${lost} records behind`;
  return { backAt, detail, repair: () => redis.rejoin() };
}

async function restartBroker({ scenario, chance }: Target): Promise<Struck> {
  const isKill = chance.chance(0.5);
  const { kafka } = scenario.kafka;
  if (isKill) await kafka.kill();
  else await kafka.running.stop();
  await sleep(chance.between(0, 2_000));
  await kafka.startAgain();
  return { backAt: performance.now(), detail: `broker ${isKill ? 'killed' : 'stopped'}` };
}

/** The broker accepts connections, and answers on none of them. */
async function stopBroker({ scenario, chance }: Target): Promise<Struck> {
  const { running } = scenario.kafka.kafka;
  running.kill('SIGSTOP');
  const forMs = chance.between(2_000, 12_000);
  await sleep(forMs);
  running.kill('SIGCONT');
  return { backAt: performance.now(), detail: `broker silent for ${seconds(forMs)}` };
}

const silences = [
  ['all connections', 0, 'everything'],
  ['idle connections', 1_000, 'everything'],
  ['the answers', 0, 'answers'],
] as const;

/**
 * A firewall forgets connections of the second instance; new ones work, so nothing needs to come
 * back.
 */
async function silence(proxy: ServerProxy, { chance }: Target): Promise<Struck> {
  const [what, idleForMs, dropped] = chance.pick(silences);
  const struck = proxy.silence(idleForMs, dropped);
  return { backAt: performance.now(), detail: `${what} silent: ${struck} of ${proxy.connections}` };
}

/** The commit succeeds but its reply is cut: a burst of them, each at another byte. */
async function cutReplies({ scenario, chance }: Target): Promise<Struck> {
  const { proxy } = singleOf(scenario);
  const cuts = 3 + chance.below(8);
  const before = proxy.lost;
  proxy.loseReplyOf('evalsha', cuts, (bytes) => chance.below(bytes));
  await until('the replies to be cut', () => proxy.ordered === 0);
  return { backAt: performance.now(), detail: `${proxy.lost - before} replies to commits cut` };
}

/** The log may or may not have the unanswered events of tables: the tables send them again. */
async function killGateway({ scenario, stretch, chance }: Target): Promise<Struck> {
  const { floor } = scenario;
  await floor.kill();
  const downMs = chance.between(0, 1_000);
  await sleep(downMs);
  const backAt = performance.now();
  await floor.startAgain();
  await floor.goesOn(stretch.jackpots, stretch.pit);
  return { backAt, detail: `table gateway killed, down for ${seconds(downMs)}` };
}

/** Events are in the log, and their tables get no answer. */
async function loseAnswers({ scenario, chance }: Target): Promise<Struck> {
  const { proxy } = scenario.floor;
  const cuts = 3 + chance.below(8);
  const before = proxy.lost;
  proxy.loseReplyOf('POST /v1/events', cuts, (bytes) => chance.below(bytes));
  await until('the answers to be lost', () => proxy.ordered === 0);
  return { backAt: performance.now(), detail: `${proxy.lost - before} answers to tables lost` };
}

const pairs = [
  ['redis-tail', 'kill'],
  ['redis-cut', 'kill'],
  ['broker', 'redis-cut'],
  ['broker', 'redis-tail'],
  ['broker', 'kill'],
] as const;

async function strikeBoth(target: Target): Promise<Struck> {
  const pair = target.chance.pick(pairs);
  const struck = await Promise.all(pair.map((kind) => strike(kind, target)));
  return {
    backAt: Math.max(...struck.map(({ backAt }) => backAt)),
    detail: struck.map(({ detail }) => detail).join('; '),
  };
}

function singleOf({ redis }: FaultScenario): SingleRedis {
  if (!(redis instanceof SingleRedis)) throw new Error('This fault is for a Redis of its own.');
  return redis;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

import { createHash } from 'node:crypto';
import type { FaultKind, Limits } from './faults.js';
import { checkEnd, isSettled } from './ending.js';
import { World, type Failure, type Told } from './world.js';

export interface Outcome {
  readonly seed: number;
  readonly failure: Failure | null;
  readonly story: readonly Told[];
  readonly kinds: readonly FaultKind[];
  readonly records: number;
  readonly commits: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Names the whole story: the same seed gives the same. */
  readonly digest: string;
}

const healMs = 120_000;

/** Lives through one seed: faults and load, then healing, then the reckoning. */
export async function simulate(seed: number, limits: Limits = {}): Promise<Outcome> {
  const world = new World(seed, limits);
  const { clock, faults } = world;
  const begun = clock.now;
  const { faultsForMs = Infinity } = limits;
  world.begin();
  const isRunning = () => world.failure === null;
  while (isRunning() && (clock.now < begun + world.spanMs || world.produced < world.records)) {
    if (!(await clock.step())) break;
    if (clock.now > begun + faultsForMs) faults.healed = true;
  }
  faults.healed = true;
  world.tell('the faults are over');
  // Whoever slept over a damage opens its partitions again, and finds new records there.
  clock.after(10_000, () => world.broker.rebalance());
  for (let n = 0; n < 40; n += 1) clock.after(10_500 + n * 10, () => world.produce());
  await settle(world, 12_000);
  if (isRunning() && faults.kinds().includes('redis-rollback')) {
    // No record comes any more that would find out; the ledger must be looked at all the same.
    world.tell('the log is at rest');
    world.redis.crash(true);
    await settle(world, 8_000);
  }
  if (isRunning() && faults.kinds().includes('ack-lost')) {
    // No commit comes any more that would have the outbox looked at; it must be sent all the same.
    world.tell('the output topics take nothing for a while');
    world.outputs.isClosed = true;
    for (let n = 0; n < 4; n += 1) clock.after(n * 10, () => world.produce());
    clock.after(4_000, () => (world.outputs.isClosed = false));
    await settle(world, 8_000);
  }
  if (isRunning()) checkEnd(world);
  return {
    seed,
    failure: world.failure,
    story: world.story,
    kinds: faults.kinds(),
    records: world.produced,
    commits: world.checks.commits,
    counts: Object.fromEntries(world.counts),
    digest: createHash('sha256').update(JSON.stringify(world.story)).digest('hex'),
  };
}

/** Waits until everything has come to rest, at least so long and not for ever. */
async function settle(world: World, atLeastMs: number): Promise<void> {
  const { clock } = world;
  const begun = clock.now;
  while (world.failure === null && clock.now < begun + healMs) {
    if (!(await clock.step())) return;
    if (clock.now > begun + atLeastMs && isSettled(world)) return;
  }
}

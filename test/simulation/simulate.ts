import { createHash } from 'node:crypto';
import type { InjectedFault, Limits } from './faults.js';
import { checkEnd, isSettled } from './ending.js';
import { checkProof } from './proof.js';
import { spoilAtRest } from './strikes.js';
import { SimulatedCluster, type Failure, type StoryLine } from './simulated-cluster.js';

export interface Outcome {
  readonly seed: number;
  readonly failure: Failure | null;
  readonly story: readonly StoryLine[];
  readonly kinds: readonly InjectedFault[];
  readonly records: number;
  readonly commits: number;
  readonly counts: Readonly<Record<string, number>>;
  /** The same seed gives the same story. */
  readonly digest: string;
}

const healMs = 120_000;

/** Runs one seed: load with faults, then recovery, then the final checks. */
export async function simulate(seed: number, limits: Limits = {}): Promise<Outcome> {
  const cluster = new SimulatedCluster(seed, limits);
  const { clock, faults } = cluster;
  const begun = clock.now;
  const { faultsForMs = Infinity } = limits;
  cluster.begin();
  const isRunning = () => cluster.failure === null;
  while (
    isRunning() &&
    (clock.now < begun + cluster.spanMs || cluster.produced < cluster.records)
  ) {
    if (!(await clock.step())) break;
    if (clock.now > begun + faultsForMs) faults.healed = true;
  }
  faults.healed = true;
  cluster.tell('the faults are over');
  // An instance that missed the damage opens its partitions again and finds new records there.
  clock.after(10_000, () => cluster.broker.rebalance());
  for (let n = 0; n < 40; n += 1) clock.after(10_500 + n * 10, () => cluster.produce());
  await settle(cluster, 12_000);
  if (isRunning() && faults.kinds().includes('redis-rollback')) {
    // Without new records the idle ledger must still be checked.
    cluster.tell('the log is at rest');
    cluster.redis.crash(true);
    await settle(cluster, 8_000);
  }
  if (isRunning() && faults.kinds().includes('ack-lost')) {
    // Without new commits the outbox must still be sent.
    cluster.tell('the output topics take nothing for a while');
    cluster.outputs.isClosed = true;
    for (let n = 0; n < 4; n += 1) clock.after(n * 10, () => cluster.produce());
    clock.after(4_000, () => (cluster.outputs.isClosed = false));
    await settle(cluster, 8_000);
  }
  if (isRunning() && spoilAtRest(cluster)) await settle(cluster, 1_000);
  if (isRunning()) checkEnd(cluster);
  if (isRunning()) await checkProof(cluster);
  return {
    seed,
    failure: cluster.failure,
    story: cluster.story,
    kinds: faults.kinds(),
    records: cluster.produced,
    commits: cluster.checks.commits,
    counts: Object.fromEntries(cluster.counts),
    digest: createHash('sha256').update(JSON.stringify(cluster.story)).digest('hex'),
  };
}

/** Waits until nothing is pending: at least `atLeastMs`, and at most an upper limit. */
async function settle(cluster: SimulatedCluster, atLeastMs: number): Promise<void> {
  const { clock } = cluster;
  const begun = clock.now;
  while (cluster.failure === null && clock.now < begun + healMs) {
    if (!(await clock.step())) return;
    if (clock.now > begun + atLeastMs && isSettled(cluster)) return;
  }
}

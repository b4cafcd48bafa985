import { atLeast, atMost, type Figure } from './figure.js';
import type { Garbage } from './garbage/measure.js';
import { garbageFigures } from './garbage/report.js';
import { signsFigures } from './signs/report.js';
import type { CandidateName } from './candidates.js';
import type { Growth, GrowthStep } from './growth.js';
import type { LatencyAtRate } from './latency.js';
import { measureOf, ratioOf, type Measure } from './measures.js';
import type { Machine } from '../support/machine.js';
import type { Signs } from './signs/measure.js';
import type { Throughput } from './throughput.js';

/** What one section found, when, and on what. */
export interface Measured<T> {
  readonly machine: Machine;
  readonly rounds: number;
  readonly found: T;
}

/** The newest of each section. A run of some sections leaves the others as they are. */
export interface Results {
  readonly throughput?: Measured<Throughput>;
  readonly latency?: Measured<readonly LatencyAtRate[]>;
  readonly growth?: Measured<Growth>;
  readonly signs?: Measured<Signs>;
  readonly garbage?: Measured<Garbage>;
}

/** The rate at which the latency is asked for. */
const askedPerSecond = 1_000;

export function figuresOf(results: Results): Figure[] {
  const throughput = results.throughput?.found;
  const latency = results.latency?.found;
  const growth = results.growth?.found;
  const figures: Figure[] = [];
  if (throughput) {
    const rate = (name: CandidateName): Measure => throughput.candidates[name] ?? measureOf([]);
    const ratio = (one: CandidateName, other: CandidateName): number =>
      ratioOf(rate(one), rate(other)).median;
    figures.push(atLeast('ours ÷ floor', ratio('ours, everysec', 'floor'), 0.5, 0.8));
    figures.push(atLeast('always ÷ everysec', ratio('ours, always', 'ours, everysec'), 0.6, 0.8));
    const overObvious = ratio('ours, everysec', 'obvious, concurrent');
    figures.push(atLeast('ours ÷ obvious, concurrent', overObvious, 10, 20));
  }
  const atRate = latency?.find(({ perSecond }) => perSecond === askedPerSecond);
  if (atRate) {
    const ratio = atRate.ours.p99.median / atRate.bare.p99.median;
    figures.push(atMost('p99 to the frame ÷ bare Kafka, 1,000/s', ratio, 3, 1.5));
  }
  if (growth) {
    const grown = (steps: readonly GrowthStep[]): number => 100 * costGrowth(steps);
    figures.push(atMost('growth of cost with jackpots', grown(growth.jackpots), 15, null, '%'));
    figures.push(atMost('growth of cost with tables', grown(growth.tables), 15, null, '%'));
    figures.push(atMost('growth of cost with history', grown(growth.history.steps), 15, null, '%'));
    figures.push(atMost('resident memory', growth.history.residentMegabytes, 250, 150, 'MB'));
    const { fromFirst, tail } = growth.rebuild;
    figures.push(atLeast('rebuild ÷ catching up', fromFirst.median / tail.median, 0.9, null));
  }
  if (results.signs) figures.push(...signsFigures(results.signs.found));
  if (results.garbage) figures.push(...garbageFigures(results.garbage.found));
  return figures;
}

/** By which share an event costs more at the last size than at the first. */
export function costGrowth(steps: readonly GrowthStep[]): number {
  const first = steps[0]?.rate.median ?? NaN;
  const last = steps.at(-1)?.rate.median ?? NaN;
  return first / last - 1;
}

import { atLeast, atMost, type Figure } from './figure.js';
import type { Garbage } from './garbage/measure.js';
import { garbageFigures } from './garbage/report.js';
import { signsFigures } from './signs/report.js';
import type { CandidateName } from './candidates.js';
import type { Growth, GrowthStep } from './growth.js';
import type { History } from './history.js';
import type { LatencyAtRate } from './latency.js';
import { grouped, measureOf, ratioOf, type Measure } from './measures.js';
import type { JudgedSources } from '../evidence/kept-reports.js';
import type { Machine } from '../support/machine.js';
import type { Rules } from './rules.js';
import type { Signs } from './signs/measure.js';
import type { Throughput } from './throughput.js';

/** What one section found, when, and on what. */
export interface Measured<T> {
  readonly machine: Machine;
  readonly sources: JudgedSources;
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
  readonly history?: Measured<History>;
  readonly rules?: Measured<Rules>;
}

export function figuresOf(results: Results): Figure[] {
  const throughput = results.throughput?.found;
  const latency = results.latency?.found;
  const growth = results.growth?.found;
  const figures: Figure[] = [];
  if (throughput) {
    const rate = (name: CandidateName): Measure => throughput.candidates[name] ?? measureOf([]);
    const ratio = (one: CandidateName, other: CandidateName): number =>
      ratioOf(rate(one), rate(other)).median;
    figures.push(atLeast('ours ÷ floor', ratio('ours, everysec', 'floor'), 0.54, 0.7));
    figures.push(atLeast('always ÷ everysec', ratio('ours, always', 'ours, everysec'), 0.6, 0.8));
    const overObvious = ratio('ours, everysec', 'obvious, concurrent');
    figures.push(atLeast('ours ÷ obvious, concurrent', overObvious, 10, 20));
  }
  if (latency) figures.push(...latency.flatMap(latencyFigures));
  if (growth) {
    figures.push(...grownSteps('jackpots', growth.jackpots, 60, 30));
    const tables = [growth.tables[0], growth.tables.at(-1)].flatMap((step) => step ?? []);
    figures.push(...grownSteps('tables', tables, 30, 15));
    const { fromFirst, tail } = growth.rebuild;
    figures.push(atLeast('rebuild ÷ catching up', fromFirst.median / tail.median, 0.9, null));
  }
  if (results.history) figures.push(...historyFigures(results.history.found));
  if (results.signs) figures.push(...signsFigures(results.signs.found));
  if (results.garbage) figures.push(...garbageFigures(results.garbage.found));
  return figures;
}

/** What is asked at the rates that have something asked. */
function latencyFigures({ perSecond, ours, bare }: LatencyAtRate): Figure[] {
  const { p50, p99 } = ours;
  const overBare = { p50: p50.median / bare.p50.median, p99: p99.median / bare.p99.median };
  if (perSecond === 100) {
    return [atMost('p50 to the frame ÷ bare Kafka, 100/s', overBare.p50, 2, 1.5)];
  }
  if (perSecond === 1_000) {
    return [
      atMost('p50 to the frame, 1,000/s', p50.median, 5, 3, 'ms'),
      atMost('p99 to the frame ÷ bare Kafka, 1,000/s', overBare.p99, 3, 1.5),
    ];
  }
  return perSecond === 10_000
    ? [atMost('p99 to the frame, 10,000/s', p99.median, 40, 20, 'ms')]
    : [];
}

/** How much more an event costs at each size than at the one before. */
function grownSteps(
  what: string,
  steps: readonly GrowthStep[],
  asked: number,
  aim: number,
): Figure[] {
  return steps.slice(1).map((step, index) => {
    const before = steps[index] as GrowthStep;
    const name = `growth of cost, ${grouped(before.size)} → ${grouped(step.size)} ${what}`;
    return atMost(name, 100 * costGrowth([before, step]), asked, aim, '%');
  });
}

/** The memory is that of 5 million events, or of as many as there are. */
function historyFigures({ steps, memory }: History): Figure[] {
  const grown = 100 * costGrowth(steps);
  const { events, megabytes } = memory.find((each) => each.events > 5e6) ?? memory.at(-1) ?? none;
  const name = `resident memory after ${grouped(events)} events`;
  return [
    atMost('growth of cost with history', grown, 15, null, '%'),
    atMost(name, megabytes.median, 250, 150, 'MB'),
  ];
}

const none = { events: 0, megabytes: measureOf([]) };

/** By which share an event costs more at the last size than at the first. */
export function costGrowth(steps: readonly GrowthStep[]): number {
  const first = steps[0]?.rate.median ?? NaN;
  const last = steps.at(-1)?.rate.median ?? NaN;
  return first / last - 1;
}

import type { CandidateName } from './candidates.js';
import type { Growth, GrowthStep } from './growth.js';
import type { LatencyAtRate } from './latency.js';
import { measureOf, ratioOf, type Measure } from './measures.js';
import type { Machine } from '../support/machine.js';
import type { Throughput } from './throughput.js';

/** Everything that one run found; this is what `--json` prints. */
export interface Results {
  readonly machine: Machine;
  readonly rounds: number;
  readonly throughput?: Throughput;
  readonly latency?: readonly LatencyAtRate[];
  readonly growth?: Growth;
  readonly figures: readonly Figure[];
}

/** A figure that was asked for, beside what was reached. */
export interface Figure {
  readonly name: string;
  readonly asked: number;
  readonly aim: number | null;
  readonly reached: number;
  readonly unit: '' | '%' | 'MB';
  readonly isMet: boolean;
}

type Parts = Pick<Results, 'throughput' | 'latency' | 'growth'>;

/** The rate at which the latency is asked for. */
const askedPerSecond = 1_000;

export function figuresOf({ throughput, latency, growth }: Parts): Figure[] {
  const figures: Figure[] = [];
  const atLeast = (name: string, reached: number, asked: number, aim: number | null): void =>
    void figures.push({ name, asked, aim, reached, unit: '', isMet: reached >= asked });
  const atMost = (
    name: string,
    reached: number,
    asked: number,
    aim: number | null,
    unit: Figure['unit'] = '',
  ): void => void figures.push({ name, asked, aim, reached, unit, isMet: reached <= asked });

  if (throughput) {
    const rate = (name: CandidateName): Measure => throughput.candidates[name] ?? measureOf([]);
    const ratio = (one: CandidateName, other: CandidateName): number =>
      ratioOf(rate(one), rate(other)).median;
    atLeast('ours ÷ floor', ratio('ours, everysec', 'floor'), 0.5, 0.8);
    atLeast('always ÷ everysec', ratio('ours, always', 'ours, everysec'), 0.6, 0.8);
    const overObvious = ratio('ours, everysec', 'obvious, concurrent');
    atLeast('ours ÷ obvious, concurrent', overObvious, 10, 20);
  }
  const atRate = latency?.find(({ perSecond }) => perSecond === askedPerSecond);
  if (atRate) {
    const ratio = atRate.ours.p99.median / atRate.bare.p99.median;
    atMost('p99 to the frame ÷ bare Kafka, 1,000/s', ratio, 3, 1.5);
  }
  if (growth) {
    const grown = (steps: readonly GrowthStep[]): number => 100 * costGrowth(steps);
    atMost('growth of cost with jackpots', grown(growth.jackpots), 15, null, '%');
    atMost('growth of cost with tables', grown(growth.tables), 15, null, '%');
    atMost('growth of cost with history', grown(growth.history.steps), 15, null, '%');
    atMost('resident memory', growth.history.residentMegabytes, 250, 150, 'MB');
    const { fromFirst, tail } = growth.rebuild;
    atLeast('rebuild ÷ catching up', fromFirst.median / tail.median, 0.9, null);
  }
  return figures;
}

/** By which share an event costs more at the last size than at the first. */
export function costGrowth(steps: readonly GrowthStep[]): number {
  const first = steps[0]?.rate.median ?? NaN;
  const last = steps.at(-1)?.rate.median ?? NaN;
  return first / last - 1;
}

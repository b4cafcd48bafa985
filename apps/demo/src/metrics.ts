/** The metrics of a service under /metrics, in Prometheus' text format. */

export interface DemoSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export class MetricSamples {
  constructor(private readonly samples: readonly DemoSample[]) {}

  /** Returns the sum of a metric over all its labels, or over those that match. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number {
    return this.samples
      .filter((sample) => sample.name === name && matches(sample, labels))
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** Returns a metric by the values of one of its labels, the largest first, without zeros. */
  by(name: string, label: string): [labelValue: string, count: number][] {
    const samples = this.samples.filter((each) => each.name === name);
    return countBy(samples.map(({ labels, value }) => [labels[label] ?? '', value]));
  }
}

export type MetricCounts = readonly (readonly [name: string, count: number])[];

/** Adds up the counts of each name; the largest first, without zeros. */
export function countBy(counted: MetricCounts): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const [name, count] of counted) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].filter(([, count]) => count !== 0).sort(([, a], [, b]) => b - a);
}

export function readMetrics(text: string): MetricSamples {
  const samples = text.split('\n').flatMap((line) => {
    const [, name, inside, value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...(inside ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    const labels = Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text]));
    return [{ name, labels, value: Number(value) }];
  });
  return new MetricSamples(samples);
}

function matches(sample: DemoSample, labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(labels).every(([label, value]) => sample.labels[label] === value);
}

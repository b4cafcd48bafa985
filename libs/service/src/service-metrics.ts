import { version } from '#contract';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LogLines } from './log-lines.js';

type LabelValues<Labels extends readonly string[]> = {
  [Index in keyof Labels]: string | number;
};
/** The values of the labels, in their order, then the value; each combination at most once. */
export type MetricSample<Labels extends readonly string[] = readonly string[]> = readonly [
  ...LabelValues<Labels>,
  number,
];

/** The head of a metric on a page: its names are those of contract 9.4. */
export interface MetricHead {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labelNames: readonly string[];
}

interface WatchedMetric extends MetricHead {
  readonly help: string;
  readonly samples: () => Iterable<MetricSample>;
}

/** Gauges that prom-client names like counters, which `promtool check metrics` refuses. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Upper bounds of buckets, in seconds; each histogram of times uses some of them. */
const bounds = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
  3_600,
];

/** The buckets of a histogram of times between two bounds, in seconds. */
export function secondsBuckets(lowest: number, highest: number): number[] {
  return bounds.filter((bound) => bound >= lowest && bound <= highest);
}

/** The share of time that making pages may use, and the most at once. */
const share = 0.1;
const mostMs = 2_000;
/** The last page is sent again for at most a second. */
const leastMs = -100;

const httpLabels = ['route', 'method', 'status'] as const;

/**
 * The metrics page of a service: metrics of its process, of its HTTP, and of the app. No label is a
 * round, a bet or a player.
 */
export class ServiceMetrics {
  readonly httpDuration: Histogram<(typeof httpLabels)[number]>;
  private readonly registry = new Registry();
  private readonly heads: MetricHead[] = [];
  private readonly watched: WatchedMetric[] = [];
  private page: Promise<string> | undefined;
  /** The time that is left for making pages, and the time that the last page took. */
  private readonly making = { leftMs: mostMs, atMs: performance.now(), lastMs: 0 };

  /**
   * @param service the label `service`
   * @param log its log lines
   */
  constructor(service: string, log = new LogLines()) {
    collectDefaultMetrics({ register: this.registry });
    for (const name of misnamed) this.registry.removeSingleMetric(name);
    this.gauge('jackpot_build_info', 'Always 1: which build answers.', [
      'service',
      'version',
      'node',
    ]).set({ service, version, node: process.version }, 1);
    const help = 'Log lines that could not be written.';
    this.watch('counter', 'jackpot_log_lines_dropped_total', help, [], () => [[log.dropped]]);
    this.httpDuration = this.histogram(
      'jackpot_http_request_duration_seconds',
      'Time from a request to the end of its answer; streams are not among them.',
      secondsBuckets(0.001, 10),
      httpLabels,
    );
  }

  /** @param initial labels of the series that begin at 0 */
  counter<const Labels extends readonly string[] = []>(
    name: string,
    help: string,
    labelNames: Labels = [] as unknown as Labels,
    initial: readonly Readonly<Record<Labels[number], string>>[] = [],
  ): Counter<Labels[number]> {
    this.heads.push({ name, type: 'counter', labelNames });
    const counter = new Counter({ name, help, labelNames, registers: [this.registry] });
    for (const labels of initial) counter.inc(labels, 0);
    return counter;
  }

  gauge<const Labels extends readonly string[]>(name: string, help: string, labelNames: Labels) {
    this.heads.push({ name, type: 'gauge', labelNames });
    return new Gauge<Labels[number]>({ name, help, labelNames, registers: [this.registry] });
  }

  /** @param buckets upper bounds, in the unit of the name */
  histogram<const Labels extends readonly string[] = []>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Labels = [] as unknown as Labels,
  ): Histogram<Labels[number]> {
    this.heads.push({ name, type: 'histogram', labelNames });
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] });
  }

  /**
   * A metric that is read again for each page. Its lines are written here: prom-client would take
   * several times as long for the thousands of series of a floor.
   */
  watch<const Labels extends readonly string[]>(
    type: 'counter' | 'gauge',
    name: string,
    help: string,
    labelNames: Labels,
    samples: () => Iterable<MetricSample<NoInfer<Labels>>>,
  ): void {
    this.watched.push({ type, name, help, labelNames, samples } as unknown as WatchedMetric);
  }

  /** Our own metrics on the page, without those of the process. */
  list(): readonly MetricHead[] {
    return [...this.heads, ...this.watched];
  }

  /**
   * The page, in Prometheus' text format 0.0.4. Making pages uses about a tenth of the time: a
   * client that asks more often gets the last page again, for at most a second.
   */
  text(): Promise<string> {
    const beganMs = performance.now();
    const { page, making } = this;
    making.leftMs = Math.min(mostMs, making.leftMs + (beganMs - making.atMs) * share);
    making.atMs = beganMs;
    if (page && making.leftMs < 0) return page;
    // Reserves the time: requests that arrive meanwhile must not all be let in.
    const { lastMs: reservedMs } = making;
    making.leftMs -= reservedMs;
    const made = this.makePage();
    this.page = made;
    const end = (): void => {
      making.lastMs = performance.now() - beganMs;
      making.leftMs = Math.max(leastMs, making.leftMs - making.lastMs + reservedMs);
    };
    made.then(end, end);
    return made;
  }

  private async makePage(): Promise<string> {
    const page = [await this.registry.metrics()];
    for (const { name, help, type, labelNames, samples } of this.watched) {
      page.push(`\n# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`);
      page.push(metricLines(name, labelNames, samples()));
    }
    return page.join('');
  }
}

function metricLines(
  name: string,
  labelNames: readonly string[],
  samples: Iterable<MetricSample>,
): string {
  const count = labelNames.length;
  const heads = labelNames.map((label, index) => `${index === 0 ? `${name}{` : '",'}${label}="`);
  const beforeValue = count === 0 ? `${name} ` : '"} ';
  let lines = '';
  for (const sample of samples) {
    for (let index = 0; index < count; index += 1) {
      lines += heads[index] + escapedLabel(sample[index] as string | number);
    }
    lines += `${beforeValue}${valueText(sample[count] as number)}\n`;
  }
  return lines;
}

function escapedLabel(value: string | number): string {
  if (typeof value === 'number' || !/[\\"\n]/.test(value)) return String(value);
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function valueText(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}

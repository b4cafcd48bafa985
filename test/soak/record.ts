import { judgeGrowth, type Growth, type Limit, type Point } from './growth.js';

/**
 * The measures of a process, and the permitted growth of each per hour. Memory is in MiB. A fault
 * comes every minute, so a handle lost with each fault would be 60 per hour.
 */
export const measures = {
  resident: { limit: { perHour: 40, blockBy: 'floor' } },
  /** Right after a forced garbage collection. */
  'heap kept': { limit: { perHour: 40, blockBy: 'floor' } },
  heap: { limit: null },
  handles: { limit: { perHour: 30, blockBy: 'median' } },
  'open files': { limit: { perHour: 30, blockBy: 'median' } },
  /** Without the awards, which grow until each jackpot keeps 10,000. */
  'Redis memory': { limit: { perHour: 12, blockBy: 'median' } },
  'awards in Redis': { limit: null },
  'outbox entries': { limit: { perHour: 5_000, blockBy: 'floor' } },
  'lag, records': { limit: null },
  'event loop p99, ms': { limit: null },
} as const satisfies Record<string, { readonly limit: Limit | null }>;

export type Measure = keyof typeof measures;

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

/** The verdicts on the run without its warm-up. */
export interface Row {
  readonly process: string;
  readonly measure: Measure;
  readonly first: number;
  readonly last: number;
  readonly most: number;
  readonly growth: Growth;
}

/** All measurements, by process and by measure. */
export class Recording {
  private startedAt = performance.now();
  private readonly seen = new Map<string, Map<Measure, Point[]>>();

  /** @param struck processes that the run kills: their lives are too short to be judged */
  constructor(private readonly struck: readonly string[]) {}

  now(): number {
    return (performance.now() - this.startedAt) / 1_000;
  }

  /** Begins the run, after the stack has started. */
  restart(): void {
    this.startedAt = performance.now();
  }

  add(process: string, measure: Measure, value: number): void {
    if (!Number.isFinite(value)) return;
    const of = this.seen.get(process) ?? new Map<Measure, Point[]>();
    const points = of.get(measure) ?? [];
    points.push({ at: this.now(), value });
    this.seen.set(process, of.set(measure, points));
  }

  lines(measure: Measure): Line[] {
    return [...this.seen].flatMap(([name, of]) => {
      const points = of.get(measure) ?? [];
      return points.length > 0 ? [{ name, points }] : [];
    });
  }

  rows(): Row[] {
    return [...this.seen].flatMap(([process, of]) =>
      [...of].flatMap(([measure, points]) => {
        const { limit } = measures[measure];
        if (limit === null || this.struck.includes(process)) return [];
        const values = points.map(({ value }) => value);
        const [first, last] = [values[0] as number, values.at(-1) as number];
        const most = Math.max(...values);
        return [{ process, measure, first, last, most, growth: judgeGrowth(points, limit) }];
      }),
    );
  }
}

import { judgeGrowth, type Growth, type Limits, type Point } from './growth.js';

/** What is measured of a process, and how much it may grow. Memory is in MiB. */
export const measures = {
  heap: { limits: { perHour: 24, leastRise: 6 } },
  resident: { limits: { perHour: 48, leastRise: 16 } },
  'open files': { limits: { perHour: 20, leastRise: 6 } },
  handles: { limits: { perHour: 20, leastRise: 6 } },
  /** Without the awards: of those 10,000 are kept for each jackpot, and until then they grow. */
  'Redis memory': { limits: { perHour: 12, leastRise: 4 } },
  'awards in Redis': { limits: null },
  'outbox entries': { limits: { perHour: 10_000, leastRise: 2_000 } },
  'lag, records': { limits: null },
  'event loop p99, ms': { limits: null },
} as const satisfies Record<string, { readonly limits: Limits | null }>;

export type Measure = keyof typeof measures;

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

export interface Row {
  readonly process: string;
  readonly measure: Measure;
  readonly life: number;
  readonly first: number;
  readonly last: number;
  readonly most: number;
  readonly growth: Growth;
}

/** Everything that was measured, by process, by its life from one start to its end, by measure. */
export class Recording {
  private startedAt = performance.now();
  private readonly lives = new Map<string, Map<Measure, Point[]>[]>();

  now(): number {
    return (performance.now() - this.startedAt) / 1_000;
  }

  /** The run begins now; what the start of the stack took is no part of it. */
  restart(): void {
    this.startedAt = performance.now();
  }

  /** What comes from now on belongs to a new process under that name. */
  begin(process: string): void {
    this.lives.set(process, [...(this.lives.get(process) ?? []), new Map()]);
  }

  add(process: string, measure: Measure, value: number): void {
    const life = this.lives.get(process)?.at(-1);
    if (!life || !Number.isFinite(value)) return;
    const points = life.get(measure) ?? [];
    points.push({ at: this.now(), value });
    life.set(measure, points);
  }

  lines(measure: Measure): Line[] {
    return [...this.lives].flatMap(([name, lives]) => {
      const points = lives.flatMap((life) => life.get(measure) ?? []);
      return points.length > 0 ? [{ name, points }] : [];
    });
  }

  rows(): Row[] {
    return [...this.lives].flatMap(([process, lives]) =>
      lives.flatMap((life, index) =>
        [...life].flatMap(([measure, points]) => {
          const { limits } = measures[measure];
          if (limits === null || points.length === 0) return [];
          const values = points.map(({ value }) => value);
          const [first, last] = [values[0] as number, values.at(-1) as number];
          const most = Math.max(...values);
          const growth = judgeGrowth(points, limits);
          return [{ process, measure, life: index + 1, first, last, most, growth }];
        }),
      ),
    );
  }
}

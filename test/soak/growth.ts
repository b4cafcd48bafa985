/** The value of a measure at one time. */
export interface Point {
  /** Seconds since the beginning of the run. */
  readonly at: number;
  readonly value: number;
}

export interface Limit {
  /** Units per hour; the measure must be shown to grow by less. */
  readonly perHour: number;
  /**
   * Memory varies with the load, so the lowest value of each block counts; otherwise the median.
   */
  readonly blockBy: 'floor' | 'median';
}

/**
 * `flat`: shown to grow by less than the limit. `grows`: certain to grow by more than the limit.
 * `not shown`: too little time or too much noise to tell. Only `flat` passes.
 */
export type Verdict = 'flat' | 'grows' | 'not shown';

/** A slope by least squares, in units per hour. */
export interface Growth {
  readonly perHour: number;
  /** Its standard error, which takes the autocorrelation of the blocks into account. */
  readonly errorPerHour: number;
  /** The 95 % interval. */
  readonly interval: readonly [low: number, high: number];
  readonly verdict: Verdict;
  /** The fitted line from its beginning to its end; empty if there is none. */
  readonly line: readonly Point[];
}

/** Not judged: caches, heap and buffers fill, and each kind of fault strikes for the first time. */
export const warmUpSeconds = 300;
/** Longer than a burst of load after a fault. */
const blockLeastSeconds = 60;
const blocksAtMost = 30;
const blocksAtLeast = 5;

/**
 * Judges the whole life of a process without the warm-up. Neighbouring samples are correlated, so
 * they are averaged in blocks. The remaining correlation r between neighbouring blocks makes n
 * blocks count as n (1 − r) / (1 + r) (Santer et al. 2000).
 */
export function judgeGrowth(life: readonly Point[], limit: Limit): Growth {
  const blocks = blocksOf(life, limit.blockBy);
  const fit = fitLine(blocks);
  if (fit === null) return notShown();
  const { slope, rest, spread } = fit;
  const freedom = effectiveCount(rest) - 2;
  const variance = rest.reduce((sum, each) => sum + each * each, 0) / freedom;
  const error = Math.sqrt(variance / spread);
  const [perHour, errorPerHour] = [slope * 3_600, error * 3_600];
  const reach = studentQuantile(freedom) * errorPerHour;
  const interval = [perHour - reach, perHour + reach] as const;
  const verdict = verdictOf(perHour, interval, limit.perHour);
  return { perHour, errorPerHour, interval, verdict, line: fit.line };
}

function verdictOf(
  perHour: number,
  [low, high]: readonly [number, number],
  limit: number,
): Verdict {
  if (high <= limit) return 'flat';
  return low > 0 && perHour > limit ? 'grows' : 'not shown';
}

function notShown(): Growth {
  const interval = [-Infinity, Infinity] as const;
  return { perHour: NaN, errorPerHour: Infinity, interval, verdict: 'not shown', line: [] };
}

/** The floor or the median of each block's samples, at the middle of the block. */
function blocksOf(life: readonly Point[], blockBy: Limit['blockBy']): Point[] {
  const judged = life.filter(({ at }) => at >= warmUpSeconds);
  const [first, last] = [judged[0], judged.at(-1)];
  if (!first || !last) return [];
  const seconds = Math.max(blockLeastSeconds, (last.at - first.at) / blocksAtMost);
  const spans = Map.groupBy(judged, ({ at }) => Math.floor((at - first.at) / seconds));
  return [...spans].map(([index, span]) => {
    const values = span.map(({ value }) => value).sort((one, other) => one - other);
    const middle = blockBy === 'floor' ? 0 : values.length >> 1;
    return { at: first.at + (index + 0.5) * seconds, value: values[middle] as number };
  });
}

/** A line by least squares; null if there are too few blocks to know an error. */
function fitLine(points: readonly Point[]) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < blocksAtLeast) return null;
  const mean = (pick: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [middle, level] = [mean(({ at }) => at), mean(({ value }) => value)];
  const spread = points.reduce((sum, { at }) => sum + (at - middle) ** 2, 0);
  const product = points.reduce((sum, { at, value }) => sum + (at - middle) * (value - level), 0);
  const slope = product / spread;
  const lineAt = (at: number): number => level + slope * (at - middle);
  const rest = points.map(({ at, value }) => value - lineAt(at));
  const line = [first, last].map(({ at }) => ({ at, value: lineAt(at) }));
  return { slope, spread, rest, line };
}

/**
 * The number of independent blocks that they count as: at least five, because a measure that moves
 * in few steps, as handles do, would count as zero.
 */
function effectiveCount(rest: readonly number[]): number {
  const squares = rest.reduce((sum, each) => sum + each * each, 0);
  if (squares === 0) return rest.length;
  const products = rest.slice(1).reduce((sum, each, index) => {
    return sum + each * (rest[index] as number);
  }, 0);
  // Residuals are less correlated than their series; short series need this correction.
  const alike = products / squares + 2 / rest.length;
  const correlation = Math.min(0.99, Math.max(0, alike));
  return Math.max(blocksAtLeast, (rest.length * (1 - correlation)) / (1 + correlation));
}

/** Student's t for 97.5 %, expanded around the normal quantile; within 1 % from 3 degrees on. */
function studentQuantile(freedom: number): number {
  const z = 1.959964;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), z);
}

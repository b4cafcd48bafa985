/** A measure at a moment. */
export interface Point {
  /** Seconds since the beginning of the run. */
  readonly at: number;
  readonly value: number;
}

export interface Limits {
  /** Units an hour that are no growth yet. */
  readonly perHour: number;
  /** A rise over the judged time that is too small to be told from noise. */
  readonly leastRise: number;
}

export type Growth =
  | { readonly judged: false }
  | {
      readonly judged: true;
      /** Theil–Sen: the median of the slopes of all pairs, an hour. */
      readonly perHour: number;
      /** The slope is above this with 95 % confidence. */
      readonly atLeastPerHour: number;
      readonly rise: number;
      readonly isGrowing: boolean;
    };

/** A process fills its caches and its heap in the beginning of its life; that is not looked at. */
const warmUpShare = 0.4;
const warmUpLeastSeconds = 30;
/** Less than this cannot be judged. */
const leastSeconds = 120;
const leastFloors = 8;
/** Long enough for a collection to fall into it. */
const floorSeconds = 15;

/**
 * Says whether a measure grows over one life of a process. A heap swings with its collector, so the
 * floors of short spans are what is looked at; and their slope is the median of many, because one
 * peak must not decide. It grows where even the cautious end of the slope is over the limit.
 */
export function judgeGrowth(life: readonly Point[], limits: Limits): Growth {
  const floors = floorsOf(afterWarmUp(life));
  const [first, last] = [floors[0], floors.at(-1)];
  if (!first || !last || floors.length < leastFloors || last.at - first.at < leastSeconds) {
    return { judged: false };
  }
  const slopes = pairSlopes(floors);
  const perHour = slopes[Math.floor(slopes.length / 2)] as number;
  const atLeastPerHour = slopes[cautiousIndex(floors.length, slopes.length)] as number;
  const rise = (perHour * (last.at - first.at)) / 3_600;
  const isGrowing = atLeastPerHour > limits.perHour && rise > limits.leastRise;
  return { judged: true, perHour, atLeastPerHour, rise, isGrowing };
}

function afterWarmUp(life: readonly Point[]): Point[] {
  const [first, last] = [life[0], life.at(-1)];
  if (!first || !last) return [];
  const from = first.at + Math.max(warmUpLeastSeconds, (last.at - first.at) * warmUpShare);
  return life.filter(({ at }) => at >= from);
}

function floorsOf(points: readonly Point[]): Point[] {
  const spans = Map.groupBy(points, ({ at }) => Math.floor(at / floorSeconds));
  return [...spans.values()].map((span) =>
    span.reduce((least, point) => (point.value < least.value ? point : least)),
  );
}

/** Units an hour, ascending. */
function pairSlopes(points: readonly Point[]): number[] {
  const slopes: number[] = [];
  for (const [index, one] of points.entries()) {
    for (const other of points.slice(index + 1)) {
      slopes.push(((other.value - one.value) / (other.at - one.at)) * 3_600);
    }
  }
  return slopes.sort((a, b) => a - b);
}

/** Sen's lower limit: the slope at rank (pairs − 1.645 σ) / 2, σ² by Kendall = n(n−1)(2n+5)/18. */
function cautiousIndex(points: number, pairs: number): number {
  const sigma = Math.sqrt((points * (points - 1) * (2 * points + 5)) / 18);
  return Math.max(0, Math.floor((pairs - 1.645 * sigma) / 2));
}

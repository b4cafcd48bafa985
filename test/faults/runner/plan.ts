import { Random } from '#pit/random';

/** The weight of each kind of fault; `stop` costs a whole session time-out each time. */
export const weights = {
  kill: 12,
  stop: 8,
  'redis-tail': 16,
  'redis-cut': 16,
  sentinel: 12,
  broker: 10,
  'broker-silent': 6,
  'kafka-silent': 10,
  'redis-silent': 10,
  'cut-reply': 16,
  both: 10,
  'log-bit': 6,
  'redis-forged': 6,
  flood: 6,
  'foreign-member': 6,
  gateway: 6,
  'lost-answers': 6,
} as const;

export type Kind = keyof typeof weights;
export const kinds = Object.keys(weights) as Kind[];

export interface PlannedFault {
  /** Counted from 1. */
  readonly number: number;
  readonly kind: Kind;
  /** Random numbers for the fault's moment and parameters. */
  readonly chance: Random;
}

/** Faults that share the servers and services they strike. */
export interface PlannedScenario {
  readonly redis: 'single' | 'sentinel';
  readonly faults: readonly PlannedFault[];
}

const scenarioLimit = 15;

/** One of each kind if there are enough, the others by weight, all in random order. */
export function planFaults(
  count: number,
  seed: string,
  only: readonly Kind[] = kinds,
): PlannedScenario[] {
  const random = new Random(`${seed}/plan`);
  const drawn: Kind[] = only.slice(0, count);
  const among = Object.fromEntries(only.map((kind) => [kind, weights[kind]])) as Record<
    Kind,
    number
  >;
  while (drawn.length < count) drawn.push(random.pickWeighted(among));
  return groupByRedis(random.shuffled(drawn), seed);
}

/** A fail-over needs a Redis with a replica, so these faults are in separate scenarios. */
function groupByRedis(drawn: readonly Kind[], seed: string): PlannedScenario[] {
  const scenarios: { redis: 'single' | 'sentinel'; kinds: Kind[] }[] = [];
  const filling: Record<string, Kind[]> = {};
  for (const kind of drawn) {
    const redis = kind === 'sentinel' ? 'sentinel' : 'single';
    let current = filling[redis];
    if (!current || current.length === scenarioLimit) {
      current = filling[redis] = [];
      scenarios.push({ redis, kinds: current });
    }
    current.push(kind);
  }
  let number = 0;
  return scenarios.map(({ redis, kinds: together }) => {
    const faults = together.map((kind) => {
      number += 1;
      return { number, kind, chance: new Random(`${seed}/${number}`) };
    });
    return { redis, faults };
  });
}

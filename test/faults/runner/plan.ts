import { Random } from '../../../apps/pit/src/random.js';

/** How often each kind of fault is drawn; `stop` costs a whole session time-out each time. */
export const weights = {
  kill: 12,
  stop: 8,
  'redis-tail': 16,
  'redis-cut': 16,
  sentinel: 12,
  broker: 10,
  'cut-reply': 16,
  both: 10,
} as const;

export type Kind = keyof typeof weights;
export const kinds = Object.keys(weights) as Kind[];

export interface PlannedFault {
  /** From 1 on. */
  readonly number: number;
  readonly kind: Kind;
  /** What the fault draws its moment and its parameters from. */
  readonly chance: Random;
}

/** Faults that share the servers and services they strike. */
export interface PlannedBed {
  readonly redis: 'single' | 'sentinel';
  readonly faults: readonly PlannedFault[];
}

const bedLimit = 15;

/** One of each kind first, where there are enough, then by weight; all in an order by chance. */
export function planFaults(
  count: number,
  seed: string,
  only: readonly Kind[] = kinds,
): PlannedBed[] {
  const random = new Random(`${seed}/plan`);
  const drawn: Kind[] = only.slice(0, count);
  const among = Object.fromEntries(only.map((kind) => [kind, weights[kind]])) as Record<
    Kind,
    number
  >;
  while (drawn.length < count) drawn.push(random.pickWeighted(among));
  for (let place = drawn.length - 1; place > 0; place -= 1) {
    const other = random.below(place + 1);
    [drawn[place], drawn[other]] = [drawn[other] as Kind, drawn[place] as Kind];
  }
  return layOut(drawn, seed);
}

/** A fail-over needs a Redis with a replica, so these faults have beds of their own. */
function layOut(drawn: readonly Kind[], seed: string): PlannedBed[] {
  const beds: { redis: 'single' | 'sentinel'; kinds: Kind[] }[] = [];
  const filling: Record<string, Kind[]> = {};
  for (const kind of drawn) {
    const redis = kind === 'sentinel' ? 'sentinel' : 'single';
    let current = filling[redis];
    if (!current || current.length === bedLimit) {
      current = filling[redis] = [];
      beds.push({ redis, kinds: current });
    }
    current.push(kind);
  }
  let number = 0;
  return beds.map(({ redis, kinds: inBed }) => {
    const faults = inBed.map((kind) => {
      number += 1;
      return { number, kind, chance: new Random(`${seed}/${number}`) };
    });
    return { redis, faults };
  });
}

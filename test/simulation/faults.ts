import { Random } from '../../apps/pit/src/random.js';

/** What may go wrong. Each seed has some of them, so that none hides behind another. */
export const faultKinds = [
  'redis-request-lost',
  'redis-reply-lost',
  'redis-late',
  'redis-crash',
  'redis-rollback',
  'redis-fail-over',
  'redis-split',
  'redis-unsafe',
  'ledger-spoiled',
  'rebalance',
  'zombie',
  'old-fetch',
  'heartbeat-lost',
  'broker-down',
  'admin-lost',
  'ack-lost',
  'produce-partial',
  'produce-slow',
  'process-killed',
  'process-frozen',
  'log-truncated',
  'log-overwritten',
  'log-recreated',
  'log-trimmed',
  'log-gap',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Faults that happen to one call; the others strike at a moment. */
const rates: Partial<Record<FaultKind, number>> = {
  'redis-request-lost': 0.04,
  'redis-reply-lost': 0.06,
  'redis-late': 0.04,
  'old-fetch': 0.5,
  'heartbeat-lost': 0.02,
  'admin-lost': 0.05,
  'ack-lost': 0.1,
  'produce-partial': 0.06,
  'produce-slow': 0.1,
};

/** Rare, because such a log stops its partition and with it much that could happen there. */
const anomalies = new Set<FaultKind>([
  'log-truncated',
  'log-overwritten',
  'log-recreated',
  'log-trimmed',
  'log-gap',
  'ledger-spoiled',
]);

export interface Limits {
  /** Kinds that must not happen, to find the shortest story. */
  readonly without?: readonly FaultKind[];
  /** Faults strike in the first so many milliseconds only. */
  readonly faultsForMs?: number;
  readonly records?: number;
}

export interface Strike {
  readonly atMs: number;
  readonly kind: FaultKind;
}

/** The faults of one seed: which there are, how often, and when those that strike do. */
export class Faults {
  /** All is well from here on. */
  healed = false;
  readonly strikes: readonly Strike[];
  private readonly enabled: Set<FaultKind>;
  private readonly chances = new Map<FaultKind, Random>();
  private readonly strength: number;

  constructor(
    private readonly seed: number,
    limits: Limits,
    private readonly count: (name: string) => void,
    spanMs: number,
  ) {
    const random = new Random(`${seed}/faults`);
    const share = random.pick([0.15, 0.3, 0.5]);
    const chosen = faultKinds.filter((kind) => random.chance(anomalies.has(kind) ? 0.06 : share));
    const without = new Set(limits.without ?? []);
    this.enabled = new Set(chosen.filter((kind) => !without.has(kind)));
    this.strength = random.pick([0.4, 1, 2]);
    const until = Math.min(spanMs, limits.faultsForMs ?? spanMs);
    this.strikes = faultKinds
      .filter((kind) => this.enabled.has(kind) && rates[kind] === undefined)
      .flatMap((kind) => {
        const own = new Random(`${seed}/strikes/${kind}`);
        const times = anomalies.has(kind) ? 1 : 1 + own.below(4);
        return Array.from({ length: times }, () => ({ atMs: own.below(spanMs), kind }));
      })
      .filter(({ atMs }) => atMs <= until)
      .sort((one, other) => one.atMs - other.atMs);
  }

  kinds(): FaultKind[] {
    return [...this.enabled];
  }

  /** Whether this call has this fault. */
  happens(kind: FaultKind): boolean {
    if (this.healed || !this.enabled.has(kind)) return false;
    const happens = this.chanceOf(kind).chance((rates[kind] ?? 0) * this.strength);
    if (happens) this.count(kind);
    return happens;
  }

  private chanceOf(kind: FaultKind): Random {
    let random = this.chances.get(kind);
    if (!random) this.chances.set(kind, (random = new Random(`${this.seed}/chance/${kind}`)));
    return random;
  }
}

import { Random } from '#pit/random';

/** Possible faults. Each seed has only some of them, so that no fault masks another. */
export const injectedFaults = [
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
  'log-damaged',
  'transaction',
  'broker-silent',
] as const;
export type InjectedFault = (typeof injectedFaults)[number];

/** Probability of the faults that affect one call; the others are struck at a moment. */
const rates: Partial<Record<InjectedFault, number>> = {
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

/** Rare, because such damage halts its partition and so prevents much else there. */
const anomalies = new Set<InjectedFault>([
  'log-truncated',
  'log-overwritten',
  'log-recreated',
  'log-trimmed',
  'log-gap',
  'log-damaged',
  'ledger-spoiled',
]);

export interface Limits {
  /** Faults to leave out, to find the shortest story. */
  readonly without?: readonly InjectedFault[];
  /** No fault is struck after this time. */
  readonly faultsForMs?: number;
  readonly records?: number;
}

export interface Strike {
  readonly atMs: number;
  readonly kind: InjectedFault;
}

/** The faults of one seed: which, how often, and when they are struck. */
export class InjectedFaults {
  /** No fault happens any more. */
  healed = false;
  readonly strikes: readonly Strike[];
  private readonly enabled: Set<InjectedFault>;
  private readonly chances = new Map<InjectedFault, Random>();
  private readonly strength: number;

  constructor(
    private readonly seed: number,
    limits: Limits,
    private readonly count: (name: string) => void,
    spanMs: number,
  ) {
    const random = new Random(`${seed}/faults`);
    const share = random.pick([0.15, 0.3, 0.5]);
    const chosen = injectedFaults.filter((kind) =>
      random.chance(anomalies.has(kind) ? 0.06 : share),
    );
    const without = new Set(limits.without ?? []);
    this.enabled = new Set(chosen.filter((kind) => !without.has(kind)));
    this.strength = random.pick([0.4, 1, 2]);
    const until = Math.min(spanMs, limits.faultsForMs ?? spanMs);
    this.strikes = injectedFaults
      .filter((kind) => this.enabled.has(kind) && rates[kind] === undefined)
      .flatMap((kind) => {
        const own = new Random(`${seed}/strikes/${kind}`);
        const times = anomalies.has(kind) ? 1 : 1 + own.below(4);
        return Array.from({ length: times }, () => ({ atMs: own.below(spanMs), kind }));
      })
      .filter(({ atMs }) => atMs <= until)
      .sort((one, other) => one.atMs - other.atMs);
  }

  kinds(): InjectedFault[] {
    return [...this.enabled];
  }

  /** Whether this fault affects this call. */
  happens(kind: InjectedFault): boolean {
    if (this.healed || !this.enabled.has(kind)) return false;
    const happens = this.chanceOf(kind).chance((rates[kind] ?? 0) * this.strength);
    if (happens) this.count(kind);
    return happens;
  }

  private chanceOf(kind: InjectedFault): Random {
    let random = this.chances.get(kind);
    if (!random) this.chances.set(kind, (random = new Random(`${this.seed}/chance/${kind}`)));
    return random;
  }
}

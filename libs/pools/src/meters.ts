/** Why money was posted (contract 6), in the order in which they are shown. */
export const causes = [
  'seed',
  'contribution',
  'overflow',
  'refund',
  'award',
  'stake-returned',
  'remainder',
  'top-up',
  'payment',
  'expiry',
  'reversal',
  'adjustment',
] as const;
export type Cause = (typeof causes)[number];

/** What a cause has posted since the jackpot's beginning. Micro-units. */
export interface CauseMeter {
  /** How often. */
  readonly times: number;
  readonly pool: bigint;
  readonly reserve: bigint;
  readonly house: bigint;
  readonly players: bigint;
  readonly held: bigint;
}

const nothing: CauseMeter = { times: 0, pool: 0n, reserve: 0n, house: 0n, players: 0n, held: 0n };

/**
 * What a cause has posted so far.
 * @param meters of a jackpot, with those causes alone that were ever posted
 */
export function postedBy(meters: ReadonlyMap<Cause, CauseMeter>, cause: Cause): CauseMeter {
  return meters.get(cause) ?? nothing;
}

/** Times, pool, reserve, house, players, held. */
type StoredMeter = readonly [Cause, number, string, string, string, string, string];

/** The meters of a jackpot as the ledger keeps them: equal meters give equal texts. */
export function serializeMeters(meters: ReadonlyMap<Cause, CauseMeter>): string {
  const stored = causes.flatMap((cause): StoredMeter[] => {
    const meter = meters.get(cause);
    if (!meter) return [];
    const { times, pool, reserve, house, players, held } = meter;
    return [[cause, times, `${pool}`, `${reserve}`, `${house}`, `${players}`, `${held}`]];
  });
  return JSON.stringify(stored);
}

/** The inverse of `serializeMeters`. */
export function parseMeters(text: string): Map<Cause, CauseMeter> {
  const stored = JSON.parse(text) as StoredMeter[];
  return new Map(
    stored.map(([cause, times, ...sums]) => {
      const [pool, reserve, house, players, held] = sums.map(BigInt) as [
        ...[bigint, bigint, bigint, bigint, bigint],
      ];
      return [cause, { times, pool, reserve, house, players, held }];
    }),
  );
}

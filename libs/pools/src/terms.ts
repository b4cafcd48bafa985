import { jackpotHands, type JackpotHand, type JackpotRound, type Prize } from '#rules';
import type { Configuration, ListedTable } from './configuration.js';

/** What is derived of a configuration, once when it comes into force; amounts in micro-units. */
export interface Terms {
  /** A minor unit of the currency. */
  readonly minorUnitMicros: bigint;
  readonly seedMicros: bigint;
  readonly minStakeMicros: bigint;
  readonly maxStakeMicros: bigint;
  /** Undefined where the pool has no ceiling. */
  readonly ceilingMicros: bigint | undefined;
  readonly payoutUnitMicros: bigint;
  /** Parts of a stake, in basis points. */
  readonly poolRate: bigint;
  readonly reserveRate: bigint;
  readonly prizes: Readonly<Record<JackpotHand, Prize>>;
  /** The tables that may play, by id; null for any. */
  readonly tables: ReadonlyMap<string, ListedTable> | null;
}

export function termsOf(configuration: Configuration, exponent: number): Terms {
  const minorUnitMicros = microsPerMinor(exponent);
  const micros = (minor: number): bigint => BigInt(minor) * minorUnitMicros;
  const { seed, stake, ceiling, payoutUnit, rates, tables } = configuration;
  const prizes = jackpotHands.map((hand) => {
    const { fixed, share } = configuration.prizes[hand];
    return [hand, { fixed: micros(fixed), shareBasisPoints: share ?? 0 }] as const;
  });
  return {
    minorUnitMicros,
    seedMicros: micros(seed),
    minStakeMicros: micros(stake.min),
    maxStakeMicros: micros(stake.max),
    ceilingMicros: ceiling === null ? undefined : micros(ceiling),
    payoutUnitMicros: micros(payoutUnit),
    poolRate: BigInt(rates.pool),
    reserveRate: BigInt(rates.reserve),
    prizes: Object.fromEntries(prizes) as Record<JackpotHand, Prize>,
    tables: tables && new Map(tables.map((table) => [table.id, table])),
  };
}

/** A round as Article 15 pays it, from a pool of so much. */
export function roundToPay(
  { configuration, terms }: { readonly configuration: Configuration; readonly terms: Terms },
  poolMicros: bigint,
  wins: JackpotRound['wins'],
): JackpotRound {
  return {
    pool: poolMicros,
    seed: terms.seedMicros,
    payoutUnit: terms.payoutUnitMicros,
    minorUnit: terms.minorUnitMicros,
    prizes: terms.prizes,
    policies: configuration.policies,
    wins,
  };
}

/** A minor unit in micro-units: 10,000 for a currency of two digits. */
export function microsPerMinor(exponent: number): bigint {
  return powersOfTen[6 - exponent] as bigint;
}

const powersOfTen = [1n, 10n, 100n, 1_000n, 10_000n, 100_000n, 1_000_000n] as const;

import {
  jackpotHands,
  type JackpotHand,
  type JackpotPolicies,
  type JackpotRound,
  type Prize,
} from '#rules';
import type { Configuration, ListedTable } from './configuration.js';

/** Values derived from a configuration, once when it comes into force; amounts in micro-units. */
export interface InForce {
  /** A minor unit of the currency. */
  readonly minorUnitMicros: bigint;
  readonly seedMicros: bigint;
  readonly minStakeMicros: bigint;
  readonly maxStakeMicros: bigint;
  /** Undefined if the pool has no ceiling. */
  readonly ceilingMicros: bigint | undefined;
  /** Parts of a stake, in basis points. */
  readonly poolRate: bigint;
  readonly reserveRate: bigint;
  /** The tables that may play, by id; null allows any. */
  readonly tables: ReadonlyMap<string, ListedTable> | null;
}

export function inForceOf(configuration: Configuration, exponent: number): InForce {
  const minorUnitMicros = microsPerMinor(exponent);
  const micros = (minor: number): bigint => BigInt(minor) * minorUnitMicros;
  const { seed, stake, ceiling, rates, tables } = configuration;
  return {
    minorUnitMicros,
    seedMicros: micros(seed),
    minStakeMicros: micros(stake.min),
    maxStakeMicros: micros(stake.max),
    ceilingMicros: ceiling === null ? undefined : micros(ceiling),
    poolRate: BigInt(rates.pool),
    reserveRate: BigInt(rates.reserve),
    tables: tables && new Map(tables.map((table) => [table.id, table])),
  };
}

/** The part of a configuration that a bet and its round keep: what was posted (contract 5.1). */
export type Posted = Pick<Configuration, 'prizes' | 'payoutUnit' | 'policies'>;

/** Terms, by which bets are paid; amounts in micro-units. */
export interface Terms {
  /** Offset of the record with which they came into force. */
  readonly name: number;
  readonly posted: Posted;
  readonly payoutUnitMicros: bigint;
  readonly policies: JackpotPolicies;
  readonly prizes: Readonly<Record<JackpotHand, Prize>>;
}

/** Terms that are no longer in force. */
export interface FormerTerms extends Terms {
  /** Number of rounds and bets that name them: derived by counting, so not stored. */
  named: number;
}

export function termsOf(
  { prizes: written, payoutUnit, policies }: Posted,
  exponent: number,
  name: number,
): Terms {
  const minorUnitMicros = microsPerMinor(exponent);
  const prizes = jackpotHands.map((hand) => {
    const { fixed, share } = written[hand];
    return [
      hand,
      { fixed: BigInt(fixed) * minorUnitMicros, shareBasisPoints: share ?? 0 },
    ] as const;
  });
  return {
    name,
    posted: { prizes: written, payoutUnit, policies },
    payoutUnitMicros: BigInt(payoutUnit) * minorUnitMicros,
    policies,
    prizes: Object.fromEntries(prizes) as Record<JackpotHand, Prize>,
  };
}

/** A round in the form in which Article 15 pays it by its terms, from a pool of this amount. */
export function roundToPay(
  { seedMicros, minorUnitMicros }: Pick<InForce, 'seedMicros' | 'minorUnitMicros'>,
  { payoutUnitMicros, prizes, policies }: Terms,
  poolMicros: bigint,
  wins: JackpotRound['wins'],
): JackpotRound {
  return {
    pool: poolMicros,
    seed: seedMicros,
    payoutUnit: payoutUnitMicros,
    minorUnit: minorUnitMicros,
    ...{ prizes, policies, wins },
  };
}

/** A minor unit in micro-units: 10,000 for a currency of two digits. */
export function microsPerMinor(exponent: number): bigint {
  return powersOfTen[6 - exponent] as bigint;
}

const powersOfTen = [1n, 10n, 100n, 1_000n, 10_000n, 100_000n, 1_000_000n] as const;

import { jackpotHands, type JackpotPolicies } from '#rules';
import { fail } from './assertion.js';
import type { Configuration } from './configuration.js';
import {
  countNamed,
  timesNamed,
  type Bet,
  type Jackpot,
  type PartitionState,
  type Round,
  type TableState,
} from './state.js';
import { inForceOf, termsOf, type Terms } from './terms.js';

/**
 * Puts a configuration in force. If its terms differ, the former ones are remembered while a round
 * or a bet names them.
 * @param offset of the record with which it comes into force.
 */
export function putInForce(
  jackpot: Jackpot,
  configuration: Configuration,
  tables: PartitionState['tables'],
  offset: number,
): void {
  const { exponent, terms: before, former } = jackpot;
  jackpot.configuration = configuration;
  jackpot.inForce = inForceOf(configuration, exponent);
  const terms = termsOf(configuration, exponent, offset);
  if (isSameTerms(terms, before)) return;
  jackpot.terms = terms;
  const named = countNamed(jackpot, before, tables);
  if (named > 0) jackpot.former = new Map([...former, [before.name, { ...before, named }]]);
}

function isSameTerms(one: Terms, other: Terms): boolean {
  return (
    one.payoutUnitMicros === other.payoutUnitMicros &&
    jackpotHands.every((hand) => {
      const [a, b] = [one.prizes[hand], other.prizes[hand]];
      return a.fixed === b.fixed && a.shareBasisPoints === b.shareBasisPoints;
    }) &&
    Object.entries(one.policies).every(([key, reading]) => {
      return other.policies[key as keyof JackpotPolicies] === reading;
    })
  );
}

/** The terms that a round or a bet names. */
export function termsNamed(
  { id, terms, former }: Pick<Jackpot, 'id' | 'terms' | 'former'>,
  { terms: name }: Bet | Round,
): Terms {
  if (terms.name === name) return terms;
  return former.get(name) ?? fail(`${id} does not remember its terms ${name}`);
}

/**
 * Counts how often a table names former terms, before an event of it.
 * @returns a function that counts again and forgets terms that are no longer named; it returns
 * whether there were any.
 */
export function watchTerms(jackpot: Jackpot, table: TableState): (() => boolean) | undefined {
  if (jackpot.former.size === 0) return undefined;
  const before = [...jackpot.former.values()].map(
    (terms) => [terms, timesNamed(table, terms.name)] as const,
  );
  return () => {
    for (const [terms, times] of before) terms.named += timesNamed(table, terms.name) - times;
    const left = [...jackpot.former].filter(([, { named }]) => named > 0);
    if (left.length === jackpot.former.size) return false;
    jackpot.former = new Map(left);
    return true;
  };
}

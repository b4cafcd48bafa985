import { findRuleset, jackpotHands, readJackpotPolicies } from '#rules';
import { z } from 'zod';
import { currencyExponent } from './currency.js';
import { nameSchema } from './names.js';

/** No configured amount is larger: 10^12 minor units, far inside of the ledger's range. */
export const amountLimitMinor = 1_000_000_000_000;

const amount = z.int().min(0).max(amountLimitMinor);
const basisPoints = z.int().min(0).max(10_000);
const fixedPrize = z.strictObject({ fixed: amount });
const sharedPrize = z.strictObject({ fixed: amount, share: basisPoints });

/** The configuration of a jackpot as it is written by people (contract, section 5). */
export const configurationSchema = z
  .strictObject({
    id: nameSchema,
    name: z.record(z.string(), z.string().min(1).max(200)).optional(),
    currency: z.string().describe('ISO 4217'),
    ruleset: z.string().describe('game / despacho'),
    seed: amount.describe('minor units: the pool starts, and after a full payout restarts, here'),
    stake: z.strictObject({ min: amount.min(1), max: amount }),
    rates: z
      .strictObject({ pool: basisPoints, reserve: basisPoints })
      .describe('basis points of each stake; the rest is the house’s'),
    prizes: z
      .strictObject({
        'royal-flush': sharedPrize,
        'straight-flush': sharedPrize,
        'four-of-a-kind': fixedPrize,
        'full-house': fixedPrize,
        flush: fixedPrize,
      } satisfies Record<(typeof jackpotHands)[number], unknown>)
      .describe('Article 16(3): the higher of the fixed amount and the share of the pool'),
    ceiling: amount.nullable().default(null),
    payoutUnit: amount.min(1).default(1),
    verifyAbove: amount.nullable().default(null),
    policies: z.record(z.string(), z.unknown()).default({}),
  })
  .describe('A jackpot');

export type WrittenConfiguration = z.input<typeof configurationSchema>;
export type CheckedConfiguration = Extract<ReturnType<typeof readConfiguration>, { ok: true }>;

/**
 * Reads a configuration and completes it with the defaults, or names every fault at once, each as
 * a sentence that begins with the place of the fault.
 */
export function readConfiguration(written: unknown) {
  const read = configurationSchema.safeParse(written);
  if (!read.success) {
    return { ok: false as const, faults: read.error.issues.map(sentence) };
  }
  const given = read.data;
  const { policies, faults: policyFaults } = readJackpotPolicies(given.policies);
  const exponent = currencyExponent(given.currency);
  const faults = [
    ...(exponent === undefined ? [`currency: ${given.currency} is no ISO 4217 code`] : []),
    ...(exponent !== undefined && exponent > 6
      ? [`currency: ${given.currency} has more than six minor-unit digits`]
      : []),
    ...nonsense(given),
    ...policyFaults,
  ];
  if (faults.length > 0) return { ok: false as const, faults };
  const configuration = { ...given, name: given.name ?? { en: given.id }, policies };
  return { ok: true as const, configuration, exponent: exponent as number };
}

function nonsense(given: z.output<typeof configurationSchema>): string[] {
  const { rates, seed, ceiling, stake, prizes } = given;
  const faults: string[] = [];
  const ruleset = findRuleset(given.ruleset);
  if (!ruleset) faults.push(`ruleset: ${given.ruleset} is unknown`);
  else if (!ruleset.jackpot) faults.push(`ruleset: ${given.ruleset} has no progressive jackpot`);
  if (rates.pool + rates.reserve > 10_000) {
    faults.push(`rates: pool ${rates.pool} and reserve ${rates.reserve} are over 10000 in sum`);
  }
  if (ceiling !== null && seed > ceiling) {
    faults.push(`seed: ${seed} is over the ceiling of ${ceiling}`);
  }
  if (stake.min > stake.max) faults.push(`stake: min ${stake.min} is over max ${stake.max}`);
  if (prizes['royal-flush'].share !== 10_000) {
    faults.push('prizes.royal-flush.share: Article 16(3)(1) gives 10000, the whole pool');
  }
  // Two hands may win it in one round, each its share of the same pool (Art. 15(4)).
  if (prizes['straight-flush'].share > 5_000) {
    faults.push('prizes.straight-flush.share: over 5000, so two of them would exceed the pool');
  }
  return faults;
}

function sentence(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}

import { findRuleset, jackpotHands, readJackpotPolicies, type JackpotPolicies } from '#rules';
import { z } from 'zod';
import { currencyExponent } from './currency.js';
import { approvableTypes, roles, signedKinds, unclaimedAccounts, withAmount } from '#pools';
import { nameSchema } from './names.js';
import { faultsOf, must, withValue } from './sentences.js';

/** Largest configured amount: 10^12 minor units, far inside the ledger's range. */
export const amountLimitMinor = 1_000_000_000_000;
/** Largest configured amount in whole units of its currency. */
const amountLimitMajor = 10_000_000_000;

const amount = z
  .int({ error: must('a whole number of minor units') })
  .min(0)
  .max(amountLimitMinor);
const basisPoints = z
  .int({ error: must('a whole number of basis points') })
  .min(0)
  .max(10_000);
const fixedPrize = z.strictObject({ fixed: amount });
const royalFlushPrize = z.strictObject({
  fixed: amount,
  share: z.literal(10_000, { error: 'must be 10000, the whole pool (Article 16(3)(1))' }),
});
// Two hands may win it in one round; each gets its share of the same pool (Art. 15(4)).
const straightFlushPrize = z.strictObject({
  fixed: amount,
  share: basisPoints.max(5_000, {
    error: 'must be at most 5000: two of them would exceed the pool',
  }),
});

const listedTable = z.strictObject({
  id: nameSchema,
  heartbeatSeconds: z
    .int({ error: must('a whole number of seconds') })
    .min(1)
    .max(3_600)
    .optional()
    .describe('it says something at least as often'),
  kid: nameSchema.optional().describe('id of its key, which has the role table'),
  signs: z.enum(signedKinds).optional().describe('what of its events it signs'),
  seats: z
    .int({ error: must('a whole number of seats') })
    .min(5)
    .max(7)
    .optional()
    .describe('Article 5(2); 7 where it is not said'),
  rounds: z.literal('ascending').optional().describe('the ids of its rounds count up'),
  dealt: z.literal('seats').optional().describe('round.dealt must say who was dealt in'),
});

const tier = z.strictObject({
  from: amount.describe('minor units; the last row whose from is not above the amount decides'),
  by: z.array(z.enum(roles)).max(4).describe('one approver each, of different holders'),
  notice: z.string().min(1).max(64).optional().describe('who is to be informed'),
});

/** Acts that need more than one person (contract 4.5). */
const approvals = z.partialRecord(z.enum(approvableTypes), z.array(tier).min(1).max(16));

/** Most tables of a jackpot: more would not fit into a record of 64 KiB. */
const tablesLimit = 1_000;

const reading = { error: 'must be the name of a reading, true or false' };

/** The configuration of a jackpot as people write it (contract 5). */
export const configurationSchema = z
  .strictObject({
    id: nameSchema.refine((id) => id !== 'house', {
      error: 'must be another name: a jackpot that ends leaves its money to house',
    }),
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
        'royal-flush': royalFlushPrize,
        'straight-flush': straightFlushPrize,
        'four-of-a-kind': fixedPrize,
        'full-house': fixedPrize,
        flush: fixedPrize,
      } satisfies Record<(typeof jackpotHands)[number], unknown>)
      .describe('Article 16(3): the higher of the fixed amount and the share of the pool'),
    ceiling: amount.nullable().default(null),
    payoutUnit: amount.min(1).default(1),
    maxTables: z
      .int({ error: must('a whole number of tables') })
      .min(1)
      .max(100_000)
      .default(1_000)
      .describe('how many tables may play for it'),
    tables: z
      .array(listedTable)
      .max(tablesLimit)
      .nullable()
      .default(null)
      .describe('the tables that may play; null for any'),
    approvals: approvals.nullable().default(null).describe('acts that need more than one person'),
    verifyAbove: amount
      .nullable()
      .default(null)
      .describe('from this sum of its prizes on an award waits for verification'),
    verifyAboveWithCards: amount
      .nullable()
      .default(null)
      .describe('the same where the service has judged the cards; null: as verifyAbove'),
    unclaimedTo: z
      .enum(unclaimedAccounts)
      .default('house')
      .describe('who has what nobody has claimed'),
    unclaimedAfterHours: z
      .int({ error: must('a whole number of hours') })
      .min(0)
      .max(87_600)
      .default(24)
      .describe('how long a win waits at least before it may expire'),
    zone: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/, { error: must('the name of a time zone') })
      .default('UTC')
      .describe('the house’s time, by the IANA time zone database; no decision depends on it'),
    policies: z.record(z.string(), z.union([z.string().max(64), z.boolean()], reading)).default({}),
  })
  .describe('A jackpot');

export type WrittenConfiguration = z.input<typeof configurationSchema>;
/** A valid configuration, completed with the defaults. */
export type CheckedConfiguration = Omit<
  z.output<typeof configurationSchema>,
  'name' | 'policies'
> & { name: Record<string, string>; policies: JackpotPolicies };

/**
 * Reads a configuration and completes it with the defaults, or returns every fault, named by
 * `faultOf`.
 */
export function readConfiguration(
  written: unknown,
): { configuration: CheckedConfiguration; exponent: number } | { refused: string[] } {
  const read = configurationSchema.safeParse(written, { error: withValue });
  const sound = read.success ? read.data : soundMembers(written);
  const readings = readJackpotPolicies(sound.policies ?? {});
  const refusedPolicies = 'refused' in readings ? readings.refused : [];
  const faults = [
    ...(read.error ? faultsOf(read.error, 'the configuration') : []),
    ...nonsense(sound),
    ...refusedPolicies.map(({ detail }) => `policies: ${detail.replace(/\.$/, '')}`),
  ];
  const exponent = currencyExponent(sound.currency ?? '');
  if (!read.success || exponent === undefined || 'refused' in readings || faults.length > 0) {
    return { refused: faults };
  }
  const { id, name = { en: id } } = read.data;
  const tables = read.data.tables?.map((table) =>
    table.kid === undefined ? table : { ...table, signs: table.signs ?? 'all' },
  );
  const configuration = {
    ...read.data,
    name,
    tables: tables ?? null,
    policies: readings.policies,
  };
  return { configuration, exponent };
}

type Members = Partial<z.output<typeof configurationSchema>>;

/**
 * Returns the members that are valid by themselves, so that checks across members run on them too.
 */
function soundMembers(written: unknown): Members {
  if (typeof written !== 'object' || written === null) return {};
  const members = Object.entries(configurationSchema.shape).flatMap(([name, schema]) => {
    const read = schema.safeParse((written as Record<string, unknown>)[name]);
    return read.success ? [[name, read.data]] : [];
  });
  return Object.fromEntries(members) as Members;
}

function nonsense(members: Members): string[] {
  const { currency, ruleset, rates, seed, ceiling, stake } = members;
  const faults: string[] = [];
  if (currency !== undefined && currencyExponent(currency) === undefined) {
    faults.push(`currency: "${currency}" is no ISO 4217 code of a currency in use`);
  }
  const law = ruleset === undefined ? undefined : findRuleset(ruleset);
  if (ruleset !== undefined && !law) faults.push(`ruleset: ${ruleset} is unknown`);
  if (law && !law.jackpot) faults.push(`ruleset: ${ruleset} has no progressive jackpot`);
  if (rates && rates.pool + rates.reserve > 10_000) {
    faults.push(`rates: pool ${rates.pool} and reserve ${rates.reserve} are over 10000 in sum`);
  }
  if (seed !== undefined && ceiling !== undefined && ceiling !== null && seed > ceiling) {
    faults.push(`seed: ${seed} is over the ceiling of ${ceiling}`);
  }
  if (stake && stake.min > stake.max) {
    faults.push(`stake: min ${stake.min} is over max ${stake.max}`);
  }
  faults.push(...unitTooLarge(members), ...amountsTooLarge(members));
  faults.push(...tablesWrong(members), ...approvalsWrong(members), ...limitsWrong(members));
  return faults;
}

function tablesWrong({ tables }: Members): string[] {
  const seen = new Set<string>();
  return (tables ?? []).flatMap(({ id, kid, signs }) => {
    const isTwice = seen.has(id);
    seen.add(id);
    if (isTwice) return [`tables: ${id} is listed twice`];
    if (signs === undefined || kid !== undefined) return [];
    return [`tables: ${id} signs ${signs} without a key: name its kid`];
  });
}

function approvalsWrong({ approvals: tiers }: Members): string[] {
  return Object.entries(tiers ?? {}).flatMap(([type, rows]) => {
    const faults: string[] = [];
    if (rows[0]?.from !== 0) faults.push(`approvals: ${type} must begin with from: 0`);
    if (rows.some(({ from }, index) => index > 0 && from <= (rows[index - 1]?.from ?? 0))) {
      faults.push(`approvals: ${type} must have rows whose from grows`);
    }
    if (rows.length > 1 && !withAmount.some((each) => each === type)) {
      faults.push(`approvals: ${type} has no amount, so it has one row`);
    }
    return faults;
  });
}

function limitsWrong({ verifyAbove = null, verifyAboveWithCards = null }: Members): string[] {
  if (verifyAboveWithCards === null) return [];
  if (verifyAbove === null) return ['verifyAboveWithCards: needs verifyAbove'];
  if (verifyAboveWithCards >= verifyAbove) return [];
  return [`verifyAboveWithCards: ${verifyAboveWithCards} is below verifyAbove, ${verifyAbove}`];
}

/** In a currency without minor units, a few of the largest prizes would exceed the range. */
function amountsTooLarge({ currency, seed, ceiling, stake, prizes }: Members): string[] {
  const exponent = currencyExponent(currency ?? '') ?? 2;
  const limitMinor = Math.min(amountLimitMinor, amountLimitMajor * 10 ** exponent);
  const amounts = { seed, ceiling, 'stake.max': stake?.max };
  const fixed = Object.entries(prizes ?? {}).map(([hand, prize]) => [
    `prizes.${hand}.fixed`,
    prize.fixed,
  ]);
  return [...Object.entries(amounts), ...fixed]
    .filter(([, amountMinor]) => Number(amountMinor ?? 0) > limitMinor)
    .map(([name, amountMinor]) => `${name}: ${amountMinor} is over ${limitMinor}`);
}

/** A unit above the share that it rounds would round that share down to zero. */
function unitTooLarge({ seed, prizes, payoutUnit = 1 }: Members): string[] {
  const shareBasisPoints = prizes?.['straight-flush'].share ?? 0;
  if (seed === undefined || shareBasisPoints === 0 || payoutUnit === 1) return [];
  // Whole numbers are exact here: 10^12 times 5,000 is still a safe integer.
  const share = Math.floor((seed * shareBasisPoints) / 10_000);
  if (payoutUnit <= share) return [];
  return [
    `payoutUnit: ${payoutUnit} is over ${share}, what a straight flush takes of a pool at its seed`,
  ];
}

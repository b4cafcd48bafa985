import {
  defaultJackpotPolicies,
  findRuleset,
  readJackpotPolicies,
  type JackpotPolicies,
} from '#rules';
import { z } from 'zod';

/** The facts that a table knows about its jackpot. */
export interface PitJackpot {
  readonly id: string;
  readonly currency: string;
  /** Minor units. */
  readonly stake: { readonly min: number; readonly max: number };
  readonly policies: Pick<JackpotPolicies, 'sideBetBase' | 'carriedJackpotWithoutBase'>;
}

const answerSchema = z.object({
  jackpots: z.array(
    z.object({
      id: z.string(),
      currency: z.string(),
      configuration: z.object({
        stake: z.object({ min: z.int(), max: z.int() }),
        ruleset: z.string(),
        policies: z.record(z.string(), z.unknown()),
      }),
    }),
  ),
});

/**
 * Returns the jackpots of a running service (contract 9.1), all or the named ones, in that order.
 * @throws Error with one sentence that names the missing value.
 */
export async function jackpotsOf(url: string, names: readonly string[]): Promise<PitJackpot[]> {
  const address = new URL('/v1/jackpots', url).href;
  const { jackpots } = answerSchema.parse(await readJson(address));
  const playable = jackpots.filter(
    ({ configuration }) => findRuleset(configuration.ruleset)?.game === 'fortune-3-card-poker',
  );
  const known = playable.map(({ id, currency, configuration: { stake, policies } }) => ({
    id,
    currency,
    stake,
    policies: policiesOf(policies),
  }));
  const unknown = names.filter((name) => !known.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`${address} knows no jackpot ${unknown.join(', ')}.`);
  if (known.length === 0) throw new Error(`${address} has no jackpot yet; configure one first.`);
  if (names.length === 0) return known;
  return names.flatMap((name) => known.filter(({ id }) => id === name));
}

/** Makes jackpots by name, without a service: one stake, the default policies. */
export function namedJackpots(
  names: readonly string[],
  stakeMinor: number,
  currency: string,
): PitJackpot[] {
  const stake = { min: stakeMinor, max: stakeMinor };
  return names.map((id) => ({ id, currency, stake, policies: defaultJackpotPolicies }));
}

/**
 * Returns the jackpot of a table, by index from 0: three of five play the first, the others take
 * turns.
 */
export function jackpotOfTable(jackpots: readonly PitJackpot[], index: number): PitJackpot {
  const [first, ...others] = jackpots as [PitJackpot, ...PitJackpot[]];
  if (others.length === 0 || index % 5 === 0 || index % 5 === 2 || index % 5 === 4) return first;
  const turn = Math.floor(index / 5) * 2 + (index % 5 === 1 ? 0 : 1);
  return others[turn % others.length] as PitJackpot;
}

async function readJson(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    return await response.json();
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message || message : message;
    throw new Error(
      `The jackpots cannot be read from ${address} (${why}); JACKPOT_URL names the service, or name them with --jackpots and --stake.`,
      { cause: error },
    );
  }
}

function policiesOf(written: Readonly<Record<string, unknown>>): JackpotPolicies {
  const read = readJackpotPolicies(written);
  if ('refused' in read) throw new Error(read.refused.map(({ detail }) => detail).join(' '));
  return read.policies;
}

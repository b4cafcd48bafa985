import type { Refusal, Refused } from './refusal.js';

/**
 * Named choices among the readings that the words of a regulation allow; the first is the default.
 */
type PolicyReading = string | boolean;

export type PolicyReadings = Readonly<Record<string, readonly [PolicyReading, ...PolicyReading[]]>>;

export type PoliciesOf<Readings extends PolicyReadings> = {
  readonly [Key in keyof Readings]: Readings[Key][number];
};

export function defaultPolicies<Readings extends PolicyReadings>(
  readings: Readings,
): PoliciesOf<Readings> {
  const defaults = Object.entries(readings).map(([key, [first]]) => [key, first]);
  return Object.fromEntries(defaults) as PoliciesOf<Readings>;
}

/** Completes the given readings with the defaults, or refuses every unknown key and reading. */
export function readPolicies<Readings extends PolicyReadings>(
  readings: Readings,
  given: Readonly<Record<string, unknown>>,
): { policies: PoliciesOf<Readings> } | Refused {
  const policies: Record<string, PolicyReading> = { ...defaultPolicies(readings) };
  const refused: Refusal[] = [];
  const refuse = (detail: string) => refused.push({ reason: 'wrong-policy', detail });
  for (const [key, value] of Object.entries(given)) {
    const allowed = Object.hasOwn(readings, key) ? readings[key] : undefined;
    const reading = allowed?.find((each) => each === value);
    if (allowed === undefined) {
      refuse(`There is no policy "${key}"; the policies are ${policyList(Object.keys(readings))}.`);
    } else if (reading === undefined) {
      const written = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
      refuse(`The policy "${key}" cannot be "${written}"; it is one of ${policyList(allowed)}.`);
    } else {
      policies[key] = reading;
    }
  }
  return refused.length > 0 ? { refused } : { policies: policies as PoliciesOf<Readings> };
}

function policyList(words: readonly PolicyReading[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}

import { type Card, isCard } from '../cards/card.js';

/**
 * Reads what came from outside, a round or a case of a vector file, and names every fault by its
 * place. A shape answers with the value it read; where it found a fault the value is not to be
 * used.
 */
export type Shape<Value> = (value: unknown, place: string, faults: string[]) => Value;

export type ValueOf<S> = S extends Shape<infer Value> ? Value : never;

export function read<Value>(
  shape: Shape<Value>,
  value: unknown,
  place: string,
): { value: Value; faults: string[] } {
  const faults: string[] = [];
  return { value: shape(value, place, faults), faults };
}

export const integer: Shape<number> = (value, place, faults) => {
  if (Number.isSafeInteger(value)) return value as number;
  return fault(faults, place, 'a whole number', value);
};

/** A whole amount, as a number or, where it is too great for one, as digits. */
export const amount: Shape<bigint> = (value, place, faults) => {
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  return fault(faults, place, 'a whole amount', value);
};

export function within<Value extends number | bigint>(
  shape: Shape<Value>,
  least: Value,
  most?: Value,
): Shape<Value> {
  return (value, place, faults) => {
    const found = shape(value, place, faults);
    if (found !== undefined && (found < least || (most !== undefined && found > most))) {
      const bounds = most === undefined ? `at least ${least}` : `from ${least} to ${most}`;
      faults.push(`${place} must be ${bounds}, but is ${found}.`);
    }
    return found;
  };
}

/** A whole number that is not below zero. */
export const natural: Shape<number> = within(integer, 0);

export const flag: Shape<boolean> = (value, place, faults) =>
  typeof value === 'boolean' ? value : fault(faults, place, 'true or false', value);

export const text: Shape<string> = (value, place, faults) =>
  typeof value === 'string' ? value : fault(faults, place, 'a word', value);

export const anything: Shape<unknown> = (value) => value;

export function oneOf<Word extends string>(...words: readonly Word[]): Shape<Word> {
  return (value, place, faults) => {
    const word = words.find((each) => each === value);
    return word ?? fault(faults, place, `one of ${words.join(', ')}`, value);
  };
}

export const card: Shape<Card> = (value, place, faults) => {
  if (typeof value === 'string' && isCard(value)) return value;
  return fault(faults, place, 'a card such as As or Td', value);
};

export function cards(count: number): Shape<Card[]> {
  return (value, place, faults) => {
    const read = list(card)(value, place, faults);
    if (Array.isArray(value) && value.length !== count) {
      faults.push(`${place} has ${value.length} cards, not ${count}.`);
    }
    return read;
  };
}

export function list<Value>(shape: Shape<Value>): Shape<Value[]> {
  return (value, place, faults) => {
    if (!Array.isArray(value)) return fault(faults, place, 'a list', value);
    return value.map((each, index) => shape(each, `${place}[${index}]`, faults));
  };
}

/** What may be left out; in JSON that is also null. */
export function optional<Value>(shape: Shape<Value>): Shape<Value | undefined> {
  return (value, place, faults) =>
    value === undefined || value === null ? undefined : shape(value, place, faults);
}

export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value, place, faults) =>
    value === null || value === undefined ? null : shape(value, place, faults);
}

export function record<Value>(shape: Shape<Value>): Shape<Record<string, Value>> {
  return (value, place, faults) => {
    if (!isObject(value)) return fault(faults, place, 'an object', value);
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, each]) => [key, shape(each, `${place}.${key}`, faults)]),
    );
  };
}

export function object<Fields extends Record<string, Shape<unknown>>>(
  fields: Fields,
): Shape<{ [Key in keyof Fields]: ValueOf<Fields[Key]> }> {
  return (value, place, faults) => {
    if (!isObject(value)) return fault(faults, place, 'an object', value);
    const entries = Object.entries(fields).map(([key, shape]) => [
      key,
      shape(value[key], `${place}.${key}`, faults),
    ]);
    return Object.fromEntries(entries);
  };
}

/** Names the fields that nobody asks for: in a round they are slips of the pen about money. */
export function exactly<Value>(shape: Shape<Value>, keys: readonly string[]): Shape<Value> {
  return (value, place, faults) => {
    const strange = isObject(value) ? Object.keys(value).filter((key) => !keys.includes(key)) : [];
    for (const key of strange) {
      faults.push(`${place} has a field "${key}"; its fields are ${keys.join(', ')}.`);
    }
    return shape(value, place, faults);
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value from outside in a sentence; `String` would fail at some objects. */
export function written(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'missing');
}

function fault(faults: string[], place: string, wanted: string, value: unknown): never {
  const found = JSON.stringify(value) ?? 'missing';
  faults.push(`${place} must be ${wanted}, but is ${found.slice(0, 60)}.`);
  return undefined as never;
}

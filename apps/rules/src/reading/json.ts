import { isCard, type Card } from '#rules';
import { z } from 'zod';

/** The pieces of JSON. Every error names the field, the allowed values and the given one. */
export const integer = z.int({ error: mustBe('a whole number') });

export function within(least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `${least} to ${most}`;
  return integer.refine((found) => found >= least && found <= most, { error: mustBe(range) });
}

export const natural = within(0);

export const flag = z.boolean({ error: mustBe('true or false') });

export const textSchema = z.string({ error: mustBe('a word') });

/** A whole amount: a number, or digits if a number would not be exact. */
export const amount = z
  .custom<number | string>(
    (value) => Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
    { error: mustBe('a whole amount') },
  )
  .transform(BigInt);

export function amountFrom(least: bigint) {
  return amount.refine((found) => found >= least, { error: mustBe(`at least ${least}`) });
}

export const cardSchema = z.custom<Card>((value) => typeof value === 'string' && isCard(value), {
  error: mustBe('a card such as As or Td'),
});

export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.array(item, { error: mustBe('a list') });
}

export function cards(count: number) {
  return listSchema(cardSchema).length(count, {
    error: ({ input }) => `has ${(input as unknown[]).length} cards, not ${count}.`,
  });
}

export function oneOfSchema<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: mustBe(`one of ${words.join(', ')}`) });
}

/** An object with these fields and no others: a misspelled field may be about money. */
export function object<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  const allowed = Object.keys(fields).join(', ');
  return z.strictObject(fields, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has a field ${quoted(issue.keys)}; its fields are ${allowed}.`
        : mustBe('an object')(issue),
  });
}

/** An object whose names are free. */
export function record<Value extends z.ZodType>(value: Value) {
  return z.record(z.string(), value, { error: mustBe('an object') });
}

/** One of several objects, known by one field. */
export function oneOfObjects<
  Options extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]],
>(field: string, words: readonly string[], options: Options) {
  return z.discriminatedUnion(field, options, {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? mustBe(`one of ${words.join(', ')}`)({
            input: (issue.input as Record<string, unknown>)[field],
          })
        : mustBe('an object')(issue),
  });
}

/** @param root the name of the value in the errors */
export function readJsonFile<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  root: string,
): { value: z.output<Schema> } | { errors: string[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return {
    errors: parsed.error.issues.map(
      ({ path, message }) => `${memberNameOf(root, path)} ${message}`,
    ),
  };
}

function memberNameOf(root: string, path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return root + steps.join('');
}

function mustBe(wanted: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => {
    const found = typeof input === 'bigint' ? String(input) : (JSON.stringify(input) ?? 'missing');
    return `must be ${wanted}, but is ${found.slice(0, 60)}.`;
  };
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}

import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * Says what is wrong with a value, as the end of a sentence that begins with the value's place:
 * `must be at most 7, was 8`. Pass it to `safeParse`, so that the validator's own sentences are
 * never shown.
 */
export const withValue: z.core.$ZodErrorMap = (issue) => {
  const predicate = predicateOf(issue);
  return issue.input === undefined || issue.code === 'unrecognized_keys'
    ? predicate
    : `${predicate}, was ${shownValueText(issue.input)}`;
};

/** The same without the value, which may be a secret. */
export const withoutValue: z.core.$ZodErrorMap = (issue) => predicateOf(issue);

/** An `error` for a schema or for a check of its form: `must be …, was …`. */
export function must(what: string): z.core.$ZodErrorMap {
  return (issue) => {
    // A whole number that is too large is still a whole number; the bound gives the message.
    const isBound = issue.code === 'too_big' || issue.code === 'too_small';
    if (isBound || issue.input === undefined) return undefined;
    return `must be ${what}, was ${shownValueText(issue.input)}`;
  };
}

/**
 * The faults of a value, each as a sentence without its full stop that begins with the place.
 * @param root the subject of a fault of the whole value, such as `the event`.
 */
export function faultsOf(error: z.ZodError, root: string): string[] {
  return error.issues.map(({ path, message }) => {
    // No member of an event's data has the name of an envelope member.
    const members = path.length > 1 && path[0] === 'data' ? path.slice(1) : path;
    return `${members.length === 0 ? root : members.join('.')} ${message}`;
  });
}

function predicateOf(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `has no member ${issue.keys.join(', ')}`;
  if (issue.code === 'too_small') return `must ${bound(issue, 'at least', issue.minimum)}`;
  if (issue.code === 'too_big') return `must ${bound(issue, 'at most', issue.maximum)}`;
  return issue.input === undefined ? 'is missing' : `must be ${wanted(issue)}`;
}

function wanted(issue: Issue): string {
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? 'of another kind';
  if (issue.code === 'invalid_value') {
    return issue.values.map(String).join(issue.values.length > 2 ? ', ' : ' or ');
  }
  const isTime = issue.code === 'invalid_format' && issue.format === 'datetime';
  return isTime ? 'a time such as 2026-11-21T04:00:00Z' : 'of another form';
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function bound(
  { origin, exact }: { readonly origin: string; readonly exact?: boolean | undefined },
  most: string,
  limit: number | bigint,
): string {
  const measured = { string: 'letters', array: 'entries' }[origin];
  if (measured === undefined) return `be ${most} ${limit}`;
  return `have ${exact ? 'exactly' : most} ${limit} ${measured}`;
}

const lettersShown = 60;

/** A value as text: a long one is cut, a list or object is described. */
function shownValueText(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > lettersShown ? `${text.slice(0, lettersShown)} …` : text;
}

import { z } from 'zod';
import { listSchema, object, readJsonFile, record, textSchema } from '../reading/json.js';
import { answerQuestion } from './answer.js';

/** A difference between a case of a vector file and our answer. */
export interface CaseDifference {
  id: string;
  ruleset: string;
  clause: string;
  /** The key that differs, `payouts[0].amount`; empty if there is no answer. */
  key: string;
  expected: unknown;
  /** Our answer; if there is none, the sentence that says why. */
  actual: unknown;
}

const caseSchema = object({
  id: textSchema,
  ruleset: textSchema,
  also: listSchema(textSchema).default([]),
  clause: textSchema.default('-'),
  given: record(z.unknown()),
  expect: record(z.unknown()),
  basis: textSchema.optional(),
  verified: textSchema.optional(),
  note: textSchema.optional(),
});

const named = z.looseObject({ id: z.string() });

/** Compares the keys of a case with our answer, under its ruleset and each of `also`. */
export function checkCase(vector: unknown): CaseDifference[] {
  const found = readJsonFile(caseSchema, vector, 'case');
  if ('errors' in found) {
    const id = named.safeParse(vector).data?.id ?? '-';
    const actual = found.errors.join(' ');
    return [{ id, ruleset: '-', clause: '-', key: '', expected: 'a case', actual }];
  }
  const { id, ruleset, also, clause, given, expect } = found.value;
  return [ruleset, ...also].flatMap((name) => {
    const about = { id, ruleset: name, clause };
    const answered = answerQuestion(name, given);
    if ('errors' in answered) {
      return [{ ...about, key: '', expected: expect, actual: answered.errors.join(' ') }];
    }
    return differences(expect, answered.answer, '').map((found) => ({ ...about, ...found }));
  });
}

/** Amounts by bet or by seat are complete: an extra key is a difference. */
const completeKeys = ['stakesRefunded', 'refund'];

type CaseFinding = Pick<CaseDifference, 'key' | 'expected' | 'actual'>;

function differences(expected: unknown, actual: unknown, key: string): CaseFinding[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      return [{ key, expected, actual }];
    }
    return expected.flatMap((each, index) => differences(each, actual[index], `${key}[${index}]`));
  }
  if (!isJsonObject(expected))
    return Object.is(expected, actual) ? [] : [{ key, expected, actual }];
  if (!isJsonObject(actual)) return [{ key, expected, actual }];
  const further = Object.keys(actual).some((each) => !(each in expected));
  if (completeKeys.includes(key) && further) return [{ key, expected, actual }];
  return Object.keys(expected).flatMap((each) =>
    differences(expected[each], actual[each], key === '' ? each : `${key}.${each}`),
  );
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

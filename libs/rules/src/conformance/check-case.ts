import { isObject, written } from '../reading/shape.js';
import { answerQuestion } from './answer.js';

/**
 * Compares one case of a vector file with our answer, under its ruleset and under each of `also`.
 * Keys that the case does not list are not compared.
 */
export interface Difference {
  id: string;
  ruleset: string;
  clause: string;
  /** The key that differs, `payouts[0].amount`; empty where there is no answer. */
  key: string;
  expected: unknown;
  actual: unknown;
}

export function checkCase(vector: unknown): Difference[] {
  if (!isObject(vector) || !isObject(vector.given) || !isObject(vector.expect)) {
    const id = isObject(vector) ? written(vector.id) : written(vector);
    const actual = 'The case has no "given" or no "expect".';
    return [{ id, ruleset: '-', clause: '-', key: '', expected: 'a case', actual }];
  }
  const { id, ruleset, also, clause, given, expect } = vector;
  const rulesets = [ruleset, ...(Array.isArray(also) ? also : [])].map(written);
  return rulesets.flatMap((name) => {
    const place = { id: written(id), ruleset: name, clause: written(clause ?? '-') };
    const answered = answerQuestion(name, given);
    if ('fault' in answered) {
      return [{ ...place, key: '', expected: expect, actual: answered.fault }];
    }
    return differences(expect, answered.answer, '').map((found) => ({ ...place, ...found }));
  });
}

/** Amounts by bet or by seat say everything, so a further key in them differs. */
const completeKeys = ['stakesRefunded', 'refund'];

type Found = Pick<Difference, 'key' | 'expected' | 'actual'>;

function differences(expected: unknown, actual: unknown, key: string): Found[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      return [{ key, expected, actual }];
    }
    return expected.flatMap((each, index) => differences(each, actual[index], `${key}[${index}]`));
  }
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : [{ key, expected, actual }];
  if (!isObject(actual)) return [{ key, expected, actual }];
  const further = Object.keys(actual).some((each) => !(each in expected));
  if (completeKeys.includes(key) && further) return [{ key, expected, actual }];
  return Object.keys(expected).flatMap((each) =>
    differences(expected[each], actual[each], key === '' ? each : `${key}.${each}`),
  );
}

import { checkCase, type CaseDifference } from './conformance/check-case.js';
import { readInput, WrongInput } from './input.js';

/** `rules check`: answers every case of a vector file under each of its rulesets. */
export function checkCases(file: string): { lines: string[]; differs: boolean } {
  const cases = casesOf(file, readInput(file));
  const differences = cases.flatMap(checkCase);
  const failed = new Set(differences.map(({ id }) => id)).size;
  const lines = differences.map(describeChecked);
  const summary = `${cases.length} cases, ${cases.length - failed} answered alike`;
  lines.push(failed === 0 ? `${summary}.` : `${summary}, ${failed} differ.`);
  return { lines, differs: failed > 0 };
}

function casesOf(file: string, input: unknown): unknown[] {
  const vectors = Array.isArray(input) ? input : (input as { vectors?: unknown } | null)?.vectors;
  if (!Array.isArray(vectors)) throw new WrongInput([`${file} has no list "vectors".`]);
  if (vectors.length === 0) throw new WrongInput([`The list "vectors" of ${file} is empty.`]);
  return vectors;
}

function describeChecked({ id, ruleset, clause, key, expected, actual }: CaseDifference): string {
  if (key === '') return `${id} (${ruleset}, ${clause}): ${String(actual)}`;
  const ours = JSON.stringify(actual) ?? 'absent';
  const what = `expected ${JSON.stringify(expected)}, but it is ${ours}`;
  return `${id} (${ruleset}, ${clause}): ${key}: ${what}.`;
}

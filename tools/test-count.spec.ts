import { closingLine, countTests } from './test-count.mjs';

const report = {
  numPassedTests: 12,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
};
const lineOf = (changes: object, failedChecks = 0) =>
  closingLine(countTests([{ ...report, ...changes }], failedChecks));

test.each<[string, object, number, string]>([
  ['only passed tests', {}, 0, '12 passed, 0 failed'],
  [
    'skipped and planned tests',
    { numPendingTests: 2, numTodoTests: 1 },
    0,
    '12 passed, 0 failed, 3 skipped',
  ],
  ['failed tests', { numFailedTests: 2, exitCode: 1 }, 0, '12 passed, 2 failed'],
  [
    'a file that could not be loaded',
    { numRuntimeErrorTestSuites: 1, exitCode: 1 },
    0,
    '12 passed, 1 failed',
  ],
  ['a failed lint or type check', {}, 2, '12 passed, 2 failed'],
  ['no test at all', { numPassedTests: 0 }, 0, '0 passed, 1 failed'],
  ['Jest failing without a failed test', { exitCode: 1 }, 0, '12 passed, 1 failed'],
])('counts %s', (_, changes, failedChecks, line) => {
  expect(lineOf(changes, failedChecks)).toBe(line);
});

test('a run without a report has failed', () => {
  expect(closingLine(countTests([], 0))).toBe('0 passed, 1 failed');
});

test('the parts of a run are counted together, and one that ran nothing fails', () => {
  const passed = { ...report, numPassedTests: 3 };
  expect(closingLine(countTests([passed, passed], 0))).toBe('6 passed, 0 failed');
  expect(closingLine(countTests([passed, undefined], 1))).toBe('3 passed, 2 failed');
});

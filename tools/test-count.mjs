// @ts-check
/** The last line of `npm test`. Whatever makes the run fail is in its count of failures. */

/**
 * @typedef {object} Report what is read of Jest's JSON
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numRuntimeErrorTestSuites files that could not be run, so none of their tests
 * @property {number} [exitCode] Jest's own
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 */

/**
 * @param {Report | undefined} report undefined when Jest left none
 * @param {number} failedChecks lint and types
 * @returns {Count}
 */
export function countTests(report, failedChecks) {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const failedTests = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  // Without a failed test it may be that no test ran, that Jest broke, or a limit of coverage.
  const isBroken = failedTests === 0 && (passed === 0 || (report?.exitCode ?? 0) !== 0);
  return { passed, failed: failedTests + failedChecks + (isBroken ? 1 : 0), skipped };
}

/** @param {Count} count */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

// @ts-check
/** The last line of `npm test`. Every cause of a failed run counts as a failure. */

/**
 * @typedef {object} Report the part of Jest's JSON that is used
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numRuntimeErrorTestSuites files that could not be loaded
 * @property {number} [exitCode] Jest's own
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 */

/**
 * @param {readonly (Report | undefined)[]} reports undefined if Jest left none
 * @param {number} failedChecks lint and types
 * @returns {Count}
 */
export function countTests(reports, failedChecks) {
  const counts = (reports.length === 0 ? [undefined] : reports).map(countOne);
  /** @param {keyof Count} name */
  const sum = (name) => counts.reduce((total, count) => total + count[name], 0);
  return { passed: sum('passed'), failed: sum('failed') + failedChecks, skipped: sum('skipped') };
}

/** @param {Report | undefined} report @returns {Count} */
function countOne(report) {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const failedTests = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  // A run without a failed test still fails if no test ran or Jest itself failed.
  const isBroken = failedTests === 0 && (passed === 0 || (report?.exitCode ?? 0) !== 0);
  return { passed, failed: failedTests + (isBroken ? 1 : 0), skipped };
}

/** @param {Count} count */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

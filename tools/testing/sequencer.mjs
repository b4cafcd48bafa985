// @ts-check
/**
 * The order of the suites: first those that wait for servers and processes, so that suites that
 * only compute fill the gaps and no long suite is left for the end.
 */
export default class Sequencer {
  /**
   * @template {{ path: string }} Test
   * @param {Test[]} tests
   * @returns {Test[]}
   */
  sort(tests) {
    return [...tests].sort((a, b) => rankOf(a.path) - rankOf(b.path) || (a.path < b.path ? -1 : 1));
  }

  /** Jest calls this with the results of a run; they are not kept. */
  cacheResults() {}
}

const ranks = [/\.(e2e|long)-spec\.ts$/, /\.int-spec\.ts$/, /\/test\/.*\.spec\.ts$/];

/** @param {string} path */
function rankOf(path) {
  const rank = ranks.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? ranks.length : rank;
}

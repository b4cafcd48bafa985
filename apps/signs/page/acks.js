// @ts-check
/**
 * Interval between acknowledgements: at once after a change of state, else at most one a second.
 */

/**
 * @typedef {{ jackpot: string, version: number, value: bigint,
 *   state: import('./feed.js').FeedState }} Painted what one animation frame showed of a pool
 */

export const LEAST_MS = 1_000;
export const MOST_MS = 5_000;

/** The acknowledgements of one pool. Free of the DOM and of any clock. */
export class AckPace {
  /** @type {Painted | null} */
  #said = null;
  #saidAt = -Infinity;

  /**
   * Returns whether this frame must be acknowledged; if so, it counts as sent.
   * @param {Painted} painted
   * @param {number} now
   */
  isDue(painted, now) {
    const said = this.#said;
    const since = now - this.#saidAt;
    const isOther = said?.value !== painted.value || said.version !== painted.version;
    const isDue =
      said?.state !== painted.state || since >= MOST_MS || (isOther && since >= LEAST_MS);
    if (isDue) {
      this.#said = painted;
      this.#saidAt = now;
    }
    return isDue;
  }
}

// @ts-check
/** Selects the pool for the large place. Uses no DOM and no clock. */

export class Turns {
  #stayMs;
  #at = 0;
  /** @type {number | null} */
  #since = null;

  /** @param {number} stayMs */
  constructor(stayMs) {
    this.#stayMs = stayMs;
  }

  /**
   * @param {readonly { isUnknown: boolean }[]} pools jackpots that do not exist get no turn
   * @param {number} celebrated the pool whose hit is celebrated now; -1 for none
   * @param {number} now
   * @returns {number} an index
   */
  current(pools, celebrated, now) {
    this.#since ??= now;
    if (celebrated >= 0) {
      this.#at = celebrated;
      this.#since = now;
    } else if (now - this.#since >= this.#stayMs || pools[this.#at]?.isUnknown) {
      const order = pools.map((_, index) => (this.#at + 1 + index) % pools.length);
      this.#at = order.find((index) => !pools[index]?.isUnknown) ?? 0;
      this.#since = now;
    }
    return this.#at;
  }
}

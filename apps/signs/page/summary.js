// @ts-check
/** What a screen reader reads out: one sentence, at most every 30 s. Free of DOM and clock. */

export const SUMMARY_EVERY_MS = 30_000;

export class Summary {
  #spoken = '';
  #spokenAt = -Infinity;

  /**
   * @param {string} sentence the state of things now
   * @param {number} now
   * @returns {string | null} what is to be said, or null where it is too early or nothing is new
   */
  next(sentence, now) {
    if (sentence === this.#spoken || now - this.#spokenAt < SUMMARY_EVERY_MS) return null;
    this.#spoken = sentence;
    this.#spokenAt = now;
    return sentence;
  }
}

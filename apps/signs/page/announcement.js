// @ts-check
/**
 * The content of the live region of the page: a sentence that a screen reader reads out by itself,
 * at most every 30 s. Uses no DOM and no clock.
 */

export const ANNOUNCE_EVERY_MS = 30_000;
/**
 * A screen reader reads it when it appears; a person who reads the page later must find no old
 * amount.
 */
export const ANNOUNCEMENT_STAYS_MS = 1_000;

export class Announcement {
  #last = '';
  #at = -Infinity;

  /**
   * @param {string} sentence the present state
   * @param {number} now
   * @returns {string} the sentence when it is announced and for a second more; empty if it is too
   *   early for the next, or nothing is new
   */
  text(sentence, now) {
    if (sentence !== this.#last && now - this.#at >= ANNOUNCE_EVERY_MS) {
      this.#last = sentence;
      this.#at = now;
    }
    return now - this.#at < ANNOUNCEMENT_STAYS_MS ? this.#last : '';
  }
}

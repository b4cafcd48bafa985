// @ts-check
/**
 * What the live region of the page holds: a sentence that a screen reader reads out by itself, at
 * most every 30 s. Free of DOM and clock.
 */

export const ANNOUNCE_EVERY_MS = 30_000;
/** A screen reader takes it when it appears; who reads the page later must find no old amount. */
export const ANNOUNCEMENT_STAYS_MS = 1_000;

export class Announcement {
  #last = '';
  #at = -Infinity;

  /**
   * @param {string} sentence the state of things now
   * @param {number} now
   * @returns {string} the sentence when it is announced and for a second more; empty where it is
   *   too early for the next, or nothing is new
   */
  text(sentence, now) {
    if (sentence !== this.#last && now - this.#at >= ANNOUNCE_EVERY_MS) {
      this.#last = sentence;
      this.#at = now;
    }
    return now - this.#at < ANNOUNCEMENT_STAYS_MS ? this.#last : '';
  }
}

// @ts-check
/**
 * Detects a stuck page that must be loaded again: it has painted nothing while its timers run, or
 * its stream is silent although the gateway answers. Uses no DOM and no clock.
 */

export const PAINTS_WITHIN_MS = 30_000;
export const HEARS_WITHIN_MS = 120_000;

/** Minimum time between two reloads of a page that stays stuck. */
export const RELOADS_EVERY_MS = 300_000;

export class Watchdog {
  #paintedAt;
  #heardAt;
  #answeredAt;

  /** @param {number} now */
  constructor(now) {
    this.#paintedAt = now;
    this.#heardAt = now;
    this.#answeredAt = now;
  }

  /** Notes a painted frame, or that none is needed: nobody sees the page. @param {number} now */
  painted(now) {
    this.#paintedAt = now;
  }

  /** Notes a message of the stream. @param {number} now */
  heard(now) {
    this.#heardAt = now;
  }

  /** Notes an answer of the gateway to a request. @param {number} now */
  answered(now) {
    this.#answeredAt = now;
  }

  /** @param {number} now @returns {string | null} why the page must be loaded again */
  complaint(now) {
    if (now - this.#paintedAt > PAINTS_WITHIN_MS) return 'nothing was painted';
    // An outage is not a reason: a page that is loaded again has lost the last known amount.
    const isSilent = now - this.#heardAt > HEARS_WITHIN_MS;
    if (isSilent && this.#answeredAt - this.#heardAt > HEARS_WITHIN_MS / 2) {
      return 'the stream is silent although the gateway answers';
    }
    return null;
  }
}

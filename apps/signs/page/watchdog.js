// @ts-check
/**
 * When a page must be loaded again because it is stuck: it has painted nothing while its timers
 * run, or its stream is silent although the gateway answers. Free of the DOM and of any clock.
 */

export const PAINTS_WITHIN_MS = 30_000;
export const HEARS_WITHIN_MS = 120_000;

/** A page that is loaded again and is still stuck waits for this long. */
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

  /** A frame was painted, or none is to be: nobody sees the page. @param {number} now */
  painted(now) {
    this.#paintedAt = now;
  }

  /** Something came by the stream. @param {number} now */
  heard(now) {
    this.#heardAt = now;
  }

  /** The gateway answered a request. @param {number} now */
  answered(now) {
    this.#answeredAt = now;
  }

  /** @param {number} now @returns {string | null} why the page must be loaded again */
  complaint(now) {
    if (now - this.#paintedAt > PAINTS_WITHIN_MS) return 'nothing was painted';
    // An outage is no reason: a page that is loaded again has forgotten the last known amount.
    const isSilent = now - this.#heardAt > HEARS_WITHIN_MS;
    if (isSilent && this.#answeredAt - this.#heardAt > HEARS_WITHIN_MS / 2) {
      return 'the stream is silent although the gateway answers';
    }
    return null;
  }
}

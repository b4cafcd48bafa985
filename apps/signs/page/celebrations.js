// @ts-check
/**
 * Which hit is celebrated now, how, and for how long. Free of the DOM and of any clock.
 * @typedef {import('./feed.js').Hit} Hit
 * @typedef {'takeover' | 'banner' | 'ribbon'} Manner
 * @typedef {{ rank: number, manner: Manner, ms: number }} Celebration
 */

/** @satisfies {Record<string, Celebration>} */
export const CELEBRATIONS = {
  'royal-flush':    { rank: 5, manner: 'takeover', ms: 12_000 }, // prettier-ignore
  'straight-flush': { rank: 4, manner: 'banner',   ms:  8_000 }, // prettier-ignore
  'four-of-a-kind': { rank: 3, manner: 'ribbon',   ms:  6_000 }, // prettier-ignore
  'full-house':     { rank: 2, manner: 'ribbon',   ms:  6_000 }, // prettier-ignore
  'flush':          { rank: 1, manner: 'ribbon',   ms:  5_000 }, // prettier-ignore
};

/** Above this the least of those waiting is given up: news that comes minutes late is none. */
export const MOST_WAITING = 8;

/**
 * A hand that a later ruleset adds gets the smallest celebration, never none.
 * @param {string} hand
 * @returns {Celebration}
 */
export function celebrationOf(hand) {
  const known = /** @type {Record<string, Celebration>} */ (CELEBRATIONS);
  return (Object.hasOwn(known, hand) ? known[hand] : undefined) ?? CELEBRATIONS.flush;
}

export class CelebrationQueue {
  /** @type {Hit[]} */
  #waiting = [];
  /** @type {{ hit: Hit, until: number } | null} */
  #showing = null;

  /**
   * Hits are shown one at a time, the higher hand first, equals in the order of their coming. A
   * takeover does not wait for a lesser hand: that one is shown again, in full, after it.
   * @param {Hit} hit
   */
  add(hit) {
    this.#waiting.push(hit);
    const { rank, manner } = celebrationOf(hit.hand);
    const shown = this.#showing?.hit;
    if (shown && manner === 'takeover' && celebrationOf(shown.hand).rank < rank) {
      this.#waiting.unshift(shown);
      this.#showing = null;
    }
    if (this.#waiting.length > MOST_WAITING) this.#waiting.splice(firstOf(this.#waiting, 'min'), 1);
  }

  /**
   * @param {number} now
   * @returns {Hit | null}
   */
  current(now) {
    if (this.#showing && now >= this.#showing.until) this.#showing = null;
    if (!this.#showing && this.#waiting.length > 0) {
      const [hit] = this.#waiting.splice(firstOf(this.#waiting, 'max'), 1);
      if (hit) this.#showing = { hit, until: now + celebrationOf(hit.hand).ms };
    }
    return this.#showing?.hit ?? null;
  }
}

/** The first, which has waited longest. @param {Hit[]} hits @param {'min' | 'max'} rank */
function firstOf(hits, rank) {
  const ranks = hits.map((hit) => celebrationOf(hit.hand).rank);
  return ranks.indexOf(Math[rank](...ranks));
}

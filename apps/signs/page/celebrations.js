// @ts-check
/**
 * Selects the hit to celebrate now, its manner and its duration. Uses no DOM and no clock.
 * @typedef {import('./wire.js').Hit & { jackpot: string }} PoolHit
 * @typedef {'takeover' | 'banner' | 'ribbon'} Manner
 * @typedef {{ rank: number, manner: Manner, ms: number }} Celebration
 */

/** @satisfies {Record<string, Celebration>} */
export const CELEBRATIONS = {
  'royal-flush': { rank: 5, manner: 'takeover', ms: 12_000 },
  'straight-flush': { rank: 4, manner: 'banner', ms: 8_000 },
  'four-of-a-kind': { rank: 3, manner: 'ribbon', ms: 6_000 },
  'full-house': { rank: 2, manner: 'ribbon', ms: 6_000 },
  flush: { rank: 1, manner: 'ribbon', ms: 5_000 },
};

/** Minimum time for each winner of a round, if there is room for only one. */
const WINNER_MS = 2_000;

/**
 * Limit of the waiting hits: above it the lowest is dropped. It is more than one night of a floor.
 */
export const MOST_WAITING = 100;

/**
 * Returns the celebration of a hand. A hand of a later ruleset gets the smallest one, never none.
 * @param {string} hand
 * @returns {Celebration}
 */
export function celebrationOf(hand) {
  const known = /** @type {Record<string, Celebration>} */ (CELEBRATIONS);
  return (Object.hasOwn(known, hand) ? known[hand] : undefined) ?? CELEBRATIONS.flush;
}

/** Returns the first winner of the highest hand. @param {import('./wire.js').Hit} hit */
export function leadOf({ winners }) {
  const [first, ...others] = winners;
  if (first === undefined) throw new RangeError('an award without a winner');
  return others.reduce((lead, winner) => (rankOf(winner) > rankOf(lead) ? winner : lead), first);
}

/**
 * Returns the celebration of its highest hand, long enough to read every winner.
 * @param {import('./wire.js').Hit} hit
 * @returns {Celebration}
 */
export function celebrationOfHit(hit) {
  const celebration = celebrationOf(leadOf(hit).hand);
  return { ...celebration, ms: Math.max(celebration.ms, hit.winners.length * WINNER_MS) };
}

export class CelebrationQueue {
  /** @type {PoolHit[]} */
  #waiting = [];
  /** @type {{ hit: PoolHit, until: number } | null} */
  #showing = null;

  /**
   * Adds a hit. Hits are shown one at a time: the higher hand first, equal ones in the order of
   * arrival. A takeover does not wait for a lower hand: that one is shown again, in full, after it.
   * @param {PoolHit} hit
   */
  add(hit) {
    this.#waiting.push(hit);
    const { rank, manner } = celebrationOfHit(hit);
    const shown = this.#showing?.hit;
    if (shown && manner === 'takeover' && celebrationOfHit(shown).rank < rank) {
      this.#waiting.unshift(shown);
      this.#showing = null;
    }
    if (this.#waiting.length > MOST_WAITING) this.#waiting.splice(firstOf(this.#waiting, 'min'), 1);
  }

  /** Ends the celebration of a reversed award. @param {string} award */
  drop(award) {
    this.#waiting = this.#waiting.filter((hit) => hit.award !== award);
    if (this.#showing?.hit.award === award) this.#showing = null;
  }

  /**
   * @param {number} now
   * @returns {PoolHit | null}
   */
  current(now) {
    if (this.#showing && now >= this.#showing.until) this.#showing = null;
    if (!this.#showing && this.#waiting.length > 0) {
      const [hit] = this.#waiting.splice(firstOf(this.#waiting, 'max'), 1);
      if (hit) this.#showing = { hit, until: now + celebrationOfHit(hit).ms };
    }
    return this.#showing?.hit ?? null;
  }
}

/** @param {import('./wire.js').Winner} winner */
function rankOf({ hand }) {
  return celebrationOf(hand).rank;
}

/** Returns the one that has waited longest. @param {PoolHit[]} hits @param {'min' | 'max'} rank */
function firstOf(hits, rank) {
  const ranks = hits.map((hit) => celebrationOfHit(hit).rank);
  return ranks.indexOf(Math[rank](...ranks));
}

// @ts-check
/**
 * The state of a stream as far as a sign may trust it, and its age. Uses no DOM and no clock: the
 * caller gives milliseconds of a clock that only measures durations.
 *
 * @typedef {import('./wire.js').Hit} Hit
 * @typedef {import('./wire.js').Standing} Standing
 * @typedef {import('./wire.js').ValueMessage} ValueMessage
 * @typedef {'connecting' | 'live' | 'late' | 'suspended' | 'retired' | 'fault'} FeedState
 * @typedef {{ version: number, hits: readonly number[] }} Memory
 */

/** From this age on the sign shows a small mark. */
export const LATE_AFTER_MS = 3_000;

/** From this age on the sign shows that its amount is not confirmed. */
export const FAULT_AFTER_MS = 10_000;

/** Hits remembered, so that no hit is celebrated twice. */
export const MOST_HITS = 1_000;

/** The feed of one pool. */
export class Feed {
  #startedAt;
  #version;
  /** The version up to which all hits have been received. */
  #held = -1;
  /** A hit of a record before this offset was made before the page loaded. */
  #baseline;
  /** @type {Set<number>} the offsets of the received hits, in the order of arrival */
  #hits;
  /** @type {Standing | null} the newest that is not older than the shown value */
  #standing = null;
  /** True if the newest standing that is not a fault says so. */
  #isRetired = false;
  /** Time at which the shown value was last proven to be the newest. @type {number | null} */
  #provenAt = null;

  /**
   * @param {number} now
   * @param {Memory} [memory] of the same sign before it was loaded again
   */
  constructor(now, memory) {
    this.#startedAt = now;
    this.#version = -1;
    this.#baseline = memory?.version ?? null;
    this.#hits = new Set(memory?.hits);
  }

  /** Returns the memory for a page that is loaded again; null before the first value. */
  get memory() {
    return this.#held < 0 ? null : { version: this.#held, hits: [...this.#hits] };
  }

  /** The newest received version; -1 before the first. */
  get version() {
    return this.#version;
  }

  /** ISO time of the newest proof, for people to read; null if there is none. */
  get asOf() {
    return this.#standing?.asOf ?? null;
  }

  /** True while bets are refused, even if the value is also late or at fault. */
  get isSuspended() {
    return this.#standing?.state === 'suspended';
  }

  /** True once the jackpot has ended, even if the value is also late or at fault. */
  get isRetired() {
    return this.#isRetired;
  }

  /**
   * Returns whether to show the message's value, and the hit to celebrate or to end, if any.
   * @param {ValueMessage} message
   * @param {number} now
   * @returns {{ isNew: boolean, hit: Hit | null }}
   */
  accept(message, now) {
    const isNew = message.version > this.#version;
    this.#baseline ??= message.version;
    if (isNew) this.#version = message.version;
    this.#held = Math.max(this.#held, message.held);
    this.#believe(message, now);
    return { isNew, hit: this.#news(message) };
  }

  /** @param {Standing} standing of a pulse @param {number} now */
  pulse(standing, now) {
    if (this.#version >= 0) this.#believe(standing, now);
  }

  /** @param {number} now @returns {FeedState} */
  state(now) {
    if (this.#standing === null) {
      return now - this.#startedAt < FAULT_AFTER_MS ? 'connecting' : 'fault';
    }
    const age = this.ageMs(now);
    if (this.#standing.state === 'fault' || age >= FAULT_AFTER_MS) return 'fault';
    if (age >= LATE_AFTER_MS) return 'late';
    if (this.isRetired) return 'retired';
    return this.isSuspended ? 'suspended' : 'live';
  }

  /** Returns the reason of the state `fault`, or null for another state. @param {number} now */
  fault(now) {
    if (this.state(now) !== 'fault') return null;
    return this.#standing?.fault === 'halted' ? 'halted' : 'silent';
  }

  /**
   * Returns the time since the shown value was last proven to be the newest.
   * @param {number} now
   */
  ageMs(now) {
    return this.#provenAt === null ? Infinity : Math.max(0, now - this.#provenAt);
  }

  /**
   * A gateway that lags the shown version proves nothing about it, so the sign's value ages until
   * the gateway has caught up. A gateway that is ahead, with a value still to come, is believed
   * about halts and suspensions, but proves nothing about the shown value.
   * @param {Standing} standing
   * @param {number} now
   */
  #believe(standing, now) {
    if (standing.version < this.#version) return;
    if (standing.state !== 'fault') this.#isRetired = standing.state === 'retired';
    if (standing.version > this.#version) {
      const { asOf = null } = this.#standing ?? {};
      this.#standing = { ...standing, asOf };
      return;
    }
    this.#standing = standing;
    this.#provenAt = standing.ageMs === null ? null : now - standing.ageMs;
  }

  /**
   * Returns the hit if it is news: once, however late and often it comes, and never while its award
   * waits for verification. A hit made before the page loaded may be hours old and is not
   * celebrated.
   * @param {ValueMessage} message
   */
  #news({ hit }) {
    if (hit === null || hit.state === 'locked' || this.#hits.has(hit.offset)) return null;
    this.#hits.add(hit.offset);
    for (const oldest of this.#hits) {
      if (this.#hits.size <= MOST_HITS) break;
      this.#hits.delete(oldest);
    }
    return hit.offset < (this.#baseline ?? 0) ? null : hit;
  }
}

// @ts-check
/**
 * What a sign may believe of its stream, and how old that is. Free of the DOM and of any clock: the
 * caller gives milliseconds of a clock that only measures durations.
 *
 * @typedef {import('./wire.js').Hit} Hit
 * @typedef {import('./wire.js').Standing} Standing
 * @typedef {import('./wire.js').ValueMessage} ValueMessage
 * @typedef {'connecting' | 'live' | 'late' | 'suspended' | 'retired' | 'fault'} FeedState
 * @typedef {{ version: number, hits: readonly number[] }} Memory
 */

/** From this age on the sign has a small mark. */
export const LATE_AFTER_MS = 3_000;

/** From this age on the sign says that its amount is not confirmed. */
export const FAULT_AFTER_MS = 10_000;

/** How many hits are remembered, so that none is celebrated twice. */
export const MOST_HITS = 1_000;

/** The feed of one pool. */
export class Feed {
  #startedAt;
  #version;
  /** The version up to which all hits have come. */
  #held = -1;
  /** A hit of a record before this offset was made before the page was there. */
  #baseline;
  /** @type {Set<number>} the offsets of hits that have come, in the order of their coming */
  #hits;
  /** @type {Standing | null} the newest that is not behind what is shown */
  #standing = null;
  /** Of the newest standing that is no fault. */
  #isRetired = false;
  /** When all that is shown was certainly the newest. @type {number | null} */
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

  /** What a page that is loaded again needs, or null before the first value. */
  get memory() {
    return this.#held < 0 ? null : { version: this.#held, hits: [...this.#hits] };
  }

  /** The newest received version; -1 before the first. */
  get version() {
    return this.#version;
  }

  /** ISO time of the newest proof, for people to read; null where there was none. */
  get asOf() {
    return this.#standing?.asOf ?? null;
  }

  /** True while bets are refused, also where the value is late or at fault as well. */
  get isSuspended() {
    return this.#standing?.state === 'suspended';
  }

  /** True once the jackpot has ended, also where that is late or at fault as well. */
  get isRetired() {
    return this.#isRetired;
  }

  /**
   * Whether the message's value is to be shown, and the hit to celebrate or to take back, if there
   * is one.
   * @param {ValueMessage} message
   * @param {number} now
   * @returns {{ isNew: boolean, hit: Hit | null }}
   */
  accept(message, now) {
    const isNew = message.version > this.#version;
    this.#baseline ??= message.version;
    if (isNew) this.#version = message.version;
    this.#held = Math.max(this.#held, versionHeld(message));
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

  /** Why the state is `fault`, or null where it is not. @param {number} now */
  fault(now) {
    if (this.state(now) !== 'fault') return null;
    return this.#standing?.fault === 'halted' ? 'halted' : 'silent';
  }

  /** How long ago the shown value was certainly the newest. @param {number} now */
  ageMs(now) {
    return this.#provenAt === null ? Infinity : Math.max(0, now - this.#provenAt);
  }

  /**
   * A gateway that is behind the shown version proves nothing about it, so the sign grows older
   * until it has caught up. One that is ahead, whose value is still to come, is believed in what it
   * says of halts and suspensions, but proves nothing about the value that is shown.
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
   * A hit is news once, however late and however often it comes, and never while its award waits to
   * be verified. What was made before the page was there may be hours old and is not celebrated.
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

/**
 * A hit that comes late has the newest value with it, and other hits may follow. So the sign has
 * all hits up to the first version that includes this one (contract 9.3).
 * @param {ValueMessage} message
 */
function versionHeld({ hit, version }) {
  return hit === null ? version : Math.min(version, hit.offset + 1);
}

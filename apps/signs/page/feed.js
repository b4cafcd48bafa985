// @ts-check
/**
 * What a sign may believe of its stream, and whether it is live. Free of the DOM and of any clock.
 */
import { minorUnits } from './money.js';

/** @typedef {{ award: string, hand: string, amount: bigint, table: string }} Hit */
/** @typedef {{ currency: string, value: bigint, version: number, hit: Hit | null }} ValueMessage */
/** @typedef {'connecting' | 'live' | 'stale'} FeedState */

/** The server gives a sign of life every 5 s, so two of them must be lost before the mark comes. */
export const STALE_AFTER_MS = 12_000;

/** A hit that was made while the sign was cut off for longer is history and is not celebrated. */
export const HIT_NEWS_MS = 60_000;

/**
 * One value message, or null for anything that a sign must not act on. A hit that cannot be read
 * is left out and the value kept: the pool has changed whether or not it can be celebrated.
 * @param {string} text
 * @param {string} jackpot the sign's own
 * @returns {ValueMessage | null}
 */
export function readMessage(text, jackpot) {
  try {
    const { jackpot: of, currency, value, version, hit } = JSON.parse(text);
    if (of !== jackpot || typeof currency !== 'string') return null;
    if (!Number.isSafeInteger(version) || version < 0) return null;
    return { currency, value: minorUnits(value), version, hit: readHit(hit) };
  } catch {
    return null;
  }
}

export class Feed {
  #version = -1;
  /** @type {number | null} when the stream last proved that the shown value is the newest */
  #heardAt = null;
  /** True while the stream tells of an older version than the shown one. */
  #behind = false;
  /** @type {Set<string>} hits already taken from the newest version */
  #hits = new Set();

  /**
   * Whether the message's value is to be shown, and the hit to celebrate, if there is one.
   * @param {ValueMessage} message
   * @param {number} now
   * @returns {{ isNew: boolean, hit: Hit | null }}
   */
  accept(message, now) {
    this.#behind = message.version < this.#version;
    if (this.#behind) return { isNew: false, hit: null };

    const isNew = message.version > this.#version;
    // The first message of a page is a snapshot: its hit may be hours old.
    const isNews = this.#heardAt !== null && now - this.#heardAt <= HIT_NEWS_MS;
    if (isNew) this.#hits.clear();
    this.#version = message.version;
    this.#heardAt = now;
    return { isNew, hit: this.#takeHit(message.hit, isNews) };
  }

  /**
   * The server lives. This proves nothing while it is behind what is shown, for example after a
   * reconnection to a gateway that lags: then the sign goes stale until the gateway has caught up.
   * @param {number} now
   */
  alive(now) {
    if (this.#heardAt !== null && !this.#behind) this.#heardAt = now;
  }

  /**
   * @param {number} now
   * @returns {FeedState}
   */
  state(now) {
    if (this.#heardAt === null) return 'connecting';
    return now - this.#heardAt < STALE_AFTER_MS ? 'live' : 'stale';
  }

  /**
   * Two payouts of one award may share a version; a repeated message shares its hit as well.
   * @param {Hit | null} hit
   * @param {boolean} isNews
   */
  #takeHit(hit, isNews) {
    if (hit === null) return null;
    const key = JSON.stringify([hit.award, hit.hand, hit.table, hit.amount.toString()]);
    if (this.#hits.has(key)) return null;
    this.#hits.add(key);
    return isNews ? hit : null;
  }
}

/** @param {any} hit @returns {Hit | null} */
function readHit(hit) {
  try {
    const { award, hand, amount, table } = hit;
    if ([award, hand, table].some((part) => typeof part !== 'string')) return null;
    return { award, hand, amount: minorUnits(amount), table };
  } catch {
    return null;
  }
}

// @ts-check
/** One pool of a sign: its known facts, and the value on its wheels. Uses no DOM and no clock. */
import { Feed } from './feed.js';
import { formatMoney } from './money.js';
import { Odometer } from './odometer.js';

/**
 * @typedef {import('./about.js').About} About
 * @typedef {import('./wire.js').LastWin} LastWin
 * @typedef {import('./wire.js').PendingAward} PendingAward
 */

export class Pool {
  #showsDecimals;
  #moves;
  /** Minor units in a unit of the last wheel. */
  #step = 1n;

  /**
   * @param {string} jackpot
   * @param {{ showsDecimals: boolean, moves: boolean }} manner
   * @param {number} now
   * @param {import('./feed.js').Memory} [memory]
   */
  constructor(jackpot, { showsDecimals, moves }, now, memory) {
    this.jackpot = jackpot;
    this.#showsDecimals = showsDecimals;
    this.#moves = moves;
    this.feed = new Feed(now, memory);
    this.odometer = new Odometer(moves);
    /** ISO 4217; empty before the first value, and the exponent is 0. */
    this.currency = '';
    this.exponent = 0;
    /** The value with the newest version. */
    this.received = 0n;
    /** @type {readonly PendingAward[]} */
    this.pending = [];
    /** Number of waiting awards that `pending` does not name. */
    this.pendingMore = 0;
    /** @type {LastWin | null} */
    this.last = null;
    /** @type {About | null} */
    this.about = null;
    this.isUnknown = false;
    /** True if the gateway wants another token. */
    this.isRefused = false;
  }

  /** The number of decimals on the wheels. */
  get decimals() {
    return this.#showsDecimals ? this.exponent : 0;
  }

  /** True if a value is known. */
  get isKnown() {
    return this.currency !== '';
  }

  /** True if a seat waits for its verification. */
  get isWaiting() {
    return this.pending.some(({ winners }) => winners.some(({ state }) => state === 'locked'));
  }

  /**
   * @param {import('./wire.js').ValueMessage} message of this jackpot
   * @param {number} now
   * @returns {{ hit: import('./wire.js').Hit | null, isReconfigured: boolean }} the hit to
   *   celebrate or to end; whether the version rose and the value did not change
   */
  take(message, now) {
    const { currency, exponent, value } = message;
    const { isNew, hit } = this.feed.accept(message, now);
    if (!isNew) return { hit, isReconfigured: false };
    const isReconfigured = this.isKnown && value === this.received;
    if (currency !== this.currency || exponent !== this.exponent) {
      // Another currency needs new wheels.
      this.odometer = new Odometer(this.#moves);
      this.currency = currency;
      this.exponent = exponent;
      this.#step = this.#showsDecimals ? 1n : 10n ** BigInt(exponent);
    }
    this.received = value;
    this.pending = message.pending;
    this.pendingMore = message.pendingMore;
    this.last = message.last;
    this.odometer.receive(value / this.#step, message.version);
    return { hit, isReconfigured };
  }

  /** Returns the minor units of an amount in units of the last wheel. @param {bigint} units */
  minorOf(units) {
    return units * this.#step;
  }

  /** @param {bigint} units of the last wheel */
  text(units) {
    return formatMoney(this.currency, units, this.decimals);
  }
}

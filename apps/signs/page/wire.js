// @ts-check
/** Strict reading of the stream: a sign ignores everything that it does not understand. */
import { minorUnits } from './money.js';

/**
 * The standing of a pool: `state` and `fault` from the gateway, `version` of the newest value,
 * `asOf` for people to read, and its age when it was sent (null if unknown).
 * @typedef {{ version: number, state: 'running' | 'suspended' | 'retired' | 'fault',
 *   fault: 'halted' | 'silent' | null, asOf: string | null, ageMs: number | null }} Standing
 *
 * @typedef {{ seat: number, hand: string, amount: bigint }} Winner
 * @typedef {{ award: string, offset: number, table: string,
 *   state: 'awarded' | 'locked' | 'verified' | 'reversed',
 *   winners: readonly Winner[] }} Hit at least one winner
 * @typedef {Winner & { state: 'locked' | 'verified' }} WaitingSeat
 * @typedef {{ award: string, table: string, winners: readonly WaitingSeat[] }} PendingAward
 * @typedef {{ table: string, hand: string, amount: bigint, at: string }} LastWin
 * `held` of a value: the version up to which the sign has all hits; -1 if unknown.
 * @typedef {Standing & { jackpot: string, currency: string, exponent: number, value: bigint,
 *   held: number, hit: Hit | null, pending: readonly PendingAward[], pendingMore: number,
 *   last: LastWin | null }} ValueMessage
 */

const STATES = /** @type {const} */ (['running', 'suspended', 'retired', 'fault']);
const HIT_STATES = /** @type {const} */ (['awarded', 'locked', 'verified', 'reversed']);
const SEAT_STATES = /** @type {const} */ (['locked', 'verified']);

/**
 * Reads one value message; null for anything that a sign must not act on. A hit, a waiting award or
 * a last win that cannot be read is left out and the value kept: the pool has changed all the same.
 * @param {string} text
 * @returns {ValueMessage | null}
 */
export function readValue(text) {
  try {
    const message = JSON.parse(text);
    const { jackpot, currency, exponent, value } = message;
    if (typeof jackpot !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null;
    if (!Number.isInteger(exponent) || exponent < 0 || exponent > 6) return null;
    const standing = readStanding(message);
    const read = { hit: orNull(readHit, message.hit), last: orNull(readLast, message.last) };
    const waiting = Array.isArray(message.pending) ? message.pending : [];
    const pending = waiting.flatMap(
      (/** @type {unknown} */ each) => orNull(readPending, each) ?? [],
    );
    const more = message.pendingMore;
    const pendingMore = Number.isSafeInteger(more) && more > 0 ? more : 0;
    const amount = { currency, exponent, value: minorUnits(value) };
    const held = Number.isSafeInteger(message.held) && message.held >= 0 ? message.held : -1;
    return { ...standing, jackpot, ...amount, held, ...read, pending, pendingMore };
  } catch {
    return null;
  }
}

/**
 * Reads the standing of each pool of a pulse, by its jackpot; empty if it cannot be read.
 * @param {string} text
 * @returns {Map<string, Standing>}
 */
export function readPulse(text) {
  try {
    /** @type {any[]} */
    const pools = JSON.parse(text).pools ?? [];
    return new Map(pools.map((pool) => [String(pool.jackpot), readStanding(pool)]));
  } catch {
    return new Map();
  }
}

/** @param {any} part @returns {Standing} */
function readStanding({ version, state, fault, asOf, ageMs }) {
  if (!Number.isSafeInteger(version) || version < 0) throw new RangeError('version');
  // In a state that a later gateway adds, this sign must not say that all is well.
  const known = STATES.find((name) => name === state) ?? 'fault';
  return {
    version,
    state: known,
    fault: known !== 'fault' ? null : fault === 'halted' ? 'halted' : 'silent',
    asOf: typeof asOf === 'string' && !Number.isNaN(Date.parse(asOf)) ? asOf : null,
    ageMs: Number.isFinite(ageMs) && ageMs >= 0 ? ageMs : null,
  };
}

/**
 * @template Read
 * @param {(part: any) => Read} read
 * @param {unknown} part
 * @returns {Read | null}
 */
function orNull(read, part) {
  try {
    return read(part);
  } catch {
    return null;
  }
}

/** @param {any} hit @returns {Hit} */
function readHit({ award, offset, table, state, winners }) {
  if (winners.length === 0) throw new RangeError('an award without a winner');
  return {
    award: text(award),
    offset: Number(minorUnits(offset)),
    table: text(table),
    state: oneOf(HIT_STATES, state),
    winners: winners.map(readWinner),
  };
}

/** @param {any} waiting @returns {PendingAward} */
function readPending({ award, table, winners }) {
  return {
    award: text(award),
    table: text(table),
    winners: winners.map((/** @type {any} */ winner) => ({
      ...readWinner(winner),
      state: oneOf(SEAT_STATES, winner.state),
    })),
  };
}

/** @param {any} winner @returns {Winner} */
function readWinner({ seat, hand, amount }) {
  return { seat: Number(minorUnits(seat)), hand: text(hand), amount: minorUnits(amount) };
}

/** @param {any} last @returns {LastWin} */
function readLast({ table, hand, amount, at }) {
  if (Number.isNaN(Date.parse(text(at)))) throw new RangeError('at');
  return { table: text(table), hand: text(hand), amount: minorUnits(amount), at };
}

/**
 * @template {string} Name
 * @param {readonly Name[]} names
 * @param {unknown} part
 * @returns {Name}
 */
function oneOf(names, part) {
  const name = names.find((each) => each === part);
  if (name === undefined) throw new RangeError(`${String(part)} is none of ${names.join(', ')}`);
  return name;
}

/** @param {unknown} part @returns {string} */
function text(part) {
  if (typeof part !== 'string') throw new TypeError(`${String(part)} is not a text`);
  return part;
}

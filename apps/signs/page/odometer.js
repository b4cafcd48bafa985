// @ts-check
/**
 * The odometer of a sign: one rising value, and wheels that are derived from nothing else.
 *
 * A court made an operator pay what a sign showed, so the shown value never leads the received one.
 * Libraries that animate digit by digit do: on the way from 1,250 to 1,311 they show 1,391.
 *
 * Free of the DOM and of any clock: the caller says what time it is.
 */

/**
 * Whole minor units, and how far (0 up to 1) the unit wheel has rolled towards the next one.
 * @typedef {{ minor: bigint, rolled: number }} Reading
 */

/**
 * A climb is a cubic curve in grains, from a place and a slope to the target and a slope of zero.
 * @typedef {{ from: bigint, gap: bigint, start: number, duration: number, slope: number }} Climb
 */

/** Fine enough that the unit wheel moves smoothly, and whole, so that no sum is ever inexact. */
const GRAINS_PER_MINOR = 1000n;

/** A share of a climb is turned into a whole number of these before it touches money. */
const SHARE_STEPS = 1e12;

export const CLIMB_MS = 2000;

export class Odometer {
  #climbMs;
  /** @type {bigint | null} */
  #latest = null;
  /** The highest grain shown since the last drop. It is a ratchet: only a drop turns it back. */
  #shown = 0n;
  /** @type {Climb | null} */
  #climb = null;

  /** @param {number} climbMs how long a climb takes; 0 shows each value at once (reduced motion) */
  constructor(climbMs = CLIMB_MS) {
    this.#climbMs = climbMs;
  }

  /** The last received value, or null before the first. */
  get latest() {
    return this.#latest;
  }

  get atRest() {
    return this.#climb === null;
  }

  /**
   * The first value is shown at once, as is any that is not above what is shown (an award or a
   * correction): rolling down would show amounts that the pool no longer has.
   * @param {bigint} value minor units
   * @param {number} at milliseconds on the caller's clock
   */
  receive(value, at) {
    if (value < 0n) throw new RangeError(`a pool is never negative, but ${value} was received`);
    const target = value * GRAINS_PER_MINOR;
    const speed = this.#speed(at);
    const shown = this.#advance(at);
    if (this.#latest === null || this.#climbMs === 0 || target <= shown) {
      this.#shown = target;
      this.#climb = null;
    } else if (value !== this.#latest) {
      this.#climb = climbTo(shown, target, at, speed, this.#climbMs);
    }
    this.#latest = value;
  }

  /**
   * @param {number} now
   * @returns {Reading | null} null before the first value
   */
  displayed(now) {
    if (this.#latest === null) return null;
    const grains = this.#advance(now);
    return {
      minor: grains / GRAINS_PER_MINOR,
      rolled: Number(grains % GRAINS_PER_MINOR) / Number(GRAINS_PER_MINOR),
    };
  }

  /** @param {number} now */
  #advance(now) {
    const climb = this.#climb;
    if (climb === null) return this.#shown;
    const progress = progressOf(climb, now);
    const grains = climb.from + shareOf(climb.gap, travelled(progress, climb.slope));
    // The ratchet also holds against a clock that steps back.
    if (grains > this.#shown) this.#shown = grains;
    if (progress === 1) this.#climb = null;
    return this.#shown;
  }

  /**
   * Grains per millisecond, so that a climb that is given a new target does not jerk.
   * @param {number} now
   */
  #speed(now) {
    const climb = this.#climb;
    if (climb === null) return 0;
    const steepness = steepnessAt(progressOf(climb, now), climb.slope);
    return (Number(climb.gap) / climb.duration) * steepness;
  }
}

/**
 * The position of each wheel, highest first, 0 up to 10. The unit wheel turns continuously; any
 * other stands still on its digit and moves only while the one below it passes from 9 to 0.
 * @param {Reading} reading
 * @param {number} count
 * @returns {number[]}
 */
export function wheels(reading, count) {
  const positions = [];
  let rest = reading.minor;
  let carry = reading.rolled;
  for (let wheel = 0; wheel < count; wheel += 1) {
    const position = Number(rest % 10n) + carry;
    positions.unshift(position);
    carry = Math.max(0, position - 9);
    rest /= 10n;
  }
  return positions;
}

/**
 * How many wheels a value needs: its digits, and always one before the decimal point.
 * @param {bigint} minor
 * @param {number} exponent
 */
export function wheelCount(minor, exponent) {
  return Math.max(minor.toString().length, exponent + 1);
}

/**
 * @param {bigint} from
 * @param {bigint} target
 * @param {number} start
 * @param {number} speed
 * @param {number} climbMs
 * @returns {Climb}
 */
function climbTo(from, target, start, speed, climbMs) {
  const gap = target - from;
  // A cubic with a start slope above 3 would overshoot its end and come back. Where the present
  // speed asks for more, the climb is made shorter instead, so it never leads.
  const duration = speed > 0 ? Math.min(climbMs, (3 * Number(gap)) / speed) : climbMs;
  const slope = Math.min(3, (speed * duration) / Number(gap));
  return { from, gap, start, duration, slope };
}

/** @param {Climb} climb @param {number} now */
function progressOf(climb, now) {
  return Math.min(1, Math.max(0, (now - climb.start) / climb.duration));
}

/**
 * The cubic Hermite curve from (0, 0) with the given slope to (1, 1) with slope zero.
 * @param {number} p
 * @param {number} slope
 */
function travelled(p, slope) {
  if (p === 1) return 1;
  return slope * (p - 2 * p * p + p * p * p) + 3 * p * p - 2 * p * p * p;
}

/** Its derivative. @param {number} p @param {number} slope */
function steepnessAt(p, slope) {
  return (1 - p) * (slope + p * (6 - 3 * slope));
}

/** Rounded down: the rest is shown a moment later. @param {bigint} gap @param {number} share */
function shareOf(gap, share) {
  const steps = Math.floor(Math.min(1, Math.max(0, share)) * SHARE_STEPS);
  return (gap * BigInt(steps)) / BigInt(SHARE_STEPS);
}

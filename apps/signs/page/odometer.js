// @ts-check
/**
 * The odometer of a sign: one rising value, and wheels that are derived from it alone.
 *
 * A court made an operator pay an amount that a sign showed, so the shown value never leads the
 * received one. Libraries that animate digit by digit do: on the way from 1,250 to 1,311 they show
 * 1,391.
 *
 * An amount can be read only while its wheels are at rest. So a climb is short, and the wheels rest
 * between two climbs: at any pace of bets they rest for more than four fifths of the time.
 *
 * Uses no DOM and no clock: the caller gives the time.
 */

/**
 * Whole units of the last wheel, and its progress (0 up to 1) towards the next unit.
 * @typedef {{ units: bigint, rolled: number }} Reading
 */

/**
 * A climb in grains, and the version of its target.
 * @typedef {{ from: bigint, gap: bigint, start: number, duration: number, version: number }} Climb
 */

/** Fine enough that the last wheel moves smoothly, and whole, so that every sum is exact. */
const GRAINS_PER_UNIT = 1000n;

/** A share of a climb becomes a whole number of these steps before it is multiplied with money. */
const SHARE_STEPS = 1e12;

/** The longest climb. */
export const CLIMB_MS = 500;

/** From the start of a climb to that of the next. A value in between is shown with the next. */
export const PACE_MS = 1_000;

/** Share of the time since the last climb began in which the wheels may roll. */
export const ROLLING_SHARE = 0.11;

export class Odometer {
  #moves;
  /** @type {bigint | null} */
  #latest = null;
  /** The highest grain shown since the last drop. It is a ratchet: only a drop turns it back. */
  #shown = 0n;
  /** @type {Climb | null} */
  #climb = null;
  #climbedAt = -Infinity;
  #latestVersion = -1;
  #version = -1;

  /** @param {boolean} moves false shows each value at once */
  constructor(moves = true) {
    this.#moves = moves;
  }

  /** The last received value; null before the first. */
  get latest() {
    return this.#latest;
  }

  /** The version of the value that the wheels show or climb to. */
  get version() {
    return this.#version;
  }

  /** True if the wheels rest on the last received value. */
  get isSettled() {
    return this.#latest === null || this.#shown === this.#latest * GRAINS_PER_UNIT;
  }

  /** True while the wheels rest, though a newer value may wait for its climb. */
  get atRest() {
    return this.#climb === null;
  }

  /**
   * Takes a value. The first is shown at once, as is any that is not above the shown or target
   * value (an award or a correction): rolling down would show amounts that the pool no longer has.
   * @param {bigint} value units of the last wheel
   * @param {number} version
   */
  receive(value, version) {
    if (value < 0n) throw new RangeError(`a pool is never negative, but ${value} was received`);
    const target = value * GRAINS_PER_UNIT;
    const { from, gap } = this.#climb ?? { from: this.#shown, gap: 0n };
    if (this.#latest === null || !this.#moves || target < from + gap) {
      this.#shown = target;
      this.#climb = null;
    }
    this.#latest = value;
    this.#latestVersion = version;
  }

  /**
   * Returns the shown value now; begins the next climb when its time has come.
   * @param {number} now
   * @returns {Reading | null} null before the first value
   */
  displayed(now) {
    if (this.#latest === null) return null;
    const grains = this.#advance(now, this.#latest * GRAINS_PER_UNIT);
    return {
      units: grains / GRAINS_PER_UNIT,
      rolled: Number(grains % GRAINS_PER_UNIT) / Number(GRAINS_PER_UNIT),
    };
  }

  /** @param {number} now @param {bigint} target */
  #advance(now, target) {
    this.#climb ??= this.#nextClimb(now, target);
    if (this.#climb === null) {
      if (target === this.#shown) this.#version = this.#latestVersion;
      return this.#shown;
    }
    const { from, gap, start, duration, version } = this.#climb;
    this.#version = version;
    const progress = Math.min(1, Math.max(0, (now - start) / duration));
    const grains = from + shareOf(gap, progress * progress * (3 - 2 * progress));
    // The ratchet also holds against a clock that steps back.
    if (grains > this.#shown) this.#shown = grains;
    if (progress === 1) this.#climb = null;
    return this.#shown;
  }

  /** @param {number} now @param {bigint} target @returns {Climb | null} */
  #nextClimb(now, target) {
    const since = now - this.#climbedAt;
    if (target <= this.#shown || since < PACE_MS) return null;
    this.#climbedAt = now;
    const duration = Math.min(CLIMB_MS, ROLLING_SHARE * since);
    const [from, version] = [this.#shown, this.#latestVersion];
    return { from, gap: target - from, start: now, duration, version };
  }
}

/**
 * Returns the position of each wheel, highest first, 0 up to 10. The last wheel turns continuously;
 * any other rests on its digit and moves only while the one below it passes from 9 to 0.
 * @param {Reading} reading
 * @param {number} count
 * @returns {number[]}
 */
export function wheels(reading, count) {
  const positions = [];
  let rest = reading.units;
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
 * Returns the number of wheels for a value: its digits, and at least one before the decimal point.
 * @param {bigint} units
 * @param {number} exponent
 */
export function wheelCount(units, exponent) {
  return Math.max(units.toString().length, exponent + 1);
}

/** Rounded down: the rest is shown a moment later. @param {bigint} gap @param {number} share */
function shareOf(gap, share) {
  const steps = Math.floor(Math.min(1, Math.max(0, share)) * SHARE_STEPS);
  return (gap * BigInt(steps)) / BigInt(SHARE_STEPS);
}

/** Moves the odometer's wheels on the page to the positions from `odometer.js`. */
import { moneyParts } from './money.js';
import { wheelCount, wheels } from './odometer.js';
import { element } from './word-view.js';

/** Above this speed a wheel would flicker against the refresh, so it is blurred instead. */
const BLUR_DIGITS_PER_SECOND = 25;

/** A strip has the ten digits and one more 0, which a 9 rolls over to. */
const DIGITS = '01234567890';

export class OdometerView {
  #root;
  #layout = '';
  /** @type {{ wheel: HTMLElement, strip: HTMLElement, whole: boolean, comma: Element | null }[]} */
  #wheels = [];
  /** @type {{ units: number, at: number }} */
  #previous = { units: 0, at: 0 };
  #painted = '';

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @param {import('./odometer.js').Reading} reading
   * @param {{ latest: bigint, atRest: boolean, decimals: number }} odometer `latest` is the last
   *   received value: its digits decide the number of wheels
   * @param {number} now
   */
  show(reading, { latest, atRest, decimals }, now) {
    const painted = `${reading.units} ${reading.rolled} ${latest} ${atRest} ${decimals}`;
    if (painted === this.#painted) return;
    this.#painted = painted;
    this.#lay(latest, decimals);
    const positions = wheels(reading, this.#wheels.length);
    const perSecond = atRest ? 0 : this.#unitsPerSecond(reading, now);
    this.#root.classList.toggle('rolling', !atRest);

    let leading = true;
    this.#wheels.forEach(({ wheel, strip, whole, comma }, index) => {
      const position = positions[index] ?? 0;
      const power = this.#wheels.length - 1 - index;
      // A zero at the front of the number is a blank that the first digit rolls in over.
      leading &&= whole && power !== decimals && position < 1;
      wheel.classList.toggle('leading', leading);
      comma?.classList.toggle('leading', leading);
      wheel.classList.toggle('fast', perSecond / 10 ** power > BLUR_DIGITS_PER_SECOND);
      strip.style.transform = `translateY(${(-position / DIGITS.length) * 100}%)`;
    });
  }

  /**
   * Reads the shown value off the strips: the digit nearest to the middle of each; null if there
   * are no wheels.
   * @returns {bigint | null} units of the last wheel
   */
  read() {
    if (this.#wheels.length === 0) return null;
    const digits = this.#wheels.map(({ strip }) => {
      const percent = Number(/-?[\d.]+(?:e-\d+)?/.exec(strip.style.transform)?.[0] ?? 0);
      return Math.round((-percent / 100) * DIGITS.length) % 10;
    });
    return BigInt(digits.join(''));
  }

  /**
   * Rebuilds the wheels if their number has changed.
   * @param {bigint} latest
   * @param {number} decimals
   */
  #lay(latest, decimals) {
    const count = wheelCount(latest, decimals);
    const { whole, fraction } = moneyParts(10n ** BigInt(count - 1), decimals);
    const layout = `${whole}.${fraction}`;
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#wheels = [];

    const figures = element('span', 'figures');
    for (const sign of whole) {
      if (sign === ',') {
        const comma = element('span', 'separator', ',');
        figures.append(comma);
        const before = this.#wheels.at(-1);
        if (before) before.comma = comma;
      } else figures.append(this.#addWheel(true));
    }
    if (fraction !== '') {
      const small = element('span', 'fraction');
      small.append(...[...fraction].map(() => this.#addWheel(false)));
      figures.append(element('span', 'separator', '.'), small);
    }
    this.#root.replaceChildren(figures);
    this.#root.style.setProperty('--whole-digits', String(count - decimals));
    this.#root.style.setProperty('--fraction-digits', String(decimals));
    this.#root.style.setProperty('--commas', String(whole.split(',').length - 1));
    this.#root.style.setProperty('--points', decimals > 0 ? '1' : '0');
  }

  /** @param {boolean} whole */
  #addWheel(whole) {
    const wheel = element('span', 'wheel');
    const strip = element('span', 'strip');
    strip.append(...[...DIGITS].map((digit) => element('span', 'digit', digit)));
    wheel.append(strip);
    this.#wheels.push({ wheel, strip, whole, comma: null });
    return wheel;
  }

  /** @param {import('./odometer.js').Reading} reading @param {number} now */
  #unitsPerSecond(reading, now) {
    const units = Number(reading.units) + reading.rolled;
    const { units: unitsBefore, at: before } = this.#previous;
    this.#previous = { units, at: now };
    return now > before ? ((units - unitsBefore) / (now - before)) * 1000 : 0;
  }
}
